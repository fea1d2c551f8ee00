import { fieldTable } from '../table.ts';

/** Textures. */
export const textureFields = fieldTable(`
  tex_type        i32 TextureType  ntex      1  kind of texture
  tex_colorspace  i32 ColorSpace   ntex      1  colour space
  tex_height      i32              ntex      1  rows {>=0}
  tex_width       i32              ntex      1  columns {>=0}
  tex_nchannel    i32              ntex      1  channels per pixel {1..4}
  tex_adr         i32              ntex      1  first byte in tex_data {is image}
  tex_data        u8               ntexdata  1  pixels of all textures {any}
  tex_pathadr     i32              ntex      1  address of the file name in paths, or -1 {<npaths|-1}
`);

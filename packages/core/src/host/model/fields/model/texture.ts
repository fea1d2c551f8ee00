import type { FieldRow } from '../types.ts';

/** Textures. */
export const textureFields: readonly FieldRow[] = [
  ['tex_type', 'i32 TextureType', 'ntex', 1, 'kind of texture'],
  ['tex_colorspace', 'i32 ColorSpace', 'ntex', 1, 'colour space'],
  ['tex_height', 'i32', 'ntex', 1, 'rows'],
  ['tex_width', 'i32', 'ntex', 1, 'columns'],
  ['tex_nchannel', 'i32', 'ntex', 1, 'channels per pixel'],
  ['tex_adr', 'i32', 'ntex', 1, 'first byte in tex_data'],
  ['tex_data', 'u8', 'ntexdata', 1, 'pixels of all textures'],
  ['tex_pathadr', 'i32', 'ntex', 1, 'address of the file name in `paths`, or -1'],
];

import { fieldTable } from '../table.ts';

/** Materials. */
export const materialFields = fieldTable(`
  mat_texid        i32  nmat  10  texture of each role (TextureRole), or -1 {<ntex|-1}
  mat_texuniform   u8   nmat  1   texture repeats per length, not per object {flag}
  mat_texrepeat    f32  nmat  2   repetitions of the texture
  mat_emission     f32  nmat  1   emitted share of the colour
  mat_specular     f32  nmat  1   specular share
  mat_shininess    f32  nmat  1   sharpness of highlights
  mat_reflectance  f32  nmat  1   mirrored share
  mat_metallic     f32  nmat  1   metallic look
  mat_roughness    f32  nmat  1   rough look
  mat_rgba         f32  nmat  4   colour
`);

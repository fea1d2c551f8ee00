import type { FieldRow } from './types.ts';

/** Materials. */
export const materialFields: readonly FieldRow[] = [
  ['mat_texid', 'i32', 'nmat', 10, ''],
  ['mat_texuniform', 'u8', 'nmat', 1, ''],
  ['mat_texrepeat', 'f32', 'nmat', 2, ''],
  ['mat_emission', 'f32', 'nmat', 1, ''],
  ['mat_specular', 'f32', 'nmat', 1, ''],
  ['mat_shininess', 'f32', 'nmat', 1, ''],
  ['mat_reflectance', 'f32', 'nmat', 1, ''],
  ['mat_metallic', 'f32', 'nmat', 1, ''],
  ['mat_roughness', 'f32', 'nmat', 1, ''],
  ['mat_rgba', 'f32', 'nmat', 4, ''],
];

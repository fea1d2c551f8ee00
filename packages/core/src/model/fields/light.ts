import type { FieldRow } from './types.ts';

/** Lights. */
export const lightFields: readonly FieldRow[] = [
  ['light_mode', 'i32', 'nlight', 1, ''],
  ['light_bodyid', 'i32', 'nlight', 1, ''],
  ['light_targetbodyid', 'i32', 'nlight', 1, ''],
  ['light_type', 'i32', 'nlight', 1, ''],
  ['light_texid', 'i32', 'nlight', 1, ''],
  ['light_castshadow', 'u8', 'nlight', 1, ''],
  ['light_bulbradius', 'f32', 'nlight', 1, ''],
  ['light_intensity', 'f32', 'nlight', 1, ''],
  ['light_range', 'f32', 'nlight', 1, ''],
  ['light_active', 'u8', 'nlight', 1, ''],
  ['light_pos', 'f64', 'nlight', 3, ''],
  ['light_dir', 'f64', 'nlight', 3, ''],
  ['light_poscom0', 'f64', 'nlight', 3, ''],
  ['light_pos0', 'f64', 'nlight', 3, ''],
  ['light_dir0', 'f64', 'nlight', 3, ''],
  ['light_attenuation', 'f32', 'nlight', 3, ''],
  ['light_cutoff', 'f32', 'nlight', 1, ''],
  ['light_softness', 'f32', 'nlight', 1, ''],
  ['light_exponent', 'f32', 'nlight', 1, ''],
  ['light_ambient', 'f32', 'nlight', 3, ''],
  ['light_diffuse', 'f32', 'nlight', 3, ''],
  ['light_specular', 'f32', 'nlight', 3, ''],
];

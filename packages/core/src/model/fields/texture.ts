import type { FieldRow } from './types.ts';

/** Textures. */
export const textureFields: readonly FieldRow[] = [
  ['tex_type', 'i32', 'ntex', 1, ''],
  ['tex_colorspace', 'i32', 'ntex', 1, ''],
  ['tex_height', 'i32', 'ntex', 1, ''],
  ['tex_width', 'i32', 'ntex', 1, ''],
  ['tex_nchannel', 'i32', 'ntex', 1, ''],
  ['tex_adr', 'i32', 'ntex', 1, ''],
  ['tex_data', 'u8', 'ntexdata', 1, ''],
  ['tex_pathadr', 'i32', 'ntex', 1, ''],
];

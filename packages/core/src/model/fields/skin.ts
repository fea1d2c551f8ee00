import type { FieldRow } from './types.ts';

/** Skins. */
export const skinFields: readonly FieldRow[] = [
  ['skin_matid', 'i32', 'nskin', 1, ''],
  ['skin_group', 'i32', 'nskin', 1, ''],
  ['skin_rgba', 'f32', 'nskin', 4, ''],
  ['skin_inflate', 'f32', 'nskin', 1, ''],
  ['skin_vertadr', 'i32', 'nskin', 1, ''],
  ['skin_vertnum', 'i32', 'nskin', 1, ''],
  ['skin_texcoordadr', 'i32', 'nskin', 1, ''],
  ['skin_faceadr', 'i32', 'nskin', 1, ''],
  ['skin_facenum', 'i32', 'nskin', 1, ''],
  ['skin_boneadr', 'i32', 'nskin', 1, ''],
  ['skin_bonenum', 'i32', 'nskin', 1, ''],
  ['skin_vert', 'f32', 'nskinvert', 3, ''],
  ['skin_texcoord', 'f32', 'nskintexvert', 2, ''],
  ['skin_face', 'i32', 'nskinface', 3, ''],
  ['skin_bonevertadr', 'i32', 'nskinbone', 1, ''],
  ['skin_bonevertnum', 'i32', 'nskinbone', 1, ''],
  ['skin_bonebindpos', 'f32', 'nskinbone', 3, ''],
  ['skin_bonebindquat', 'f32', 'nskinbone', 4, ''],
  ['skin_bonebodyid', 'i32', 'nskinbone', 1, ''],
  ['skin_bonevertid', 'i32', 'nskinbonevert', 1, ''],
  ['skin_bonevertweight', 'f32', 'nskinbonevert', 1, ''],
  ['skin_pathadr', 'i32', 'nskin', 1, ''],
];

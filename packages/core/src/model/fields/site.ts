import type { FieldRow } from './types.ts';

/** Sites. */
export const siteFields: readonly FieldRow[] = [
  ['site_type', 'i32', 'nsite', 1, ''],
  ['site_bodyid', 'i32', 'nsite', 1, ''],
  ['site_dataid', 'i32', 'nsite', 1, ''],
  ['site_matid', 'i32', 'nsite', 1, ''],
  ['site_group', 'i32', 'nsite', 1, ''],
  ['site_sameframe', 'u8', 'nsite', 1, ''],
  ['site_size', 'f64', 'nsite', 3, ''],
  ['site_pos', 'f64', 'nsite', 3, ''],
  ['site_quat', 'f64', 'nsite', 4, ''],
  ['site_user', 'f64', 'nsite', 'nuser_site', ''],
  ['site_rgba', 'f32', 'nsite', 4, ''],
];

import type { FieldRow } from './types.ts';

/** Predefined geom pairs and excluded body pairs. */
export const contactPairFields: readonly FieldRow[] = [
  ['pair_dim', 'i32', 'npair', 1, ''],
  ['pair_geom1', 'i32', 'npair', 1, ''],
  ['pair_geom2', 'i32', 'npair', 1, ''],
  ['pair_signature', 'i32', 'npair', 1, ''],
  ['pair_solref', 'f64', 'npair', 2, ''],
  ['pair_solreffriction', 'f64', 'npair', 2, ''],
  ['pair_solimp', 'f64', 'npair', 5, ''],
  ['pair_margin', 'f64', 'npair', 1, ''],
  ['pair_gap', 'f64', 'npair', 1, ''],
  ['pair_adhesion', 'f64', 'npair', 1, ''],
  ['pair_friction', 'f64', 'npair', 5, ''],
  ['exclude_signature', 'i32', 'nexclude', 1, ''],
];

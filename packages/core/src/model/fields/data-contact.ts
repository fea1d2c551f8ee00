import type { FieldRow } from './types.ts';

/** Contacts as a struct of arrays. */
export const contactFields: readonly FieldRow[] = [
  ['contact_dist', 'f64', 'ncon', 1, ''],
  ['contact_pos', 'f64', 'ncon', 3, ''],
  ['contact_frame', 'f64', 'ncon', 9, ''],
  ['contact_includemargin', 'f64', 'ncon', 1, ''],
  ['contact_friction', 'f64', 'ncon', 5, ''],
  ['contact_solref', 'f64', 'ncon', 2, ''],
  ['contact_solreffriction', 'f64', 'ncon', 2, ''],
  ['contact_solimp', 'f64', 'ncon', 5, ''],
  ['contact_adhesion', 'f64', 'ncon', 1, ''],
  ['contact_mu', 'f64', 'ncon', 1, ''],
  ['contact_H', 'f64', 'ncon', 36, ''],
  ['contact_dim', 'i32', 'ncon', 1, ''],
  ['contact_geom1', 'i32', 'ncon', 1, ''],
  ['contact_geom2', 'i32', 'ncon', 1, ''],
  ['contact_geom', 'i32', 'ncon', 2, ''],
  ['contact_flex', 'i32', 'ncon', 2, ''],
  ['contact_elem', 'i32', 'ncon', 2, ''],
  ['contact_vert', 'i32', 'ncon', 2, ''],
  ['contact_exclude', 'i32', 'ncon', 1, ''],
  ['contact_efc_address', 'i32', 'ncon', 1, ''],
];

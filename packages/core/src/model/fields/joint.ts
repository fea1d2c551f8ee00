import type { FieldRow } from './types.ts';

/** Joints. */
export const jointFields: readonly FieldRow[] = [
  ['jnt_type', 'i32', 'njnt', 1, ''],
  ['jnt_qposadr', 'i32', 'njnt', 1, ''],
  ['jnt_dofadr', 'i32', 'njnt', 1, ''],
  ['jnt_bodyid', 'i32', 'njnt', 1, ''],
  ['jnt_actuatorid', 'i32', 'njnt', 1, ''],
  ['jnt_group', 'i32', 'njnt', 1, ''],
  ['jnt_limited', 'u8', 'njnt', 1, ''],
  ['jnt_actfrclimited', 'u8', 'njnt', 1, ''],
  ['jnt_actgravcomp', 'u8', 'njnt', 1, ''],
  ['jnt_solref', 'f64', 'njnt', 2, ''],
  ['jnt_solimp', 'f64', 'njnt', 5, ''],
  ['jnt_pos', 'f64', 'njnt', 3, ''],
  ['jnt_axis', 'f64', 'njnt', 3, ''],
  ['jnt_stiffness', 'f64', 'njnt', 1, ''],
  ['jnt_stiffnesspoly', 'f64', 'njnt', 2, ''],
  ['jnt_range', 'f64', 'njnt', 2, ''],
  ['jnt_actfrcrange', 'f64', 'njnt', 2, ''],
  ['jnt_margin', 'f64', 'njnt', 1, ''],
  ['jnt_user', 'f64', 'njnt', 'nuser_jnt', ''],
];

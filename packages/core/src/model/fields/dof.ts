import type { FieldRow } from './types.ts';

/** Degrees of freedom. */
export const dofFields: readonly FieldRow[] = [
  ['dof_bodyid', 'i32', 'nv', 1, ''],
  ['dof_jntid', 'i32', 'nv', 1, ''],
  ['dof_parentid', 'i32', 'nv', 1, ''],
  ['dof_treeid', 'i32', 'nv', 1, ''],
  ['dof_Madr', 'i32', 'nv', 1, ''],
  ['dof_simplenum', 'i32', 'nv', 1, ''],
  ['dof_solref', 'f64', 'nv', 2, ''],
  ['dof_solimp', 'f64', 'nv', 5, ''],
  ['dof_frictionloss', 'f64', 'nv', 1, ''],
  ['dof_armature', 'f64', 'nv', 1, ''],
  ['dof_damping', 'f64', 'nv', 1, ''],
  ['dof_dampingpoly', 'f64', 'nv', 2, ''],
  ['dof_invweight0', 'f64', 'nv', 1, ''],
  ['dof_M0', 'f64', 'nv', 1, ''],
  ['dof_length', 'f64', 'nv', 1, ''],
];

import type { FieldRow } from '../types.ts';

/** Kinematic trees. */
export const treeFields: readonly FieldRow[] = [
  ['tree_bodyadr', 'i32', 'ntree', 1, 'first body'],
  ['tree_bodynum', 'i32', 'ntree', 1, 'number of bodies'],
  ['tree_dofadr', 'i32', 'ntree', 1, 'first dof'],
  ['tree_dofnum', 'i32', 'ntree', 1, 'number of dofs'],
  ['tree_sleep_policy', 'i32 SleepPolicy', 'ntree', 1, 'whether it may sleep'],
];

import type { FieldRow } from './types.ts';

/** Kinematic trees. */
export const treeFields: readonly FieldRow[] = [
  ['tree_bodyadr', 'i32', 'ntree', 1, ''],
  ['tree_bodynum', 'i32', 'ntree', 1, ''],
  ['tree_dofadr', 'i32', 'ntree', 1, ''],
  ['tree_dofnum', 'i32', 'ntree', 1, ''],
  ['tree_sleep_policy', 'i32', 'ntree', 1, ''],
];

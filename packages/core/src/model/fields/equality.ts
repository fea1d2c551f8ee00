import type { FieldRow } from './types.ts';

/** Equality constraints. */
export const equalityFields: readonly FieldRow[] = [
  ['eq_type', 'i32', 'neq', 1, ''],
  ['eq_obj1id', 'i32', 'neq', 1, ''],
  ['eq_obj2id', 'i32', 'neq', 1, ''],
  ['eq_objtype', 'i32', 'neq', 1, ''],
  ['eq_active0', 'u8', 'neq', 1, ''],
  ['eq_solref', 'f64', 'neq', 2, ''],
  ['eq_solimp', 'f64', 'neq', 5, ''],
  ['eq_data', 'f64', 'neq', 11, ''],
];

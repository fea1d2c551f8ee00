import type { FieldRow } from './types.ts';

/** Height fields. */
export const hfieldFields: readonly FieldRow[] = [
  ['hfield_size', 'f64', 'nhfield', 4, ''],
  ['hfield_nrow', 'i32', 'nhfield', 1, ''],
  ['hfield_ncol', 'i32', 'nhfield', 1, ''],
  ['hfield_adr', 'i32', 'nhfield', 1, ''],
  ['hfield_data', 'f32', 'nhfielddata', 1, ''],
  ['hfield_pathadr', 'i32', 'nhfield', 1, ''],
];

import type { FieldRow } from './types.ts';

/** Warnings and solver statistics. */
export const diagnosticsFields: readonly FieldRow[] = [
  ['warning_number', 'i32', 'nwarning', 1, ''],
  ['warning_lastinfo', 'i32', 'nwarning', 1, ''],
  ['solver_improvement', 'f64', 'nislandstat', 200, ''],
  ['solver_gradient', 'f64', 'nislandstat', 200, ''],
  ['solver_lineslope', 'f64', 'nislandstat', 200, ''],
  ['solver_nactive', 'i32', 'nislandstat', 200, ''],
  ['solver_nchange', 'i32', 'nislandstat', 200, ''],
  ['solver_neval', 'i32', 'nislandstat', 200, ''],
  ['solver_nupdate', 'i32', 'nislandstat', 200, ''],
];

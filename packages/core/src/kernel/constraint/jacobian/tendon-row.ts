import type { F64, f64, i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
import { columnOf, commitRows, openRows, type RowBlock } from '../rows.ts';

/** Writes one row of `efc_J` from packed values, times `scale`. @writes efc_J */
export function writePacked(d: Data, rows: RowBlock, values: F64, v: i32, scale: f64): void {
  const efc_J = d.efc_J;
  for (let c = 0; c < rows.nnz; c++) efc_J[rows.base + columnOf(rows, c)] = values[v + c] * scale;
}

/** Opens one row along the length of a tendon (`direction` 1) or against it (-1). @reads ten_J */
export function openTendonRow(m: Model, d: Data, rows: RowBlock, t: i32, direction: f64): void {
  const adr = m.ten_J_rowadr[t];
  openRows(m, d, rows, 1, m.ten_J_colind, adr, m.ten_J_rownnz[t]);
  writePacked(d, rows, d.ten_J, adr, direction);
}

/** Commits the row, and records the first one of the tendon. @writes tendon_efcadr */
export function commitTendonRow(d: Data, rows: RowBlock, type: i32, t: i32): void {
  commitRows(d, rows, type, t);
  if (d.tendon_efcadr[t] === -1) d.tendon_efcadr[t] = rows.first;
}

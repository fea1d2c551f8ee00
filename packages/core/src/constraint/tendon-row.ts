import type { F64, f64, I32, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/kernel.ts';
import { isSparse } from './jacobian-mode.ts';
import { commitRows, openRows } from './rows.ts';

/** Writes one row of `efc_J` from packed values, times `scale`. */
export function writePacked(
  m: Model,
  d: Data,
  base: i32,
  values: F64,
  v: i32,
  chain: I32,
  s: i32,
  nnz: i32,
  scale: f64,
): void {
  const efc_J = d.efc_J;
  if (isSparse(m)) for (let c = 0; c < nnz; c++) efc_J[base + c] = values[v + c] * scale;
  else for (let c = 0; c < nnz; c++) efc_J[base + chain[s + c]] = values[v + c] * scale;
}

/** One row along the length of a tendon (`direction` 1) or against it (-1). */
export function addTendonRow(
  m: Model,
  d: Data,
  t: i32,
  type: i32,
  direction: f64,
  pos: f64,
  margin: f64,
  friction: f64,
): void {
  const nnz = m.ten_J_rownnz[t];
  const adr = m.ten_J_rowadr[t];
  const row = d.nefc;
  const base = openRows(m, d, 1, nnz);
  writePacked(m, d, base, d.ten_J, adr, m.ten_J_colind, adr, nnz, direction);
  d.efc_pos[row] = pos;
  d.efc_margin[row] = margin;
  d.efc_frictionloss[row] = friction;
  d.efc_diagA[row] = m.tendon_invweight0[t];
  commitRows(m, d, 1, type, t, nnz, m.ten_J_colind, adr);
  if (d.tendon_efcadr[t] === -1) d.tendon_efcadr[t] = row;
}

/**
 * Appending rows. A constraint opens room for its rows, writes values into `efc_J`, and commits:
 *
 *     const base = openRows(m, d, size, nnz);
 *     efc_J[base + k·rowStride(m, nnz) + column] = ...     column: c when sparse, chain[s + c] when dense
 *     commitRows(m, d, size, type, id, nnz, chain, s);
 *
 * `d.nefc` and `d.nJ` count what is committed; `efc_pos`, `efc_margin`, `efc_frictionloss` and `efc_diagA` of the new rows
 * are the constraint's own to write.
 */
import { type I32, type i32, scratchI32 } from '../dialect.ts';
import { copyI } from '../math/dense.ts';
import { zero } from '../math/leaf.ts';
import { equalI } from '../math/sparse.ts';
import {
  CNSTR_CONTACT_FRICTIONLESS,
  CNSTR_EQUALITY,
  CNSTR_FRICTION_DOF,
  CNSTR_FRICTION_TENDON,
  CNSTR_LIMIT_JOINT,
  CNSTR_LIMIT_TENDON,
} from '../model/constants.ts';
import { type Data, DYN_NEFC, DYN_NJ, type Model } from '../model/kernel.ts';
import { reserve } from '../model/reserve.ts';
import { isSparse } from './jacobian-mode.ts';

const dropped = scratchI32(1); // rows of zeros that a dense Jacobian made room for and left out

/** Starts with no rows. */
export function clearRows(d: Data): void {
  d.ne = 0;
  d.nf = 0;
  d.nl = 0;
  d.nefc = 0;
  d.nJ = 0;
  dropped[0] = 0;
}

/** Distance of consecutive rows with `nnz` columns in `efc_J`. */
export function rowStride(m: Model, nnz: i32): i32 {
  return isSparse(m) ? nnz : m.nv;
}

/** Makes room for `size` rows of `nnz` columns, zero when dense, and returns where they start in `efc_J`. */
export function openRows(m: Model, d: Data, size: i32, nnz: i32): i32 {
  const sparse = isSparse(m);
  const room = size * (sparse ? nnz : m.nv);
  reserve(m, d, DYN_NEFC, d.nefc + size);
  reserve(m, d, DYN_NJ, d.nJ + room);
  if (!sparse) zero(d.efc_J, d.nJ, room);
  return d.nJ;
}

/**
 * Takes the opened rows in: their kind, the object they are about, and their columns (`nnz` of them at `chain[s]`).
 * Rows that no dof can move are left out, unless they are a contact's; returns whether they were taken.
 */
export function commitRows(m: Model, d: Data, size: i32, type: i32, id: i32, nnz: i32, chain: I32, s: i32): boolean {
  const sparse = isSparse(m);
  if (type < CNSTR_CONTACT_FRICTIONLESS && isEmpty(m, d, size, nnz)) {
    if (!sparse) dropped[0] += size;
    return false;
  }

  const first = d.nefc;
  const start = d.nJ;
  const stride: i32 = sparse ? nnz : m.nv;
  const efc_type = d.efc_type;
  const efc_id = d.efc_id;
  const rownnz = d.efc_J_rownnz;
  const rowadr = d.efc_J_rowadr;
  const rowsuper = d.efc_J_rowsuper;
  const colind = d.efc_J_colind;
  const efcRowNnz = d.efcRowNnz;
  const efcRowColumns = d.efcRowColumns;

  copyI(colind, start, chain, s, nnz);
  for (let k = 0; k < size; k++) {
    const row = first + k;
    efc_type[row] = type;
    efc_id[row] = id;
    efcRowNnz[row] = nnz;
    efcRowColumns[row] = start;
    rownnz[row] = sparse ? nnz : 0;
    rowadr[row] = sparse ? start + k * nnz : 0;
    rowsuper[row] = sparse && k < size - 1 ? 1 : 0;
    if (sparse && k > 0) copyI(colind, start + k * nnz, chain, s, nnz);
  }

  // does the last row before these have the same columns?
  if (sparse && first > 0 && rownnz[first - 1] === nnz && equalI(colind, rowadr[first - 1], chain, s, nnz)) {
    rowsuper[first - 1] = 1;
  }

  d.nefc = first + size;
  d.nJ = start + size * stride;
  if (type === CNSTR_EQUALITY) d.ne += size;
  else if (type === CNSTR_FRICTION_DOF || type === CNSTR_FRICTION_TENDON) d.nf += size;
  else if (type === CNSTR_LIMIT_JOINT || type === CNSTR_LIMIT_TENDON) d.nl += size;
  return true;
}

/** Whether the opened rows cannot be moved: no columns when sparse, no nonzero when dense. */
function isEmpty(m: Model, d: Data, size: i32, nnz: i32): boolean {
  if (nnz === 0) return true;
  if (isSparse(m)) return false;
  const efc_J = d.efc_J;
  const end = d.nJ + size * m.nv;
  for (let k = d.nJ; k < end; k++) if (efc_J[k] !== 0) return false;
  return true;
}

/** After the last row: lengths of the runs of rows with equal columns, and the size of `efc_J`. */
export function closeRows(m: Model, d: Data): void {
  if (!isSparse(m)) {
    d.nJ += dropped[0] * m.nv;
    reserve(m, d, DYN_NJ, d.nJ);
    return;
  }
  const rowsuper = d.efc_J_rowsuper;
  for (let row = d.nefc - 2; row >= 0; row--) if (rowsuper[row] > 0) rowsuper[row] += rowsuper[row + 1];
}

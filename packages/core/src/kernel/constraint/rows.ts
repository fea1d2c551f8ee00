/**
 * Appending rows. A constraint opens room for its rows, writes values into `efc_J`, and commits:
 *
 *     openRows(m, d, rows, size, chain, start, nnz);
 *     efc_J[rows.base + k·rows.stride + columnOf(rows, c)] = ...
 *     writeRow(d, rows.first + k, pos, margin, frictionloss, diagA);
 *     commitRows(d, rows, type, id);
 *
 * `d.nefc` and `d.nJ` count what is committed.
 */
import { EMPTY_I32, type f64, type I32, type i32, scratchI32 } from '../dialect.ts';
import { copyI } from '../math/linear/dense.ts';
import { zero } from '../math/linear/leaf.ts';
import { equalI } from '../math/linear/sparse.ts';
import { COUNT_NEFC, COUNT_NJ, type Data, type Model } from '../model/classes.ts';
import {
  CNSTR_CONTACT_FRICTIONLESS,
  CNSTR_EQUALITY,
  CNSTR_FRICTION_DOF,
  CNSTR_FRICTION_TENDON,
  CNSTR_LIMIT_JOINT,
  CNSTR_LIMIT_TENDON,
} from '../model/constants.ts';
import { reserve } from '../model/reserve.ts';
import { isSparse } from './jacobian/mode.ts';

const dropped = scratchI32(1); // rows of zeros that a dense Jacobian made room for and left out

/** Starts with no rows. @writes ne nf nl nefc nJ */
export function clearRows(d: Data): void {
  d.ne = 0;
  d.nf = 0;
  d.nl = 0;
  d.nefc = 0;
  d.nJ = 0;
  dropped[0] = 0;
}

/** The rows of the constraint at hand, all over the same dofs. */
export class RowBlock {
  /** How many rows. */
  size: i32 = 0;
  /** The dofs that move them, increasing: `nnz` of them in `chain`, from `start` on. */
  chain: I32 = EMPTY_I32;
  start: i32 = 0;
  nnz: i32 = 0;
  /** Number of the first row, its place in `efc_J`, and the distance of one row from the next there. */
  first: i32 = 0;
  base: i32 = 0;
  stride: i32 = 0;
  /** Whether rows are packed, as `isSparse`. */
  sparse: boolean = false;
}

/**
 * Makes room for `size` rows over the `nnz` dofs at `chain[start]`, zero when dense.
 *
 * @reads nefc nJ
 * @writes efc_J
 */
export function openRows(m: Model, d: Data, rows: RowBlock, size: i32, chain: I32, start: i32, nnz: i32): void {
  const sparse = isSparse(m);
  const stride: i32 = sparse ? nnz : m.nv;
  rows.size = size;
  rows.chain = chain;
  rows.start = start;
  rows.nnz = nnz;
  rows.first = d.nefc;
  rows.base = d.nJ;
  rows.stride = stride;
  rows.sparse = sparse;
  reserve(m, d, COUNT_NEFC, d.nefc + size);
  reserve(m, d, COUNT_NJ, d.nJ + size * stride);
  if (!sparse) zero(d.efc_J, d.nJ, size * stride);
}

/** Where the dof number `c` of a block is in each of its rows. */
export function columnOf(rows: RowBlock, c: i32): i32 {
  return rows.sparse ? c : rows.chain[rows.start + c];
}

/**
 * What a row has beside its Jacobian.
 *
 * @writes efc_pos efc_margin efc_frictionloss efc_diagA
 */
export function writeRow(d: Data, row: i32, pos: f64, margin: f64, frictionloss: f64, diagA: f64): void {
  d.efc_pos[row] = pos;
  d.efc_margin[row] = margin;
  d.efc_frictionloss[row] = frictionloss;
  d.efc_diagA[row] = diagA;
}

/**
 * Commits the opened rows: their kind, the object they constrain, and their columns. Rows that no dof can move are left out, unless
 * they are a contact's; returns whether they were taken.
 *
 * @writes efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_rowsuper efc_J_colind
 */
export function commitRows(d: Data, rows: RowBlock, type: i32, id: i32): boolean {
  const { sparse, size } = rows;
  if (rows.first + size > d.capacity[COUNT_NEFC]) return false; // on a GPU, where there is room for some more, but not for all
  if (type < CNSTR_CONTACT_FRICTIONLESS && isEmpty(d, rows)) {
    if (!sparse) dropped[0] += size;
    return false;
  }

  const { first, base, nnz, chain, start } = rows;
  const { efc_type, efc_id, efc_J_rownnz: rownnz, efc_J_rowadr: rowadr, efc_J_rowsuper: rowsuper } = d;
  const { efc_J_colind: colind, efcRowNnz, efcRowColumns } = d;

  copyI(colind, base, chain, start, nnz);
  for (let k = 0; k < size; k++) {
    const row = first + k;
    efc_type[row] = type;
    efc_id[row] = id;
    efcRowNnz[row] = nnz;
    efcRowColumns[row] = base;
    rownnz[row] = sparse ? nnz : 0;
    rowadr[row] = sparse ? base + k * nnz : 0;
    rowsuper[row] = sparse && k < size - 1 ? 1 : 0;
    if (sparse && k > 0) copyI(colind, base + k * nnz, chain, start, nnz);
  }

  // does the last row before these have the same columns?
  if (sparse && first > 0 && rownnz[first - 1] === nnz && equalI(colind, rowadr[first - 1], chain, start, nnz)) {
    rowsuper[first - 1] = 1;
  }
  countRows(d, rows, type);
  return true;
}

/** @writes nefc nJ ne nf nl */
function countRows(d: Data, rows: RowBlock, type: i32): void {
  const size = rows.size;
  d.nefc = rows.first + size;
  d.nJ = rows.base + size * rows.stride;
  if (type === CNSTR_EQUALITY) d.ne += size;
  else if (type === CNSTR_FRICTION_DOF || type === CNSTR_FRICTION_TENDON) d.nf += size;
  else if (type === CNSTR_LIMIT_JOINT || type === CNSTR_LIMIT_TENDON) d.nl += size;
}

/** Whether no dof moves the opened rows: no columns when sparse, no nonzeros when dense. @reads efc_J */
function isEmpty(d: Data, rows: RowBlock): boolean {
  if (rows.nnz === 0) return true;
  if (rows.sparse) return false;
  const efc_J = d.efc_J;
  const end = rows.base + rows.size * rows.stride;
  for (let k = rows.base; k < end; k++) if (efc_J[k] !== 0) return false;
  return true;
}

/** After the last row: lengths of the runs of rows with equal columns, and the size of `efc_J`. @reads nefc @writes efc_J_rowsuper nJ */
export function closeRows(m: Model, d: Data): void {
  if (!isSparse(m)) {
    d.nJ += dropped[0] * m.nv;
    reserve(m, d, COUNT_NJ, d.nJ);
    return;
  }
  const rowsuper = d.efc_J_rowsuper;
  for (let row = d.nefc - 2; row >= 0; row--) if (rowsuper[row] > 0) rowsuper[row] += rowsuper[row + 1];
}

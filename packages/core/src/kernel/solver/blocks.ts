/**
 * The constraint Jacobian as blocks of rows that share their columns: a contact, an equality, a limit. A block is a small
 * dense matrix with a list of columns, so that products with J gather once per block and H = M + JᵀDJ grows by dense pieces.
 */

import { isSparse } from '../constraint/jacobian/mode.ts';
import type { F64, I32, i32 } from '../dialect.ts';
import { copy, zero } from '../math/linear/leaf.ts';
import { inModel, inOrder, type Order } from '../metric/order.ts';
import { COUNT_NBLOCKCOL, COUNT_NBLOCKJ, type Data, type Model } from '../model/classes.ts';
import { CNSTR_CONTACT_ELLIPTIC, CNSTR_CONTACT_FRICTIONLESS, CNSTR_CONTACT_PYRAMIDAL } from '../model/constants.ts';
import { reserve } from '../model/reserve.ts';
import type { Island } from './island.ts';
import { addRowsT, gather, mulRows, mulSingles } from './leaf.ts';

/** Kinds of blocks, in the order in which rows come. */
export const BLOCK_EQUALITY: i32 = 0;
export const BLOCK_FRICTION: i32 = 1;
export const BLOCK_LIMIT: i32 = 2;
export const BLOCK_CONE: i32 = 3;

/** Rows of one equality that are taken together, and contacts without friction of two bodies. */
const MAX_EQUALITY_ROWS: i32 = 6;
const MAX_CONTACTS: i32 = 4;

/** Blocks of one row from which on they are taken as a run, such as those of the edges of a cloth. */
const SHORTEST_RUN: i32 = 8;

/**
 * Makes the blocks of the rows of an island, from its first block on; sets the last.
 *
 * @reads efc_type efc_id efcRowColumns contact_dim
 * @writes blockRow blockRows blockKind blockContact blockRun
 */
export function makeBlocks(m: Model, d: Data, island: Island, rows: Order, dofs: Order): void {
  let b = island.firstBlock;
  island.firstOther = b;
  for (let r = island.firstRow; r < island.endRow; b++) {
    const e = inModel(rows, r),
      type = d.efc_type[e],
      isContact = type === CNSTR_CONTACT_ELLIPTIC || type === CNSTR_CONTACT_PYRAMIDAL;
    d.blockRow[b] = r;
    d.blockRows[b] = countRows(d, island, rows, r);
    d.blockKind[b] = kindOf(island, r, type);
    d.blockContact[b] = isContact ? d.efc_id[e] : -1;
    if (d.blockKind[b] === BLOCK_EQUALITY) island.firstOther++;
    copyBlock(m, d, island, b, e, dofs);
    r += d.blockRows[b];
  }
  island.endBlock = b;
  for (let k = b - 1; k >= island.firstBlock; k--)
    d.blockRun[k] = k + 1 < b && isFollowed(d, k) ? d.blockRun[k + 1] + 1 : 1;
}

/** Whether block `b` and the next have one row each, of the same width, and lists and values that follow each other. */
function isFollowed(d: Data, b: i32): boolean {
  const width = d.blockWidth[b];
  if (d.blockRows[b] !== 1 || d.blockRows[b + 1] !== 1 || width < 2 || d.blockWidth[b + 1] !== width) return false;
  return d.blockColadr[b + 1] === d.blockColadr[b] + width && d.blockJadr[b + 1] === d.blockJadr[b] + width;
}

/** Kind of the block that starts at row `r`, which is of type `type`. */
function kindOf(island: Island, r: i32, type: i32): i32 {
  if (r < island.firstRow + island.ne) return BLOCK_EQUALITY;
  if (r < island.firstRow + island.ne + island.nf) return BLOCK_FRICTION;
  return type === CNSTR_CONTACT_ELLIPTIC ? BLOCK_CONE : BLOCK_LIMIT;
}

/** Rows of the block that starts at row `r`. */
function countRows(d: Data, island: Island, rows: Order, r: i32): i32 {
  const e = inModel(rows, r),
    type = d.efc_type[e],
    endEquality = island.firstRow + island.ne;
  let count = 1;
  if (r < endEquality) {
    while (count < MAX_EQUALITY_ROWS && r + count < endEquality) {
      const next = inModel(rows, r + count);
      if (next !== e + count || d.efcRowColumns[next] !== d.efcRowColumns[e]) break;
      count++;
    }
  } else if (type === CNSTR_CONTACT_ELLIPTIC) {
    count = d.contact_dim[d.efc_id[e]];
  } else if (type === CNSTR_CONTACT_PYRAMIDAL) {
    count = 2 * (d.contact_dim[d.efc_id[e]] - 1);
  } else if (type === CNSTR_CONTACT_FRICTIONLESS) {
    while (count < MAX_CONTACTS && r + count < island.endRow) {
      const next = inModel(rows, r + count);
      if (next !== e + count || d.efc_type[next] !== type || !shareColumns(d, e, next)) break;
      count++;
    }
  }
  return count;
}

/** Makes room for the blocks of all rows, and starts with none. @reads nJ nefc @writes nblockcol nblockJ */
export function reserveBlocks(m: Model, d: Data): void {
  const cells = isSparse(m) ? d.nJ : d.nefc * m.nv;
  reserve(m, d, COUNT_NBLOCKCOL, cells);
  reserve(m, d, COUNT_NBLOCKJ, cells);
  d.nblockcol = 0;
  d.nblockJ = 0;
}

/** Whether two rows have the same columns. @reads efcRowNnz efcRowColumns efc_J_colind */
function shareColumns(d: Data, e: i32, other: i32): boolean {
  const width = d.efcRowNnz[e];
  return d.efcRowNnz[other] === width && sameColumns(d.efc_J_colind, d.efcRowColumns[e], d.efcRowColumns[other], width);
}

function sameColumns(col: I32, a: i32, b: i32, width: i32): boolean {
  for (let k = 0; k < width; k++) if (col[a + k] !== col[b + k]) return false;
  return true;
}

/**
 * Columns and values of block `b`, whose rows are those from `e` on in both orders; it shares the list of columns with the block before where
 * they are the same.
 *
 * @reads efc_J efc_J_rowadr efc_J_colind efcRowNnz efcRowColumns
 * @writes blockWidth blockColadr blockJadr blockCol blockJ nblockcol nblockJ
 */
function copyBlock(m: Model, d: Data, island: Island, b: i32, e: i32, dofs: Order): void {
  const rows = d.blockRows[b],
    colAdr = d.nblockcol,
    adr = d.nblockJ,
    blockCol = d.blockCol,
    listed = d.efcRowNnz[e],
    width = copyColumns(d, island, e, dofs);
  d.blockWidth[b] = width;
  d.blockJadr[b] = adr;
  d.nblockJ = adr + rows * width;
  const shared = b > 0 && d.blockWidth[b - 1] === width && sameColumns(blockCol, d.blockColadr[b - 1], colAdr, width);
  d.blockColadr[b] = shared ? d.blockColadr[b - 1] : colAdr;
  d.nblockcol = shared ? colAdr : colAdr + width;

  if (isSparse(m)) copy(d.blockJ, adr, d.efc_J, d.efc_J_rowadr[e], rows * width);
  else if (width < listed) copyInside(m, d, island, b, e, dofs);
  else copyDense(m, d, b, e);
}

/**
 * Appends the columns of row `e` to `blockCol`, in the order of the islands; returns how many. Where the Jacobian is dense, a row may list a
 * tree in which it is zero, and which its island then leaves out.
 */
function copyColumns(d: Data, island: Island, e: i32, dofs: Order): i32 {
  const colind = d.efc_J_colind,
    blockCol = d.blockCol,
    list = d.efcRowColumns[e],
    end = list + d.efcRowNnz[e];
  let at = d.nblockcol;
  for (let k = list; k < end; k++) {
    const column = inOrder(dofs, colind[k]);
    if (column < island.firstDof || column >= island.endDof) continue;
    blockCol[at++] = column;
  }
  return at - d.nblockcol;
}

/** Values of block `b` from a dense Jacobian, a run of neighbouring columns at a time. @reads efc_J efc_J_colind efcRowNnz efcRowColumns @writes blockJ */
function copyDense(m: Model, d: Data, b: i32, e: i32): void {
  const colind = d.efc_J_colind,
    list = d.efcRowColumns[e],
    rows = d.blockRows[b],
    width = d.blockWidth[b],
    adr = d.blockJadr[b];
  for (let k = 0; k < width; ) {
    const first = colind[list + k];
    let count = 1;
    while (k + count < width && colind[list + k + count] === first + count) count++;
    for (let q = 0; q < rows; q++) copy(d.blockJ, adr + q * width + k, d.efc_J, (e + q) * m.nv + first, count);
    k += count;
  }
}

/** The same where some of the columns are not in the island. @reads efc_J efc_J_colind efcRowNnz efcRowColumns @writes blockJ */
function copyInside(m: Model, d: Data, island: Island, b: i32, e: i32, dofs: Order): void {
  const colind = d.efc_J_colind,
    list = d.efcRowColumns[e],
    end = list + d.efcRowNnz[e],
    rows = d.blockRows[b],
    width = d.blockWidth[b];
  let at = d.blockJadr[b];
  for (let k = list; k < end; k++) {
    const column = inOrder(dofs, colind[k]);
    if (column < island.firstDof || column >= island.endDof) continue;
    for (let q = 0; q < rows; q++) d.blockJ[at + q * width] = d.efc_J[(e + q) * m.nv + colind[k]];
    at++;
  }
}

/** res (rows) = J·vec over the blocks of an island. */
export function mulBlocks(res: F64, d: Data, vec: F64, island: Island): void {
  const col: I32 = d.blockCol,
    J = d.blockJ,
    buffer = d.solverBuffer;
  let gathered = -1;
  for (let b = island.firstBlock; b < island.endBlock; b++) {
    const c = d.blockColadr[b],
      row = d.blockRow[b],
      rows = d.blockRows[b],
      width = d.blockWidth[b],
      a = d.blockJadr[b];
    if (d.blockRun[b] >= SHORTEST_RUN) {
      mulSingles(res, row, d.blockRun[b], J, a, vec, col, c, width);
      b += d.blockRun[b] - 1;
      continue;
    }
    if (width === 1) {
      const x = vec[col[c]];
      for (let q = 0; q < rows; q++) res[row + q] = J[a + q] * x;
      continue;
    }
    if (rows === 1 && c !== gathered) {
      mulSingles(res, row, 1, J, a, vec, col, c, width);
      continue;
    }
    if (c !== gathered) gather(buffer, vec, col, c, width);
    gathered = c;
    mulRows(res, row, J, a, buffer, width, rows);
  }
}

/** res += Jᵀ·force for `count` rows of `width` numbers, each with its own list of columns. */
function addSinglesT(res: F64, J: F64, a: i32, force: F64, row: i32, count: i32, col: I32, c: i32, width: i32): void {
  let at = 0;
  for (let r = row; r < row + count; r++) {
    const f = force[r];
    for (let k = 0; k < width; k++, at++) res[col[c + at]] += J[a + at] * f;
  }
}

/** res (dofs) = Jᵀ·force over the blocks of an island, row by row. */
export function mulBlocksT(res: F64, d: Data, force: F64, island: Island): void {
  const col: I32 = d.blockCol,
    J = d.blockJ,
    buffer = d.solverBuffer;
  zero(res, island.firstDof, island.endDof - island.firstDof);
  let held = 0; // columns of `res` that are in the buffer: so many, from here in the list
  let list = -1;
  for (let b = island.firstBlock; b < island.endBlock; b++) {
    const row = d.blockRow[b],
      rows = d.blockRows[b];
    if (isIdle(force, row, rows)) continue;
    const c = d.blockColadr[b],
      width = d.blockWidth[b],
      a = d.blockJadr[b];
    if (d.blockRun[b] >= SHORTEST_RUN) {
      for (let k = 0; k < held; k++) res[col[list + k]] = buffer[k];
      held = 0;
      list = -1;
      addSinglesT(res, J, a, force, row, d.blockRun[b], col, c, width);
      b += d.blockRun[b] - 1;
      continue;
    }
    if (c !== list) {
      for (let k = 0; k < held; k++) res[col[list + k]] = buffer[k];
      if (rows === 1) {
        for (let k = 0; k < width; k++) res[col[c + k]] += J[a + k] * force[row];
        held = 0;
        list = -1;
        continue;
      }
      gather(buffer, res, col, c, width);
      held = width;
      list = c;
    }
    addRowsT(buffer, J, a, force, row, width, rows);
  }
  for (let k = 0; k < held; k++) res[col[list + k]] = buffer[k];
}

/** Whether rows have no force. */
function isIdle(force: F64, row: i32, rows: i32): boolean {
  for (let r = row; r < row + rows; r++) if (force[r] !== 0) return false;
  return true;
}

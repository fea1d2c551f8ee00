/**
 * The constraint Jacobian as blocks of rows that share their columns: a contact, an equality, a limit. A block is a small
 * dense matrix with a list of columns, so that products with J gather once per block and H = M + JᵀDJ grows by dense pieces.
 */

import { isSparse } from '../constraint/jacobian-mode.ts';
import type { F64, f64, I32, i32 } from '../dialect.ts';
import { copy } from '../math/leaf.ts';
import { CNSTR_CONTACT_ELLIPTIC, CNSTR_CONTACT_FRICTIONLESS, CNSTR_CONTACT_PYRAMIDAL } from '../model/constants.ts';
import { type Data, DYN_NBLOCKCOL, DYN_NBLOCKJ, type Model } from '../model/kernel.ts';
import { reserve } from '../model/reserve.ts';
import { addRowsT, gather, mulRows } from './leaf.ts';

/** Kinds of blocks, in the order in which rows come. */
export const BLOCK_EQUALITY: i32 = 0;
export const BLOCK_FRICTION: i32 = 1;
export const BLOCK_LIMIT: i32 = 2;
export const BLOCK_CONE: i32 = 3;

/** Rows of one equality that are taken together, and contacts without friction of two bodies. */
const MAX_EQUALITY_ROWS: i32 = 6;
const MAX_CONTACTS: i32 = 4;

/**
 * Makes the blocks of rows `row` ≤ r < `rowEnd`, in the order of the islands when `permuted`; `ne` and `nf` count the rows of equality and friction loss among them. `block` is the number of the first
 * block. Returns the number after the last.
 *
 * @reads efc_J efc_J_rowadr efc_J_colind efcRowNnz efcRowColumns efc_type efc_id contact_dim map_iefc2efc map_dof2idof
 * @writes blockRow blockRows blockKind blockContact blockWidth blockColadr blockJadr blockCol blockJ
 */
export function makeBlocks(
  m: Model,
  d: Data,
  block: i32,
  row: i32,
  rowEnd: i32,
  ne: i32,
  nf: i32,
  permuted: boolean,
): i32 {
  const efc_type = d.efc_type,
    efc_id = d.efc_id,
    map = d.map_iefc2efc;
  const blockRow = d.blockRow,
    blockRows = d.blockRows,
    blockKind = d.blockKind,
    blockContact = d.blockContact;
  const endEquality = row + ne,
    endFriction = endEquality + nf;
  let r = row;
  let b = block;
  while (r < rowEnd) {
    const e = permuted ? map[r] : r;
    const type = efc_type[e],
      id = efc_id[e];
    let kind: i32 = BLOCK_LIMIT;
    let count = 1;
    let contact = -1;
    if (r < endEquality) {
      kind = BLOCK_EQUALITY;
      while (count < MAX_EQUALITY_ROWS && r + count < endEquality) {
        const next = permuted ? map[r + count] : r + count;
        if (next !== e + count || d.efcRowColumns[next] !== d.efcRowColumns[e]) break;
        count++;
      }
    } else if (r < endFriction) {
      kind = BLOCK_FRICTION;
    } else if (type === CNSTR_CONTACT_ELLIPTIC) {
      kind = BLOCK_CONE;
      count = d.contact_dim[id];
      contact = id;
    } else if (type === CNSTR_CONTACT_PYRAMIDAL) {
      count = 2 * (d.contact_dim[id] - 1);
      contact = id;
    } else if (type === CNSTR_CONTACT_FRICTIONLESS) {
      while (count < MAX_CONTACTS && r + count < rowEnd) {
        const next = permuted ? map[r + count] : r + count;
        if (next !== e + count || efc_type[next] !== type || !shareColumns(d, e, next)) break;
        count++;
      }
    }
    blockRow[b] = r;
    blockRows[b] = count;
    blockKind[b] = kind;
    blockContact[b] = contact;
    copyBlock(m, d, b, permuted);
    r += count;
    b++;
  }
  return b;
}

/** Makes room for the blocks of all rows, and starts with none. */
export function reserveBlocks(m: Model, d: Data): void {
  const cells = isSparse(m) ? d.nJ : d.nefc * m.nv;
  reserve(m, d, DYN_NBLOCKCOL, cells);
  reserve(m, d, DYN_NBLOCKJ, cells);
  d.nblockcol = 0;
  d.nblockJ = 0;
}

/** Whether two rows have the same columns. */
function shareColumns(d: Data, e: i32, other: i32): boolean {
  const width = d.efcRowNnz[e];
  return d.efcRowNnz[other] === width && sameColumns(d.efc_J_colind, d.efcRowColumns[e], d.efcRowColumns[other], width);
}

function sameColumns(col: I32, a: i32, b: i32, width: i32): boolean {
  for (let k = 0; k < width; k++) if (col[a + k] !== col[b + k]) return false;
  return true;
}

/** Columns and values of block `b`; it shares the list of columns with the block before where they are the same. */
function copyBlock(m: Model, d: Data, b: i32, permuted: boolean): void {
  const row = d.blockRow[b],
    rows = d.blockRows[b],
    colAdr = d.nblockcol,
    adr = d.nblockJ;
  const blockCol = d.blockCol,
    colind = d.efc_J_colind,
    toIsland = d.map_dof2idof;

  // rows of a block follow each other in both orders and share their columns
  const e = permuted ? d.map_iefc2efc[row] : row;
  const width = d.efcRowNnz[e],
    list = d.efcRowColumns[e];
  d.blockWidth[b] = width;
  d.blockJadr[b] = adr;
  d.nblockJ = adr + rows * width;
  if (permuted) for (let k = 0; k < width; k++) blockCol[colAdr + k] = toIsland[colind[list + k]];
  else for (let k = 0; k < width; k++) blockCol[colAdr + k] = colind[list + k];
  const shared = b > 0 && d.blockWidth[b - 1] === width && sameColumns(blockCol, d.blockColadr[b - 1], colAdr, width);
  d.blockColadr[b] = shared ? d.blockColadr[b - 1] : colAdr;
  d.nblockcol = shared ? colAdr : colAdr + width;

  if (isSparse(m)) {
    copy(d.blockJ, adr, d.efc_J, d.efc_J_rowadr[e], rows * width);
    return;
  }
  for (let k = 0; k < width; ) {
    const first = colind[list + k];
    let count = 1;
    while (k + count < width && colind[list + k + count] === first + count) count++;
    for (let q = 0; q < rows; q++) copy(d.blockJ, adr + q * width + k, d.efc_J, (e + q) * m.nv + first, count);
    k += count;
  }
}

/** res (rows) = J·vec over blocks `first` ≤ b < `end`. `buffer` (nv) is working memory. */
export function mulBlocks(res: F64, d: Data, vec: F64, first: i32, end: i32, buffer: F64): void {
  const blockRow = d.blockRow,
    blockRows = d.blockRows,
    blockWidth = d.blockWidth;
  const blockColadr = d.blockColadr,
    blockJadr = d.blockJadr,
    col: I32 = d.blockCol,
    J = d.blockJ;
  let gathered = -1;
  for (let b = first; b < end; b++) {
    const width = blockWidth[b],
      c = blockColadr[b],
      row = blockRow[b],
      rows = blockRows[b];
    const a = blockJadr[b];
    if (width === 1) {
      const x = vec[col[c]];
      for (let q = 0; q < rows; q++) res[row + q] = J[a + q] * x;
      continue;
    }
    if (rows === 1 && c !== gathered) {
      res[row] = mulListed(J, a, vec, col, c, width);
      continue;
    }
    if (c !== gathered) gather(buffer, vec, col, c, width);
    gathered = c;
    mulRows(res, row, J, a, buffer, width, rows);
  }
}

/** A row of J times the elements of `vec` that are listed at col[c]; a sum has two parts, as in `mulRows`. */
function mulListed(J: F64, a: i32, vec: F64, col: I32, c: i32, width: i32): f64 {
  let even: f64 = 0;
  let odd: f64 = 0;
  let k = 0;
  for (; k < width - 1; k += 2) {
    even += J[a + k] * vec[col[c + k]];
    odd += J[a + k + 1] * vec[col[c + k + 1]];
  }
  if (k < width) even += J[a + k] * vec[col[c + k]];
  return even + odd;
}

/** res[dof ≤ i < dofEnd] = Jᵀ·force over blocks `first` ≤ b < `end`, row by row. `buffer` (nv) is working memory. */
export function mulBlocksT(
  res: F64,
  d: Data,
  force: F64,
  first: i32,
  end: i32,
  dof: i32,
  dofEnd: i32,
  buffer: F64,
): void {
  const blockRow = d.blockRow,
    blockRows = d.blockRows,
    blockWidth = d.blockWidth;
  const blockColadr = d.blockColadr,
    blockJadr = d.blockJadr,
    col: I32 = d.blockCol,
    J = d.blockJ;
  for (let i = dof; i < dofEnd; i++) res[i] = 0;
  let held = 0; // columns of `res` that are in the buffer: so many, from here in the list
  let list = -1;
  for (let b = first; b < end; b++) {
    const width = blockWidth[b],
      c = blockColadr[b],
      row = blockRow[b],
      rows = blockRows[b],
      a = blockJadr[b];
    let idle = true;
    for (let q = 0; q < rows; q++) if (force[row + q] !== 0) idle = false;
    if (idle) continue;
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

/**
 * The constraint Jacobian as blocks of rows that share their columns: a contact, an equality, a limit. A block is a small
 * dense matrix with a list of columns, so that products with J gather once per block and H = M + JᵀDJ grows by dense pieces.
 */
import type { F64, I32, i32 } from '../dialect.ts';
import { addToScl, dot, zero } from '../math/leaf.ts';
import { CNSTR_CONTACT_ELLIPTIC, CNSTR_CONTACT_PYRAMIDAL, JAC_AUTO, JAC_SPARSE } from '../model/constants.ts';
import { type Data, DYN_NBLOCKCOL, DYN_NBLOCKJ, type Model } from '../model/kernel.ts';
import { reserve } from '../model/reserve.ts';

/** Kinds of blocks, in the order in which rows come. */
export const BLOCK_EQUALITY: i32 = 0;
export const BLOCK_FRICTION: i32 = 1;
export const BLOCK_LIMIT: i32 = 2;
export const BLOCK_CONE: i32 = 3;

/** Most rows of a block: a pyramid of condim 6. */
export const MAX_ROWS: i32 = 10;

/** Rows of one equality that are taken together. */
const MAX_EQUALITY_ROWS: i32 = 6;

/** From this number of dofs on, the Jacobian is sparse unless the option says otherwise. */
const SPARSE_DOFS: i32 = 60;

export function isSparse(m: Model): boolean {
  return m.opt_jacobian === JAC_SPARSE || (m.opt_jacobian === JAC_AUTO && m.nv >= SPARSE_DOFS);
}

/**
 * Makes the blocks of rows `row` ≤ r < `rowEnd` and dofs `dof` ≤ i < `dofEnd`, given in the order of the islands when
 * `permuted`; `ne` and `nf` count the rows of equality and friction loss among them. `block` is the number of the first
 * block. Returns the number after the last.
 *
 * @reads efc_J efc_J_rownnz efc_J_rowadr efc_J_colind efc_type efc_id contact_dim map_iefc2efc map_idof2dof map_dof2idof
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
  dof: i32,
  dofEnd: i32,
  permuted: boolean,
): i32 {
  const efc_type = d.efc_type,
    efc_id = d.efc_id,
    map = d.map_iefc2efc;
  const blockRow = d.blockRow,
    blockRows = d.blockRows,
    blockKind = d.blockKind,
    blockContact = d.blockContact;
  const sparse = isSparse(m);
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
        if (efc_id[next] !== id || (sparse && !sameColumns(d, e, next))) break;
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
    }
    blockRow[b] = r;
    blockRows[b] = count;
    blockKind[b] = kind;
    blockContact[b] = contact;
    if (sparse) copySparseBlock(d, b, permuted);
    else copyDenseBlock(m.nv, d, b, dof, dofEnd, permuted);
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

function sameColumns(d: Data, a: i32, b: i32): boolean {
  const n = d.efc_J_rownnz[a];
  if (d.efc_J_rownnz[b] !== n) return false;
  const colind = d.efc_J_colind,
    i = d.efc_J_rowadr[a],
    j = d.efc_J_rowadr[b];
  for (let k = 0; k < n; k++) if (colind[i + k] !== colind[j + k]) return false;
  return true;
}

/** Columns and values of block `b` from compressed rows. */
function copySparseBlock(d: Data, b: i32, permuted: boolean): void {
  const J = d.efc_J,
    rowadr = d.efc_J_rowadr,
    colind = d.efc_J_colind,
    blockJ = d.blockJ,
    blockCol = d.blockCol;
  const row = d.blockRow[b],
    rows = d.blockRows[b];
  const colAdr = d.nblockcol;
  let adr = d.nblockJ;
  const e = permuted ? d.map_iefc2efc[row] : row;
  const width = d.efc_J_rownnz[e],
    start = rowadr[e];
  d.blockWidth[b] = width;
  d.blockColadr[b] = colAdr;
  d.blockJadr[b] = adr;
  if (permuted) {
    const map = d.map_dof2idof;
    for (let k = 0; k < width; k++) blockCol[colAdr + k] = map[colind[start + k]];
  } else {
    for (let k = 0; k < width; k++) blockCol[colAdr + k] = colind[start + k];
  }
  for (let q = 0; q < rows; q++) {
    const from = rowadr[permuted ? d.map_iefc2efc[row + q] : row + q];
    for (let k = 0; k < width; k++) blockJ[adr + k] = J[from + k];
    adr += width;
  }
  d.nblockcol = colAdr + width;
  d.nblockJ = adr;
}

/** Columns and values of block `b` from dense rows: the columns in which any of its rows is not zero. */
function copyDenseBlock(nv: i32, d: Data, b: i32, dof: i32, dofEnd: i32, permuted: boolean): void {
  const J = d.efc_J,
    mapDof = d.map_idof2dof,
    mapRow = d.map_iefc2efc,
    blockJ = d.blockJ,
    blockCol = d.blockCol;
  const row = d.blockRow[b],
    rows = d.blockRows[b];
  const colAdr = d.nblockcol,
    adr = d.nblockJ;

  // rows of a block follow each other in both orders
  const first = nv * (permuted ? mapRow[row] : row);
  const last = first + (rows - 1) * nv;
  let width = 0;
  for (let i = dof; i < dofEnd; i++) {
    const j = permuted ? mapDof[i] : i;
    let at = first + j;
    while (at < last && J[at] === 0) at += nv;
    if (J[at] === 0) continue;
    blockCol[colAdr + width] = i;
    width++;
  }
  for (let k = 0; k < width; k++) {
    const i = blockCol[colAdr + k];
    const j = permuted ? mapDof[i] : i;
    let from = first + j;
    let to = adr + k;
    for (let q = 0; q < rows; q++) {
      blockJ[to] = J[from];
      from += nv;
      to += width;
    }
  }
  d.blockWidth[b] = width;
  d.blockColadr[b] = colAdr;
  d.blockJadr[b] = adr;
  d.nblockcol = colAdr + width;
  d.nblockJ = adr + rows * width;
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
  for (let b = first; b < end; b++) {
    const width = blockWidth[b],
      c = blockColadr[b],
      row = blockRow[b],
      rows = blockRows[b];
    let a = blockJadr[b];
    if (width === 1) {
      const x = vec[col[c]];
      for (let q = 0; q < rows; q++) res[row + q] = J[a + q] * x;
      continue;
    }
    for (let k = 0; k < width; k++) buffer[k] = vec[col[c + k]];
    for (let q = 0; q < rows; q++) {
      res[row + q] = dot(J, a, buffer, 0, width);
      a += width;
    }
  }
}

/** res[dof ≤ i < dofEnd] = Jᵀ·force over blocks `first` ≤ b < `end`. `buffer` (nv) is working memory. */
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
  for (let b = first; b < end; b++) {
    const width = blockWidth[b],
      c = blockColadr[b],
      row = blockRow[b],
      rows = blockRows[b],
      a = blockJadr[b];
    if (width === 1) {
      for (let q = 0; q < rows; q++) res[col[c]] += J[a + q] * force[row + q];
      continue;
    }
    let used = 0;
    for (let q = 0; q < rows; q++) {
      const f = force[row + q];
      if (f === 0) continue;
      if (used === 0) zero(buffer, 0, width);
      addToScl(buffer, 0, J, a + q * width, f, width);
      used++;
    }
    if (used > 0) for (let k = 0; k < width; k++) res[col[c + k]] += buffer[k];
  }
}

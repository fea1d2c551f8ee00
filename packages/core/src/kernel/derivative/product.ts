// @cold

import { EMPTY_F64, EMPTY_I32, type F64, type f64, type I32, type i32 } from '../dialect.ts';
import { addToSclSparseInc } from '../math/linear/sparse.ts';
import type { Model } from '../model/classes.ts';

/** A sparse row over the dofs: `nnz` values from `adr` on, and their columns from `columnadr` on. */
export class SparseRow {
  values: F64 = EMPTY_F64;
  adr: i32 = 0;
  columns: I32 = EMPTY_I32;
  columnadr: i32 = 0;
  nnz: i32 = 0;
}

/** res += s·JᵀJ for a row J. `res` has the pattern of D; what that does not have is left out. */
export function addRowSquare(res: F64, m: Model, row: SparseRow, s: f64): void {
  const { values: J, columns: colind, columnadr: at, nnz } = row;
  for (let k = 0; k < nnz; k++) {
    const i = colind[at + k];
    const adr = m.D_rowadr[i];
    addToSclSparseInc(res, adr, m.D_colind, adr, m.D_rownnz[i], J, row.adr, colind, at, nnz, J[row.adr + k] * s);
  }
}

const row = new SparseRow();

/** The same for the row whose values and columns both start at `adr`. */
export function addSquare(res: F64, m: Model, jac: F64, ind: I32, adr: i32, nnz: i32, s: f64): void {
  row.values = jac;
  row.adr = adr;
  row.columns = ind;
  row.columnadr = adr;
  row.nnz = nnz;
  addRowSquare(res, m, row, s);
}

import type { F64, f64, I32, i32 } from '../dialect.ts';
import { addToSclSparseInc } from '../math/sparse.ts';
import type { Model } from '../model/kernel.ts';

/**
 * res += s·aᵀb for two sparse rows over dofs: `a` has `na` entries with columns at `aind`, `b` likewise. `res` has the pattern of D; what
 * that does not have is left out.
 */
export function addOuter(
  res: F64,
  m: Model,
  a: F64,
  i: i32,
  aind: I32,
  ai: i32,
  na: i32,
  b: F64,
  j: i32,
  bind: I32,
  bj: i32,
  nb: i32,
  s: f64,
): void {
  const D_rowadr = m.D_rowadr;
  const D_rownnz = m.D_rownnz;
  for (let k = 0; k < na; k++) {
    const row = aind[ai + k];
    const adr = D_rowadr[row];
    addToSclSparseInc(res, adr, m.D_colind, adr, D_rownnz[row], b, j, bind, bj, nb, a[i + k] * s);
  }
}

/** res += s·JᵀJ for one sparse row. */
export function addSquare(res: F64, m: Model, jac: F64, ind: I32, adr: i32, nnz: i32, s: f64): void {
  addOuter(res, m, jac, adr, ind, adr, nnz, jac, adr, ind, adr, nnz, s);
}

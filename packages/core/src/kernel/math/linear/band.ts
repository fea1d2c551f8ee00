/**
 * Symmetric band-dense matrices, lower triangle: `ntotal - ndense` rows of `nband` elements (left of the diagonal, inclusive),
 * then `ndense` full rows of `ntotal` elements.
 * @cold
 */
import type { F64, f64, i32 } from '../../dialect.ts';
import { MINVAL, minI } from '../scalar.ts';
import { addToScl, copy, dot, zero } from './leaf.ts';

/** Address of the diagonal element of row i. */
export function bandDiag(i: i32, ntotal: i32, nband: i32, ndense: i32): i32 {
  const nsparse = ntotal - ndense;
  return i < nsparse ? i * nband + nband - 1 : nsparse * nband + (i - nsparse) * ntotal + i;
}

/**
 * Cholesky factor, in place, of the matrix with `diagadd + diagmul·diagonal` added to its diagonal.
 * Returns the smallest pivot before its root, or 0 as soon as a pivot is below MINVAL.
 */
export function cholFactorBand(
  mat: F64,
  m: i32,
  ntotal: i32,
  nband: i32,
  ndense: i32,
  diagadd: f64,
  diagmul: f64,
): f64 {
  const nsparse = ntotal - ndense;
  let smallest: f64 = -1;
  for (let j = 0; j < ntotal; j++) {
    const jj = m + bandDiag(j, ntotal, nband, ndense);
    const width: i32 = j < nsparse ? minI(j, nband - 1) : j;
    const pivot = diagadd + diagmul * mat[jj] + mat[jj] - dot(mat, jj - width, mat, jj - width, width);
    if (pivot < smallest || smallest < 0) smallest = pivot;
    if (pivot < MINVAL) return 0;
    const root = Math.sqrt(pivot);
    const inv = 1 / root;

    // rows of the band that reach column j, then the dense rows
    const reach = minI(nsparse - 1, j + nband - 1);
    for (let i = j + 1; i <= reach; i++) {
      const ij = m + (i + 1) * nband - 1 - (i - j);
      const common = minI(j, nband - 1 - (i - j));
      mat[ij] = inv * (mat[ij] - dot(mat, jj - common, mat, ij - common, common));
    }
    const first: i32 = j < nsparse ? nsparse : j + 1;
    for (let i = first; i < ntotal; i++) {
      const ij = m + nsparse * nband + (i - nsparse) * ntotal + j;
      mat[ij] = inv * (mat[ij] - dot(mat, jj - width, mat, ij - width, width));
    }
    mat[jj] = root;
  }
  return smallest;
}

/** res = A⁻¹·vec with the factor of A; `res` may be `vec`. */
export function cholSolveBand(
  res: F64,
  r: i32,
  mat: F64,
  m: i32,
  vec: F64,
  v: i32,
  ntotal: i32,
  nband: i32,
  ndense: i32,
): void {
  const nsparse = ntotal - ndense;
  copy(res, r, vec, v, ntotal);
  for (let i = 0; i < ntotal; i++) {
    const ii = m + bandDiag(i, ntotal, nband, ndense);
    const width: i32 = i < nsparse ? minI(i, nband - 1) : i;
    res[r + i] = (res[r + i] - dot(mat, ii - width, res, r + i - width, width)) / mat[ii];
  }
  for (let i = ntotal - 1; i >= 0; i--) {
    let s: f64 = res[r + i];
    const reach = minI(nsparse - 1, i + nband - 1);
    for (let j = i + 1; j <= reach; j++) s -= mat[m + (j + 1) * nband - 1 - (j - i)] * res[r + j];
    const first: i32 = i < nsparse ? nsparse : i + 1;
    for (let j = first; j < ntotal; j++) s -= mat[m + nsparse * nband + (j - nsparse) * ntotal + i] * res[r + j];
    res[r + i] = s / mat[m + bandDiag(i, ntotal, nband, ndense)];
  }
}

/** res (dense ntotal×ntotal) = the matrix; its upper triangle is zero unless `symmetric`. */
export function band2Dense(
  res: F64,
  r: i32,
  mat: F64,
  m: i32,
  ntotal: i32,
  nband: i32,
  ndense: i32,
  symmetric: boolean,
): void {
  const nsparse = ntotal - ndense;
  zero(res, r, ntotal * ntotal);
  for (let i = 0; i < ntotal; i++) {
    const width: i32 = i < nsparse ? minI(i, nband - 1) : i;
    copy(res, r + i * ntotal + i - width, mat, m + bandDiag(i, ntotal, nband, ndense) - width, width + 1);
    if (symmetric) for (let j = 0; j < i; j++) res[r + j * ntotal + i] = res[r + i * ntotal + j];
  }
}

/** res (band-dense) = lower triangle of a dense matrix */
export function dense2Band(res: F64, r: i32, mat: F64, m: i32, ntotal: i32, nband: i32, ndense: i32): void {
  const nsparse = ntotal - ndense;
  for (let i = 0; i < ntotal; i++) {
    const width: i32 = i < nsparse ? minI(i, nband - 1) : i;
    copy(res, r + bandDiag(i, ntotal, nband, ndense) - width, mat, m + i * ntotal + i - width, width + 1);
  }
}

/** res = mat·vec for `nvec` vectors; the upper triangle takes part when `symmetric`. */
export function bandMulMatVec(
  res: F64,
  r: i32,
  mat: F64,
  m: i32,
  vec: F64,
  v: i32,
  ntotal: i32,
  nband: i32,
  ndense: i32,
  nvec: i32,
  symmetric: boolean,
): void {
  const nsparse = ntotal - ndense;
  for (let k = 0; k < nvec; k++) {
    const rk = r + k * ntotal,
      vk = v + k * ntotal;
    for (let i = 0; i < ntotal; i++) {
      const width: i32 = i < nsparse ? minI(i, nband - 1) : i;
      const adr = m + bandDiag(i, ntotal, nband, ndense) - width;
      res[rk + i] = dot(mat, adr, vec, vk + i - width, width + 1);
      if (symmetric) addToScl(res, rk + i - width, mat, adr, vec[vk + i], width);
    }
  }
}

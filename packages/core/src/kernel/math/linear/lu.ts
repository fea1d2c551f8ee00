/**
 * LU factors of square matrices, dense with partial pivoting and sparse without new nonzeros, and the 3×3 system.
 * @cold
 */
import { type F64, type f64, type I32, type i32, scratchF64 } from '../../dialect.ts';
import { MINVAL } from '../scalar.ts';
import { copy, dotSparse } from './leaf.ts';

const work = scratchF64(12); // 3×3 system with its right-hand side

/**
 * Factorises `mat` (n×n) in place: L (unit diagonal, not stored) below, U on and above the diagonal.
 * `pivot[k]` is the row that was exchanged with row k. Returns false if the matrix is singular.
 */
export function luFactor(mat: F64, m: i32, n: i32, pivot: I32, p: i32): boolean {
  for (let k = 0; k < n; k++) {
    // the largest element of the column
    let best: f64 = Math.abs(mat[m + k * n + k]);
    let row = k;
    for (let i = k + 1; i < n; i++) {
      const size = Math.abs(mat[m + i * n + k]);
      if (size > best) {
        best = size;
        row = i;
      }
    }
    pivot[p + k] = row;
    if (best < MINVAL) return false;
    if (row !== k) {
      for (let j = 0; j < n; j++) {
        const t = mat[m + k * n + j];
        mat[m + k * n + j] = mat[m + row * n + j];
        mat[m + row * n + j] = t;
      }
    }

    // eliminate the column below
    const inv = 1 / mat[m + k * n + k];
    for (let i = k + 1; i < n; i++) {
      const s = mat[m + i * n + k] * inv;
      mat[m + i * n + k] = s;
      for (let j = k + 1; j < n; j++) mat[m + i * n + j] -= s * mat[m + k * n + j];
    }
  }
  return true;
}

/** res = A⁻¹·vec with the factor of A; `res` may be `vec`. */
export function luSolve(res: F64, r: i32, lu: F64, m: i32, vec: F64, v: i32, pivot: I32, p: i32, n: i32): void {
  copy(res, r, vec, v, n);
  for (let i = 0; i < n; i++) {
    const row = pivot[p + i];
    let s: f64 = res[r + row];
    if (row !== i) res[r + row] = res[r + i];
    for (let j = 0; j < i; j++) s -= lu[m + i * n + j] * res[r + j];
    res[r + i] = s;
  }
  for (let i = n - 1; i >= 0; i--) {
    let s: f64 = res[r + i];
    for (let j = i + 1; j < n; j++) s -= lu[m + i * n + j] * res[r + j];
    res[r + i] = s / lu[m + i * (n + 1)];
  }
}

/** res = mat⁻¹·vec for a 3×3 matrix, by elimination without pivoting; `res` may be `vec`. */
export function solve3(res: F64, r: i32, mat: F64, m: i32, vec: F64, v: i32): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) work[4 * i + j] = mat[m + 3 * i + j];
    work[4 * i + 3] = vec[v + i];
  }
  for (let i = 0; i < 3; i++) {
    const pivot = work[5 * i];
    for (let j = i; j < 4; j++) work[4 * i + j] /= pivot;
    for (let k = 0; k < 3; k++) {
      if (k === i) continue;
      const s = work[4 * k + i];
      for (let j = i; j < 4; j++) work[4 * k + j] -= s * work[4 * i + j];
    }
  }
  res[r] = work[3];
  res[r + 1] = work[7];
  res[r + 2] = work[11];
}

/**
 * Factorises a sparse matrix in place as (U + 1)·L, from the last row to the first, for patterns that need no new nonzeros
 * (those of a kinematic tree). With `indexed`, only the `n` rows listed in `index`. `left` (n) is working memory.
 * A pivot smaller than MINVAL is raised to it, with its sign. Returns the last row where that was so, or -1; -2 if the pattern needs a new nonzero.
 */
export function luFactorSparse(
  lu: F64,
  n: i32,
  left: I32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  index: I32,
  indexed: boolean,
): i32 {
  let singular: i32 = -1;
  for (let k = 0; k < n; k++) left[k] = rownnz[indexed ? index[k] : k];
  for (let r = n - 1; r >= 0; r--) {
    const i: i32 = indexed ? index[r] : r;
    const start = rowadr[i];
    left[r]--;
    const diag = start + left[r];
    if (Math.abs(lu[diag]) < MINVAL) {
      lu[diag] = lu[diag] < 0 ? -MINVAL : MINVAL;
      if (singular < 0) singular = i;
    }

    // rows above that reach column i
    for (let c = r - 1; c >= 0; c--) {
      const j: i32 = indexed ? index[c] : c;
      const at = rowadr[j] + left[c] - 1;
      if (left[c] === 0 || colind[at] !== i) continue;
      left[c]--;
      const s = lu[at] / lu[diag];
      lu[at] = s;

      // row j -= s·(row i left of the diagonal), whose columns row j must have
      let q = start;
      for (let k = rowadr[j]; k < at && q < diag; k++) {
        if (colind[k] !== colind[q]) continue;
        lu[k] -= lu[q] * s;
        q++;
      }
      if (q !== diag) return -2;
    }
  }
  return singular;
}

/**
 * res = A⁻¹·vec with the sparse factor of A; `diag[i]` is the position of the diagonal within row i. With `indexed`, only at
 * the `n` rows listed in `index`. `res` may be `vec`.
 */
export function luSolveSparse(
  res: F64,
  r: i32,
  lu: F64,
  vec: F64,
  v: i32,
  n: i32,
  rownnz: I32,
  rowadr: I32,
  diag: I32,
  colind: I32,
  index: I32,
  indexed: boolean,
): void {
  // (U + 1)·y = vec
  for (let k = n - 1; k >= 0; k--) {
    const i: i32 = indexed ? index[k] : k;
    const first = diag[i] + 1,
      adr = rowadr[i] + first,
      count = rownnz[i] - first;
    let s: f64 = vec[v + i];
    if (count > 0) s -= dotSparse(lu, adr, res, r, count, colind, adr);
    res[r + i] = s;
  }

  // L·x = y
  for (let k = 0; k < n; k++) {
    const i: i32 = indexed ? index[k] : k;
    const count = diag[i],
      adr = rowadr[i];
    if (count > 0) res[r + i] -= dotSparse(lu, adr, res, r, count, colind, adr);
    res[r + i] /= lu[adr + count];
  }
}

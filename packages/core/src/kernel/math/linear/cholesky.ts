/**
 * Cholesky factors of symmetric positive definite matrices. Dense: A = L·Lᵀ in the lower triangle, row major.
 * Sparse: A = Lᵀ·L from the last row to the first, L in compressed rows with the diagonal last.
 */
import type { F64, f64, I32, i32 } from '../../dialect.ts';
import { MINVAL } from '../scalar.ts';
import { copy, dot, dotSparse, zero } from './leaf.ts';

/**
 * Factorises the lower triangle of `mat` (n×n) in place; the upper one is neither read nor written. A pivot below `mindiag`
 * becomes `mindiag` and its column zero. Returns the rank: n less the number of such pivots.
 */
export function cholFactor(mat: F64, m: i32, n: i32, mindiag: f64): i32 {
  let rank = n;
  for (let j = 0; j < n; j++) {
    const row = m + j * n;
    let pivot: f64 = mat[row + j];
    if (j > 0) pivot -= dot(mat, row, mat, row, j);
    if (pivot < mindiag) {
      rank--;
      mat[row + j] = Math.sqrt(mindiag);
      for (let i = j + 1; i < n; i++) mat[m + i * n + j] = 0;
      continue;
    }
    const root = Math.sqrt(pivot);
    const inv = 1 / root;
    mat[row + j] = root;
    for (let i = j + 1; i < n; i++) {
      const other = m + i * n;
      mat[other + j] = (mat[other + j] - dot(mat, other, mat, row, j)) * inv;
    }
  }
  return rank;
}

/** res = A⁻¹·vec, with the factor of A; `res` may be `vec`. */
export function cholSolve(res: F64, r: i32, mat: F64, m: i32, vec: F64, v: i32, n: i32): void {
  copy(res, r, vec, v, n);

  // L·y = vec
  for (let i = 0; i < n; i++) {
    if (i > 0) res[r + i] -= dot(mat, m + i * n, res, r, i);
    res[r + i] /= mat[m + i * (n + 1)];
  }

  // Lᵀ·x = y
  for (let i = n - 1; i >= 0; i--) {
    let s: f64 = res[r + i];
    for (let j = i + 1; j < n; j++) s -= mat[m + j * n + i] * res[r + j];
    res[r + i] = s / mat[m + i * (n + 1)];
  }
}

/**
 * Changes the factor of A to that of A + x·xᵀ (`plus`) or A - x·xᵀ; destroys `x`.
 * Returns the rank: n less the number of pivots that had to be kept above MINVAL.
 */
export function cholUpdate(mat: F64, m: i32, x: F64, v: i32, n: i32, plus: boolean): i32 {
  let rank = n;
  for (let k = 0; k < n; k++) {
    const xk = x[v + k];
    if (xk === 0) continue;
    const diag = mat[m + k * (n + 1)];
    let square: f64 = plus ? diag * diag + xk * xk : diag * diag + -xk * xk;
    if (square < MINVAL) {
      square = MINVAL;
      rank--;
    }
    const root = Math.sqrt(square);
    const c = root / diag;
    const cinv = 1 / c;
    const s = xk / diag;
    mat[m + k * (n + 1)] = root;
    const signed: f64 = plus ? s : -s;
    for (let i = k + 1; i < n; i++) {
      const a = m + i * n + k;
      const xi = x[v + i];
      const value = (mat[a] + signed * xi) * cinv;
      mat[a] = value;
      x[v + i] = c * xi - s * value;
    }
  }
  return rank;
}

/**
 * Counts the nonzeros of the sparse factor L of a symmetric matrix, and of its transpose: `Lnnz`, `Ladr`, `LTnnz`, `LTadr`.
 * Reads the upper triangle of the pattern. `parent` and `flag` (n each) are working memory. Returns the number of nonzeros.
 *
 * Row r of the factor is reached from the elements right of its diagonal along the elimination tree.
 *
 * @see Davis, Algorithm 849: a concise sparse Cholesky factorization package (2005)
 */
export function cholCount(
  Lnnz: I32,
  Ladr: I32,
  LTnnz: I32,
  LTadr: I32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  n: i32,
  parent: I32,
  flag: I32,
): i32 {
  for (let r = n - 1; r >= 0; r--) {
    parent[r] = -1;
    flag[r] = r;
    Lnnz[r] = 1;
    LTnnz[r] = 1;
    const start = rowadr[r],
      end = start + rownnz[r];
    for (let k = start; k < end; k++) {
      let i = colind[k];
      if (i <= r) continue;
      while (flag[i] !== r) {
        if (parent[i] === -1) parent[i] = r;
        Lnnz[i]++;
        LTnnz[r]++;
        flag[i] = r;
        i = parent[i];
      }
    }
  }
  let adr = 0;
  let adrT = 0;
  for (let r = 0; r < n; r++) {
    Ladr[r] = adr;
    LTadr[r] = adrT;
    adr += Lnnz[r];
    adrT += LTnnz[r];
  }
  return adr;
}

/**
 * Fills the columns of L and of its transpose, given the counts of `cholCount`; `LTmap` tells where in L an element of the
 * transpose is. `parent`, `flag`, `cursor` (n each) are working memory.
 */
export function cholPattern(
  Lind: I32,
  Lnnz: I32,
  Ladr: I32,
  LTind: I32,
  LTadr: I32,
  LTmap: I32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  n: i32,
  parent: I32,
  flag: I32,
  cursor: I32,
): void {
  for (let r = 0; r < n; r++) cursor[r] = Ladr[r] + Lnnz[r] - 2;
  for (let r = n - 1; r >= 0; r--) {
    parent[r] = -1;
    flag[r] = r;

    // the diagonal is last in L, first in the transpose
    const diag = Ladr[r] + Lnnz[r] - 1;
    let w = LTadr[r];
    Lind[diag] = r;
    LTind[w] = r;
    LTmap[w] = diag;
    w++;
    const start = rowadr[r],
      end = start + rownnz[r];
    for (let k = start; k < end; k++) {
      let i = colind[k];
      if (i <= r) continue;
      while (flag[i] !== r) {
        if (parent[i] === -1) parent[i] = r;
        const a = cursor[i];
        cursor[i] = a - 1;
        Lind[a] = r;
        LTind[w] = i;
        LTmap[w] = a;
        w++;
        flag[i] = r;
        i = parent[i];
      }
    }
  }
}

/**
 * Values of the sparse factor of H (its lower triangle is read), for the pattern of `cholPattern`.
 * Pivots below `mindiag` become `mindiag`. `dense` (n) is working memory. Returns the rank.
 */
export function cholValues(
  L: F64,
  n: i32,
  mindiag: f64,
  Lnnz: I32,
  Ladr: I32,
  Lind: I32,
  LTnnz: I32,
  LTadr: I32,
  LTind: I32,
  LTmap: I32,
  H: F64,
  Hnnz: I32,
  Hadr: I32,
  Hind: I32,
  dense: F64,
): i32 {
  let rank = n;
  zero(dense, 0, n);
  for (let r = n - 1; r >= 0; r--) {
    // row r of H, less what the rows below contribute
    const h = Hadr[r],
      hEnd = h + Hnnz[r];
    for (let k = h; k < hEnd; k++) dense[Hind[k]] = H[k];
    const t = LTadr[r],
      tEnd = t + LTnnz[r];
    for (let k = t + 1; k < tEnd; k++) {
      const at = LTmap[k];
      const s = L[at];
      for (let a = Ladr[LTind[k]]; a <= at; a++) dense[Lind[a]] -= s * L[a];
    }

    // scale by the pivot, leave dense at zero
    let pivot: f64 = dense[r];
    if (pivot < mindiag) {
      pivot = mindiag;
      rank--;
    }
    const root = Math.sqrt(pivot);
    const inv = 1 / root;
    const start = Ladr[r],
      diag = start + Lnnz[r] - 1;
    for (let a = start; a < diag; a++) {
      L[a] = dense[Lind[a]] * inv;
      dense[Lind[a]] = 0;
    }
    L[diag] = root;
    dense[r] = 0;
  }
  return rank;
}

/** res = A⁻¹·vec, with the sparse factor of A; `res` may be `vec`. */
export function cholSolveSparse(
  res: F64,
  r: i32,
  L: F64,
  vec: F64,
  v: i32,
  n: i32,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
): void {
  copy(res, r, vec, v, n);

  // Lᵀ·y = vec
  for (let i = n - 1; i >= 0; i--) {
    if (res[r + i] === 0) continue;
    const start = rowadr[i],
      diag = start + rownnz[i] - 1;
    const y = res[r + i] / L[diag];
    res[r + i] = y;
    for (let k = start; k < diag; k++) res[r + colind[k]] -= L[k] * y;
  }

  // L·x = y
  for (let i = 0; i < n; i++) {
    const start = rowadr[i],
      count = rownnz[i] - 1;
    if (count > 0) res[r + i] -= dotSparse(L, start, res, r, count, colind, start);
    res[r + i] /= L[start + count];
  }
}

/**
 * Changes the sparse factor of A to that of A + x·xᵀ (`plus`) or A - x·xᵀ, by Givens rotations; the pattern must not grow.
 * `x` is sparse with increasing indices, `dense` (n) is working memory. Returns the rank.
 */
export function cholUpdateSparse(
  L: F64,
  x: F64,
  v: i32,
  n: i32,
  plus: boolean,
  rownnz: I32,
  rowadr: I32,
  colind: I32,
  xnnz: i32,
  xind: I32,
  xi: i32,
  dense: F64,
): i32 {
  if (xnnz === 0) return n;
  const last = xind[xi + xnnz - 1];
  zero(dense, 0, last + 1);
  for (let k = 0; k < xnnz; k++) dense[xind[xi + k]] = x[v + k];

  let rank = n;
  for (let i = last; i >= 0; i--) {
    const value = dense[i];
    if (value === 0) continue;
    const start = rowadr[i],
      at = start + rownnz[i] - 1;
    const diag = L[at];
    let square: f64 = plus ? diag * diag + value * value : diag * diag + -value * value;
    if (square < MINVAL) {
      square = MINVAL;
      rank--;
    }
    const root = Math.sqrt(square);
    L[at] = root;

    // rotate the row against the vector
    const c = diag / root;
    const s = -value / root;
    const signed: f64 = plus ? -s : s;
    for (let k = start; k < at; k++) {
      const j = colind[k];
      const l = L[k],
        w = dense[j];
      L[k] = c * l + signed * w;
      dense[j] = s * l + c * w;
    }
  }
  return rank;
}

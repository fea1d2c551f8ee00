/**
 * Dense loops over panels: the first columns of a symmetric matrix or its factor, column major with a leading dimension. `panel.as.ts` holds
 * the same functions with SIMD. Both give the same bits: each element is the result of one chain of operations, in one order, however many
 * elements are computed at a time. The lower triangle counts, the upper may be overwritten.
 *
 * Parameters are as in BLAS (array, offset and leading dimension of each operand): records would have to be filled for every call.
 */
import type { F64, f64, i32 } from '../../dialect.ts';
import { MINVAL } from '../scalar.ts';

/** One column of C, from row `j` on: C -= Σ A·A[j] over the first `n` columns of A, which have `m` rows; C and A point at row 0. */
function subColumn(C: F64, c: i32, A: F64, a: i32, ld: i32, j: i32, m: i32, n: i32): void {
  let k = 0;
  for (; k <= n - 4; k += 4) {
    const p = a + k * ld,
      q = p + ld,
      r = q + ld,
      s = r + ld;
    const l0 = A[p + j],
      l1 = A[q + j],
      l2 = A[r + j],
      l3 = A[s + j];
    for (let i = j; i < m; i++) C[c + i] = C[c + i] - A[p + i] * l0 - A[q + i] * l1 - A[r + i] * l2 - A[s + i] * l3;
  }
  for (; k < n; k++) {
    const p = a + k * ld;
    const l0 = A[p + j];
    for (let i = j; i < m; i++) C[c + i] -= A[p + i] * l0;
  }
}

/**
 * Cholesky factor of the first `ncol` columns of a matrix with `nrow` ≥ `ncol` rows, in place. A pivot below MINVAL becomes MINVAL and
 * its column zero. Returns the number of such pivots.
 */
export function cholPanel(P: F64, p: i32, ld: i32, nrow: i32, ncol: i32): i32 {
  let failed = 0;
  for (let j = 0; j < ncol; j++) {
    const column = p + j * ld;

    subColumn(P, column, P, p, ld, j, nrow, j);

    // scale by the pivot
    let pivot: f64 = P[column + j];
    let inv: f64 = 0;
    if (pivot < MINVAL) {
      pivot = Math.sqrt(MINVAL);
      failed++;
    } else {
      pivot = Math.sqrt(pivot);
      inv = 1 / pivot;
    }
    P[column + j] = pivot;
    for (let i = j + 1; i < nrow; i++) P[column + i] *= inv;
  }
  return failed;
}

/** C = -A·Aᵀ in the lower triangle, A with `m` rows and `n` columns. */
export function minusSyrk(C: F64, c: i32, ldc: i32, A: F64, a: i32, lda: i32, m: i32, n: i32): void {
  for (let j = 0; j < m; j++) {
    const column = c + j * ldc;
    for (let i = j; i < m; i++) C[column + i] = 0;
    subColumn(C, column, A, a, lda, j, m, n);
  }
}

/** C += A for `n` columns of `m` rows. */
export function addColumns(C: F64, c: i32, ldc: i32, A: F64, a: i32, lda: i32, m: i32, n: i32): void {
  for (let j = 0; j < n; j++) {
    const to = c + j * ldc,
      from = a + j * lda;
    for (let i = 0; i < m; i++) C[to + i] += A[from + i];
  }
}

/** x = L⁻¹·x for the factor in the first `ncol` columns of a panel; the rows below are multiplied and subtracted from x, too. */
export function solvePanel(x: F64, v: i32, L: F64, p: i32, ld: i32, nrow: i32, ncol: i32): void {
  for (let j = 0; j < ncol; j++) {
    const column = p + j * ld;
    const y = x[v + j] / L[column + j];
    x[v + j] = y;
    for (let i = j + 1; i < nrow; i++) x[v + i] -= L[column + i] * y;
  }
}

/**
 * x = L⁻ᵀ·x for the factor in the first `ncol` columns of a panel, given x for the rows below. Columns are taken by four from the end; the sum over
 * the rows after the four has two parts, of the 1st, 3rd, ... and of the 2nd, 4th, ... of them.
 */
export function solvePanelT(x: F64, v: i32, L: F64, p: i32, ld: i32, nrow: i32, ncol: i32): void {
  let end = ncol;
  while (end > 0) {
    const first = end >= 4 ? end - 4 : 0;
    for (let j = end - 1; j >= first; j--) {
      const column = p + j * ld;
      let even: f64 = 0;
      let odd: f64 = 0;
      let i = end;
      for (; i < nrow - 1; i += 2) {
        even += L[column + i] * x[v + i];
        odd += L[column + i + 1] * x[v + i + 1];
      }
      if (i < nrow) even += L[column + i] * x[v + i];
      let s: f64 = x[v + j] - (even + odd);
      for (let k = end - 1; k > j; k--) s -= L[column + k] * x[v + k];
      x[v + j] = s / L[column + j];
    }
    end = first;
  }
}

/**
 * The innermost loops of the Newton solver; `leaf.as.ts` holds the same functions with SIMD. Both give the same bits: each element is
 * the result of one chain of operations, in one order, however many elements are computed at a time.
 * Matrices are column major with a leading dimension; of symmetric ones the lower triangle counts, the upper may be overwritten.
 */
import type { F64, f64, I32, i32 } from '../dialect.ts';
import { MINVAL } from '../math/scalar.ts';

/**
 * H += Sᵀ·T for four rows of S and T, in the lower triangle: element (i, j), j ≤ i < `width`, j < `ncol`, goes to row `ind[c + i] - off` and column
 * `ind[c + j] - off`. The rows of S are at `s`, `stride` apart; those of T at t0, t1, t2, t3.
 */
export function addOuter4(
  H: F64,
  h: i32,
  ld: i32,
  ind: I32,
  c: i32,
  off: i32,
  S: F64,
  s: i32,
  stride: i32,
  T: F64,
  t0: i32,
  t1: i32,
  t2: i32,
  t3: i32,
  width: i32,
  ncol: i32,
): void {
  for (let j = 0; j < ncol; j++) {
    const s0 = S[s + j],
      s1 = S[s + stride + j],
      s2 = S[s + 2 * stride + j],
      s3 = S[s + 3 * stride + j];
    const column = h + (ind[c + j] - off) * ld - off;
    for (let i = j; i < width; i++) {
      H[column + ind[c + i]] += s0 * T[t0 + i] + s1 * T[t1 + i] + (s2 * T[t2 + i] + s3 * T[t3 + i]);
    }
  }
}

/** H += Sᵀ·T for three rows, as `addOuter4`. */
export function addOuter3(
  H: F64,
  h: i32,
  ld: i32,
  ind: I32,
  c: i32,
  off: i32,
  S: F64,
  s: i32,
  stride: i32,
  T: F64,
  t0: i32,
  t1: i32,
  t2: i32,
  width: i32,
  ncol: i32,
): void {
  for (let j = 0; j < ncol; j++) {
    const s0 = S[s + j],
      s1 = S[s + stride + j],
      s2 = S[s + 2 * stride + j];
    const column = h + (ind[c + j] - off) * ld - off;
    for (let i = j; i < width; i++) H[column + ind[c + i]] += s0 * T[t0 + i] + s1 * T[t1 + i] + s2 * T[t2 + i];
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

    // subtract the columns before, four at a time
    let k = 0;
    for (; k <= j - 4; k += 4) {
      const a = p + k * ld,
        b = a + ld,
        c = b + ld,
        e = c + ld;
      const l0 = P[a + j],
        l1 = P[b + j],
        l2 = P[c + j],
        l3 = P[e + j];
      for (let i = j; i < nrow; i++) {
        P[column + i] = P[column + i] - P[a + i] * l0 - P[b + i] * l1 - P[c + i] * l2 - P[e + i] * l3;
      }
    }
    for (; k < j; k++) {
      const a = p + k * ld;
      const l0 = P[a + j];
      for (let i = j; i < nrow; i++) P[column + i] -= P[a + i] * l0;
    }

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
    let k = 0;
    for (; k <= n - 4; k += 4) {
      const p = a + k * lda,
        q = p + lda,
        r = q + lda,
        s = r + lda;
      const l0 = A[p + j],
        l1 = A[q + j],
        l2 = A[r + j],
        l3 = A[s + j];
      for (let i = j; i < m; i++) {
        C[column + i] = C[column + i] - A[p + i] * l0 - A[q + i] * l1 - A[r + i] * l2 - A[s + i] * l3;
      }
    }
    for (; k < n; k++) {
      const p = a + k * lda;
      const l0 = A[p + j];
      for (let i = j; i < m; i++) C[column + i] -= A[p + i] * l0;
    }
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

/** res = the elements of x that are listed at col[c], `n` of them */
export function gather(res: F64, x: F64, col: I32, c: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[k] = x[col[c + k]];
}

/** res = J·x for `rows` rows of `width` numbers; a sum has two parts, of the 1st, 3rd, ... and of the 2nd, 4th, ... products. */
export function mulRows(res: F64, r: i32, J: F64, a: i32, x: F64, width: i32, rows: i32): void {
  for (let q = 0; q < rows; q++) {
    const row = a + q * width;
    let even: f64 = 0;
    let odd: f64 = 0;
    let k = 0;
    for (; k < width - 1; k += 2) {
      even += J[row + k] * x[k];
      odd += J[row + k + 1] * x[k + 1];
    }
    if (k < width) even += J[row + k] * x[k];
    res[r + q] = even + odd;
  }
}

/** y += Jᵀ·f for `rows` rows of `width` numbers, one row after the other */
export function addRowsT(y: F64, J: F64, a: i32, f: F64, r: i32, width: i32, rows: i32): void {
  for (let q = 0; q < rows; q++) {
    const row = a + q * width;
    const s = f[r + q];
    for (let k = 0; k < width; k++) y[k] += J[row + k] * s;
  }
}

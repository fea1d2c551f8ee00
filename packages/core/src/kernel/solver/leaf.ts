/**
 * The innermost loops over blocks of rows; `leaf.as.ts` holds the same functions with SIMD. Both give the same bits: each element is the result
 * of one chain of operations, in one order, however many elements are computed at a time.
 */
import type { F64, f64, I32, i32 } from '../dialect.ts';
import type { OuterProduct } from './outer-product.ts';

/** H += SᵀT for one row of S and T. */
function addOuter1(op: OuterProduct, q: i32): void {
  const { H, S, T, place } = op;
  const s = op.s + q * op.stride,
    t = op.t + op.chosen[q] * op.stride;
  for (let j = 0; j < op.ncol; j++) {
    const x = S[s + j];
    const column = op.h + (place[op.p + j] - op.first) * op.ld - op.first;
    for (let i = j; i < op.width; i++) H[column + place[op.p + i]] += x * T[t + i];
  }
}

/** H += SᵀT for `n` rows of S and T, one, three or four, from the q-th on. */
export function addOuter(op: OuterProduct, q: i32, n: i32): void {
  if (n === 1) {
    addOuter1(op, q);
    return;
  }
  const { H, S, T, place, stride } = op;
  const s = op.s + q * stride,
    t0 = op.t + op.chosen[q] * stride,
    t1 = op.t + op.chosen[q + 1] * stride,
    t2 = op.t + op.chosen[q + 2] * stride,
    t3 = n === 4 ? op.t + op.chosen[q + 3] * stride : -1;
  for (let j = 0; j < op.ncol; j++) {
    const s0 = S[s + j],
      s1 = S[s + stride + j],
      s2 = S[s + 2 * stride + j];
    const s3: f64 = t3 < 0 ? 0 : S[s + 3 * stride + j];
    const column = op.h + (place[op.p + j] - op.first) * op.ld - op.first;
    for (let i = j; i < op.width; i++) {
      const rest: f64 = t3 < 0 ? s2 * T[t2 + i] : s2 * T[t2 + i] + s3 * T[t3 + i];
      H[column + place[op.p + i]] += s0 * T[t0 + i] + s1 * T[t1 + i] + rest;
    }
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

/** res = J·vec for `count` rows of `width` numbers, each with its own list of columns; sums as in `mulRows`. */
export function mulSingles(
  res: F64,
  row: i32,
  count: i32,
  J: F64,
  a: i32,
  vec: F64,
  col: I32,
  c: i32,
  width: i32,
): void {
  for (let q = 0; q < count; q++) {
    const at = a + q * width;
    const list = c + q * width;
    let even: f64 = 0;
    let odd: f64 = 0;
    let k = 0;
    for (; k < width - 1; k += 2) {
      even += J[at + k] * vec[col[list + k]];
      odd += J[at + k + 1] * vec[col[list + k + 1]];
    }
    if (k < width) even += J[at + k] * vec[col[list + k]];
    res[row + q] = even + odd;
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

/**
 * The innermost loops over runs of numbers. `leaf.as.ts` holds the same functions with SIMD; both give the same bits,
 * because a sum keeps four partial sums (two vectors of two lanes) that are added as (s0 + s2) + (s1 + s3).
 */
import type { F64, f64, I32, i32 } from '../../dialect.ts';

/** res = 0 */
export function zero(res: F64, r: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = 0;
}

/** res = a; the runs may overlap only when `res` starts before `a`. */
export function copy(res: F64, r: i32, a: F64, i: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k];
}

/** res = a, nine numbers; `res` may overlap `a` only where it is `a`. */
export function copy9(res: F64, r: i32, a: F64, i: i32): void {
  for (let k = 0; k < 9; k++) res[r + k] = a[i + k];
}

/** res = s·a */
export function scl(res: F64, r: i32, a: F64, i: i32, s: f64, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] * s;
}

/** res += a */
export function addTo(res: F64, r: i32, a: F64, i: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] += a[i + k];
}

/** res += s·a */
export function addToScl(res: F64, r: i32, a: F64, i: i32, s: f64, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] += a[i + k] * s;
}

/** res = a·s + b·t */
export function addSclScl(res: F64, r: i32, a: F64, i: i32, s: f64, b: F64, j: i32, t: f64, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] * s + b[j + k] * t;
}

/** a · b */
export function dot(a: F64, i: i32, b: F64, j: i32, n: i32): f64 {
  let s0: f64 = 0;
  let s1: f64 = 0;
  let s2: f64 = 0;
  let s3: f64 = 0;
  let k = 0;
  for (; k <= n - 4; k += 4) {
    s0 += a[i + k] * b[j + k];
    s1 += a[i + k + 1] * b[j + k + 1];
    s2 += a[i + k + 2] * b[j + k + 2];
    s3 += a[i + k + 3] * b[j + k + 3];
  }
  let s: f64 = s0 + s2 + (s1 + s3);

  // the tail is summed on its own
  const left = n - k;
  if (left === 3) s += a[i + k] * b[j + k] + a[i + k + 1] * b[j + k + 1] + a[i + k + 2] * b[j + k + 2];
  else if (left === 2) s += a[i + k] * b[j + k] + a[i + k + 1] * b[j + k + 1];
  else if (left === 1) s += a[i + k] * b[j + k];
  return s;
}

/** a · b, the same sum, where a number of `b` was written just before: a load of two waits until a store of one of them has reached memory. */
export function dotFresh(a: F64, i: i32, b: F64, j: i32, n: i32): f64 {
  return dot(a, i, b, j, n);
}

/** a · b[ind], the first vector sparse with the column numbers `ind`. */
export function dotSparse(a: F64, i: i32, b: F64, j: i32, nnz: i32, ind: I32, c: i32): f64 {
  let s0: f64 = 0;
  let s1: f64 = 0;
  let s2: f64 = 0;
  let s3: f64 = 0;
  let k = 0;
  for (; k <= nnz - 4; k += 4) {
    s0 += a[i + k] * b[j + ind[c + k]];
    s1 += a[i + k + 1] * b[j + ind[c + k + 1]];
    s2 += a[i + k + 2] * b[j + ind[c + k + 2]];
    s3 += a[i + k + 3] * b[j + ind[c + k + 3]];
  }
  let s: f64 = s0 + s2 + (s1 + s3);
  for (; k < nnz; k++) s += a[i + k] * b[j + ind[c + k]];
  return s;
}

/**
 * Vectors and row-major matrices of any size. Element-wise functions allow `res` to be one of the inputs (same offset);
 * products need a `res` of its own.
 */
import type { F64, f64, I32, i32 } from '../../dialect.ts';
import { MINVAL } from '../scalar.ts';
import { addTo, addToScl, copy, dot, scl, zero } from './leaf.ts';

export { addTo, addToScl, copy, dot, scl, zero };

/** res = v */
export function fill(res: F64, r: i32, v: f64, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = v;
}

/** res = 0 */
export function zeroI(res: I32, r: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = 0;
}

/** res = v */
export function fillI(res: I32, r: i32, v: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = v;
}

/** res = a; the runs may overlap only when `res` starts before `a`. */
export function copyI(res: I32, r: i32, a: I32, i: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k];
}

/** res = a + b */
export function add(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] + b[j + k];
}

/** res = a - b */
export function sub(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] - b[j + k];
}

/** res -= a */
export function subFrom(res: F64, r: i32, a: F64, i: i32, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] -= a[i + k];
}

/** res = a + s·b */
export function addScl(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32, s: f64, n: i32): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] + b[j + k] * s;
}

/** Σ a */
export function sum(a: F64, i: i32, n: i32): f64 {
  let s: f64 = 0;
  for (let k = 0; k < n; k++) s += a[i + k];
  return s;
}

/** Σ |a| */
export function sumAbs(a: F64, i: i32, n: i32): f64 {
  let s: f64 = 0;
  for (let k = 0; k < n; k++) s += Math.abs(a[i + k]);
  return s;
}

/** |a| */
export function norm(a: F64, i: i32, n: i32): f64 {
  return Math.sqrt(dot(a, i, a, i, n));
}

/** Scales `a` to unit length and returns the length it had; below MINVAL it becomes (1, 0, ...). */
export function normalize(a: F64, i: i32, n: i32): f64 {
  const length = norm(a, i, n);
  if (length < MINVAL) {
    zero(a, i, n);
    a[i] = 1;
  } else {
    scl(a, i, a, i, 1 / length, n);
  }
  return length;
}

/** res = mat·vec */
export function mulMatVec(res: F64, r: i32, mat: F64, m: i32, vec: F64, v: i32, nr: i32, nc: i32): void {
  for (let k = 0; k < nr; k++) res[r + k] = dot(mat, m + k * nc, vec, v, nc);
}

/** res = matᵀ·vec */
export function mulMatTVec(res: F64, r: i32, mat: F64, m: i32, vec: F64, v: i32, nr: i32, nc: i32): void {
  combineRows(res, r, vec, v, 1, mat, m, nr, nc);
}

/** aᵀ·mat·b for a square matrix */
export function mulVecMatVec(a: F64, i: i32, mat: F64, m: i32, b: F64, j: i32, n: i32): f64 {
  let s: f64 = 0;
  for (let k = 0; k < n; k++) s += a[i + k] * dot(mat, m + k * n, b, j, n);
  return s;
}

/** res (r1×c2) = a (r1×c1) · b (c1×c2) */
export function mulMatMat(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32, r1: i32, c1: i32, c2: i32): void {
  for (let row = 0; row < r1; row++) combineRows(res, r + row * c2, a, i + row * c1, 1, b, j, c1, c2);
}

/** res (r1×r2) = a (r1×c1) · bᵀ, b is r2×c1 */
export function mulMatMatT(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32, r1: i32, c1: i32, r2: i32): void {
  for (let row = 0; row < r1; row++) {
    for (let col = 0; col < r2; col++) res[r + row * r2 + col] = dot(a, i + row * c1, b, j + col * c1, c1);
  }
}

/** res (c1×c2) = aᵀ·b, a is r1×c1, b is r1×c2 */
export function mulMatTMat(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32, r1: i32, c1: i32, c2: i32): void {
  for (let row = 0; row < c1; row++) combineRows(res, r + row * c2, a, i + row, c1, b, j, r1, c2);
}

/** res = Σ a[k·stride]·(row k of b), for the `nr` rows of b, of `nc` elements each */
function combineRows(res: F64, r: i32, a: F64, i: i32, stride: i32, b: F64, j: i32, nr: i32, nc: i32): void {
  zero(res, r, nc);
  for (let k = 0; k < nr; k++) {
    const s = a[i + k * stride];
    if (s !== 0) addToScl(res, r, b, j + k * nc, s, nc);
  }
}

/** res (nc×nr) = matᵀ */
export function transpose(res: F64, r: i32, mat: F64, m: i32, nr: i32, nc: i32): void {
  for (let row = 0; row < nr; row++) {
    for (let col = 0; col < nc; col++) res[r + col * nr + row] = mat[m + row * nc + col];
  }
}

/** res = (mat + matᵀ)/2; `res` may be `mat`. */
export function symmetrize(res: F64, r: i32, mat: F64, m: i32, n: i32): void {
  for (let row = 0; row < n; row++) {
    res[r + row * (n + 1)] = mat[m + row * (n + 1)];
    for (let col = 0; col < row; col++) {
      const mean = 0.5 * (mat[m + row * n + col] + mat[m + col * n + row]);
      res[r + row * n + col] = mean;
      res[r + col * n + row] = mean;
    }
  }
}

/** res = identity (n×n) */
export function eye(res: F64, r: i32, n: i32): void {
  zero(res, r, n * n);
  for (let k = 0; k < n; k++) res[r + k * (n + 1)] = 1;
}

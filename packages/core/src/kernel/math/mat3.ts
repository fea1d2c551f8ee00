/**
 * 3×3 matrices, row major, at `array[offset .. offset + 8]`. Every `res` may alias an input.
 */
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy9 } from './linear/leaf.ts';
import { addToScl3, cross3, dot3, normalize3, set3, zero3 } from './vec3.ts';

export { copy9 };

const rows = scratchF64(9); // a product, before `res` is written
const flipped = scratchF64(9); // a transposed factor

/** res = identity */
export function unit9(res: F64, r: i32): void {
  for (let k = 0; k < 9; k++) res[r + k] = 0;
  res[r] = 1;
  res[r + 4] = 1;
  res[r + 8] = 1;
}

/** res = mat·vec */
export function mulMatVec3(res: F64, r: i32, mat: F64, m: i32, vec: F64, v: i32): void {
  const x = vec[v],
    y = vec[v + 1],
    z = vec[v + 2];
  set3(res, r, dotRow3(mat, m, x, y, z), dotRow3(mat, m + 3, x, y, z), dotRow3(mat, m + 6, x, y, z));
}

/** The row of a matrix that starts at `mat[m]`, times (x, y, z). */
function dotRow3(mat: F64, m: i32, x: f64, y: f64, z: f64): f64 {
  return mat[m] * x + mat[m + 1] * y + mat[m + 2] * z;
}

/** res = matᵀ·vec */
export function mulMatTVec3(res: F64, r: i32, mat: F64, m: i32, vec: F64, v: i32): void {
  const x = vec[v],
    y = vec[v + 1],
    z = vec[v + 2];
  set3(res, r, dotColumn3(mat, m, x, y, z), dotColumn3(mat, m + 1, x, y, z), dotColumn3(mat, m + 2, x, y, z));
}

/** The column of a matrix that starts at `mat[m]`, times (x, y, z). */
function dotColumn3(mat: F64, m: i32, x: f64, y: f64, z: f64): f64 {
  return mat[m] * x + mat[m + 3] * y + mat[m + 6] * z;
}

/** res = a·b */
export function mulMatMat3(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  mulMatTVec3(rows, 0, b, j, a, i);
  mulMatTVec3(rows, 3, b, j, a, i + 3);
  mulMatTVec3(rows, 6, b, j, a, i + 6);
  copy9(res, r, rows, 0);
}

/** res = a·bᵀ */
export function mulMatMatT3(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  mulMatVec3(rows, 0, b, j, a, i);
  mulMatVec3(rows, 3, b, j, a, i + 3);
  mulMatVec3(rows, 6, b, j, a, i + 6);
  copy9(res, r, rows, 0);
}

/** res = aᵀ·b */
export function mulMatTMat3(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  transpose3(flipped, 0, a, i);
  mulMatMat3(res, r, flipped, 0, b, j);
}

/** res = matᵀ */
export function transpose3(res: F64, r: i32, mat: F64, m: i32): void {
  copy9(res, r, mat, m);
  swap(res, r + 1, r + 3);
  swap(res, r + 2, r + 6);
  swap(res, r + 5, r + 7);
}

/** Exchanges two elements. */
function swap(a: F64, i: i32, j: i32): void {
  const first = a[i];
  a[i] = a[j];
  a[j] = first;
}

/**
 * Completes a right-handed frame whose rows are its axes. The first row must be set; the second is a hint for the second
 * axis, and when it is shorter than 0.5 it is taken as (0, 1, 0), or (0, 0, 1) if the first axis is near y.
 */
export function makeFrame(frame: F64, f: i32): void {
  normalize3(frame, f);
  if (dot3(frame, f + 3, frame, f + 3) < 0.25) {
    zero3(frame, f + 3);
    const y = frame[f + 1];
    if (y < 0.5 && y > -0.5) frame[f + 4] = 1;
    else frame[f + 5] = 1;
  }

  // second axis orthogonal to the first, third from both
  const s = dot3(frame, f, frame, f + 3);
  addToScl3(frame, f + 3, frame, f, -s);
  normalize3(frame, f + 3);
  cross3(frame, f + 6, frame, f, frame, f + 3);
}

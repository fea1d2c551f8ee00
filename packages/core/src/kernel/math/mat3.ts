/**
 * 3×3 matrices, row major, at `array[offset .. offset + 8]`. Every `res` may alias an input.
 */
import type { F64, f64, i32 } from '../dialect.ts';
import { copy9 } from './linear/leaf.ts';
import { cross3, dot3, normalize3, zero3 } from './vec3.ts';

export { copy9 };

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
  const s0 = mat[m] * x + mat[m + 1] * y + mat[m + 2] * z;
  const s1 = mat[m + 3] * x + mat[m + 4] * y + mat[m + 5] * z;
  const s2 = mat[m + 6] * x + mat[m + 7] * y + mat[m + 8] * z;
  res[r] = s0;
  res[r + 1] = s1;
  res[r + 2] = s2;
}

/** res = matᵀ·vec */
export function mulMatTVec3(res: F64, r: i32, mat: F64, m: i32, vec: F64, v: i32): void {
  const x = vec[v],
    y = vec[v + 1],
    z = vec[v + 2];
  const s0 = mat[m] * x + mat[m + 3] * y + mat[m + 6] * z;
  const s1 = mat[m + 1] * x + mat[m + 4] * y + mat[m + 7] * z;
  const s2 = mat[m + 2] * x + mat[m + 5] * y + mat[m + 8] * z;
  res[r] = s0;
  res[r + 1] = s1;
  res[r + 2] = s2;
}

/** res = a·b */
export function mulMatMat3(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  const a0 = a[i],
    a1 = a[i + 1],
    a2 = a[i + 2];
  const a3 = a[i + 3],
    a4 = a[i + 4],
    a5 = a[i + 5];
  const a6 = a[i + 6],
    a7 = a[i + 7],
    a8 = a[i + 8];
  const b0 = b[j],
    b1 = b[j + 1],
    b2 = b[j + 2];
  const b3 = b[j + 3],
    b4 = b[j + 4],
    b5 = b[j + 5];
  const b6 = b[j + 6],
    b7 = b[j + 7],
    b8 = b[j + 8];
  storeProduct(res, r, a0, a1, a2, a3, a4, a5, a6, a7, a8, b0, b1, b2, b3, b4, b5, b6, b7, b8);
}

/** res = a·bᵀ */
export function mulMatMatT3(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  const a0 = a[i],
    a1 = a[i + 1],
    a2 = a[i + 2];
  const a3 = a[i + 3],
    a4 = a[i + 4],
    a5 = a[i + 5];
  const a6 = a[i + 6],
    a7 = a[i + 7],
    a8 = a[i + 8];
  const b0 = b[j],
    b1 = b[j + 1],
    b2 = b[j + 2];
  const b3 = b[j + 3],
    b4 = b[j + 4],
    b5 = b[j + 5];
  const b6 = b[j + 6],
    b7 = b[j + 7],
    b8 = b[j + 8];
  storeProduct(res, r, a0, a1, a2, a3, a4, a5, a6, a7, a8, b0, b3, b6, b1, b4, b7, b2, b5, b8);
}

/** res = aᵀ·b */
export function mulMatTMat3(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  const a0 = a[i],
    a1 = a[i + 1],
    a2 = a[i + 2];
  const a3 = a[i + 3],
    a4 = a[i + 4],
    a5 = a[i + 5];
  const a6 = a[i + 6],
    a7 = a[i + 7],
    a8 = a[i + 8];
  const b0 = b[j],
    b1 = b[j + 1],
    b2 = b[j + 2];
  const b3 = b[j + 3],
    b4 = b[j + 4],
    b5 = b[j + 5];
  const b6 = b[j + 6],
    b7 = b[j + 7],
    b8 = b[j + 8];
  storeProduct(res, r, a0, a3, a6, a1, a4, a7, a2, a5, a8, b0, b1, b2, b3, b4, b5, b6, b7, b8);
}

/** The product of two matrices given by their elements, row by row. */
function storeProduct(
  res: F64,
  r: i32,
  a0: f64,
  a1: f64,
  a2: f64,
  a3: f64,
  a4: f64,
  a5: f64,
  a6: f64,
  a7: f64,
  a8: f64,
  b0: f64,
  b1: f64,
  b2: f64,
  b3: f64,
  b4: f64,
  b5: f64,
  b6: f64,
  b7: f64,
  b8: f64,
): void {
  res[r] = a0 * b0 + a1 * b3 + a2 * b6;
  res[r + 1] = a0 * b1 + a1 * b4 + a2 * b7;
  res[r + 2] = a0 * b2 + a1 * b5 + a2 * b8;
  res[r + 3] = a3 * b0 + a4 * b3 + a5 * b6;
  res[r + 4] = a3 * b1 + a4 * b4 + a5 * b7;
  res[r + 5] = a3 * b2 + a4 * b5 + a5 * b8;
  res[r + 6] = a6 * b0 + a7 * b3 + a8 * b6;
  res[r + 7] = a6 * b1 + a7 * b4 + a8 * b7;
  res[r + 8] = a6 * b2 + a7 * b5 + a8 * b8;
}

/** res = matᵀ */
export function transpose3(res: F64, r: i32, mat: F64, m: i32): void {
  const m1 = mat[m + 1],
    m2 = mat[m + 2],
    m3 = mat[m + 3],
    m5 = mat[m + 5],
    m6 = mat[m + 6],
    m7 = mat[m + 7];
  const m0 = mat[m],
    m4 = mat[m + 4],
    m8 = mat[m + 8];
  res[r] = m0;
  res[r + 1] = m3;
  res[r + 2] = m6;
  res[r + 3] = m1;
  res[r + 4] = m4;
  res[r + 5] = m7;
  res[r + 6] = m2;
  res[r + 7] = m5;
  res[r + 8] = m8;
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
  frame[f + 3] -= frame[f] * s;
  frame[f + 4] -= frame[f + 1] * s;
  frame[f + 5] -= frame[f + 2] * s;
  normalize3(frame, f + 3);
  cross3(frame, f + 6, frame, f, frame, f + 3);
}

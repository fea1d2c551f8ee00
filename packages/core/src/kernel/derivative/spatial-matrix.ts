/**
 * Operators of spatial algebra as 6×6 matrices over (angular, linear).
 *
 * @see Featherstone, Rigid Body Dynamics Algorithms (2008), §2.9, §2.13
 * @cold
 */
import type { F64, f64, i32 } from '../dialect.ts';
import { zero } from '../math/linear/dense.ts';

/** Writes s·(vector)× into the 3×3 quarter that starts at `q` of a 6×6 matrix. */
export function putCross(mat: F64, q: i32, vec: F64, v: i32, s: f64): void {
  const x = s * vec[v];
  const y = s * vec[v + 1];
  const z = s * vec[v + 2];
  mat[q + 1] = -z;
  mat[q + 2] = y;
  mat[q + 6] = z;
  mat[q + 8] = -x;
  mat[q + 12] = -y;
  mat[q + 13] = x;
}

/** Writes the moments of inertia of `inert` (10) into the first 3×3 elements of a matrix with rows of length `stride`. */
export function putMoments(mat: F64, stride: i32, inert: F64, i: i32): void {
  mat[0] = inert[i];
  mat[stride + 1] = inert[i + 1];
  mat[2 * stride + 2] = inert[i + 2];
  mat[1] = inert[i + 3];
  mat[stride] = inert[i + 3];
  mat[2] = inert[i + 4];
  mat[2 * stride] = inert[i + 4];
  mat[stride + 2] = inert[i + 5];
  mat[2 * stride + 1] = inert[i + 5];
}

/** res = the inertia `inert` (10): momentum of a velocity. */
export function inertiaMatrix(res: F64, inert: F64, i: i32): void {
  zero(res, 0, 36);
  putMoments(res, 6, inert, i);
  putCross(res, 3, inert, i + 6, 1);
  putCross(res, 18, inert, i + 6, -1);
  res[21] = inert[i + 9];
  res[28] = inert[i + 9];
  res[35] = inert[i + 9];
}

/** res = the linear map force → velocity ×* force. */
export function crossForceMatrix(res: F64, vel: F64, v: i32): void {
  zero(res, 0, 36);
  putCross(res, 0, vel, v, 1);
  putCross(res, 3, vel, v + 3, 1);
  putCross(res, 21, vel, v, 1);
}

/** res = the linear map velocity → velocity ×* force. */
export function crossedForceMatrix(res: F64, force: F64, f: i32): void {
  zero(res, 0, 36);
  putCross(res, 0, force, f, -1);
  putCross(res, 3, force, f + 3, -1);
  putCross(res, 18, force, f + 3, -1);
}

/** res = the linear map velocity → velocity × motion. */
export function crossedMotionMatrix(res: F64, motion: F64, m: i32): void {
  zero(res, 0, 36);
  putCross(res, 0, motion, m, -1);
  putCross(res, 18, motion, m + 3, -1);
  putCross(res, 21, motion, m, -1);
}

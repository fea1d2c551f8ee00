/**
 * Vectors of three numbers at `array[offset .. offset + 2]`. Every `res` may alias an input.
 */
import type { F64, f64, i32 } from '../dialect.ts';
import { MINVAL } from './scalar.ts';

/** res = (x, y, z) */
export function set3(res: F64, r: i32, x: f64, y: f64, z: f64): void {
  res[r] = x;
  res[r + 1] = y;
  res[r + 2] = z;
}

/** res = 0 */
export function zero3(res: F64, r: i32): void {
  set3(res, r, 0, 0, 0);
}

/** res = a */
export function copy3(res: F64, r: i32, a: F64, i: i32): void {
  set3(res, r, a[i], a[i + 1], a[i + 2]);
}

/** res = s·a */
export function scl3(res: F64, r: i32, a: F64, i: i32, s: f64): void {
  set3(res, r, a[i] * s, a[i + 1] * s, a[i + 2] * s);
}

/** res = a + b */
export function add3(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  set3(res, r, a[i] + b[j], a[i + 1] + b[j + 1], a[i + 2] + b[j + 2]);
}

/** res = a - b */
export function sub3(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  set3(res, r, a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]);
}

/** res += a */
export function addTo3(res: F64, r: i32, a: F64, i: i32): void {
  add3(res, r, res, r, a, i);
}

/** res -= a */
export function subFrom3(res: F64, r: i32, a: F64, i: i32): void {
  sub3(res, r, res, r, a, i);
}

/** res = a + s·b */
export function addScl3(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32, s: f64): void {
  set3(res, r, a[i] + s * b[j], a[i + 1] + s * b[j + 1], a[i + 2] + s * b[j + 2]);
}

/** res += s·a */
export function addToScl3(res: F64, r: i32, a: F64, i: i32, s: f64): void {
  addScl3(res, r, res, r, a, i, s);
}

/** a · b */
export function dot3(a: F64, i: i32, b: F64, j: i32): f64 {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** res = a × b */
export function cross3(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  const ax = a[i],
    ay = a[i + 1],
    az = a[i + 2];
  const bx = b[j],
    by = b[j + 1],
    bz = b[j + 2];
  set3(res, r, ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
}

/** |a| */
export function norm3(a: F64, i: i32): f64 {
  const x = a[i],
    y = a[i + 1],
    z = a[i + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Scales `a` to unit length and returns the length it had; below MINVAL it becomes (1, 0, 0). */
export function normalize3(a: F64, i: i32): f64 {
  const x = a[i],
    y = a[i + 1],
    z = a[i + 2];
  const norm = Math.sqrt(x * x + y * y + z * z);
  const inv = 1 / norm;
  if (norm < MINVAL) set3(a, i, 1, 0, 0);
  else set3(a, i, x * inv, y * inv, z * inv);
  return norm;
}

/** |a - b|² */
export function squaredDist3(a: F64, i: i32, b: F64, j: i32): f64 {
  const x = a[i] - b[j],
    y = a[i + 1] - b[j + 1],
    z = a[i + 2] - b[j + 2];
  return x * x + y * y + z * z;
}

/** |a - b| */
export function dist3(a: F64, i: i32, b: F64, j: i32): f64 {
  return Math.sqrt(squaredDist3(a, i, b, j));
}

/** Whether all components of `a` and `b` differ by less than MINVAL. */
export function equal3(a: F64, i: i32, b: F64, j: i32): boolean {
  return (
    Math.abs(a[i] - b[j]) < MINVAL && Math.abs(a[i + 1] - b[j + 1]) < MINVAL && Math.abs(a[i + 2] - b[j + 2]) < MINVAL
  );
}

/**
 * Numbers of twice the precision, as the sum of a number and a much smaller one (high, low) at `array[offset]` and
 * `array[offset + 1]`. They carry the last steps of the functions in `trig.ts`, and make its tables. Good to some 2⁻¹⁰⁴.
 *
 * @see Dekker, A floating-point technique for extending the available precision (1971)
 */
import type { F64, f64, i32 } from '../../dialect.ts';

/** 2²⁷ + 1: multiplying by it splits a number in two halves of 26 bits. */
const SPLITTER: f64 = 134217729;

/** What the rounded product `p` = a·b lacks; |a| and |b| below 2⁹⁹⁰. @noinline */
export function productError(a: f64, b: f64, p: f64): f64 {
  const ca = a * SPLITTER;
  const ah = ca - (ca - a);
  const al = a - ah;
  const cb = b * SPLITTER;
  const bh = cb - (cb - b);
  const bl = b - bh;
  return al * bl - (p - ah * bh - al * bh - ah * bl);
}

/** What the rounded sum `s` = a + b lacks. @noinline */
export function sumError(a: f64, b: f64, s: f64): f64 {
  const t = s - a;
  return a - (s - t) + (b - t);
}

/** res = high + low, with the larger part first. @noinline */
export function setTwo(res: F64, r: i32, high: f64, low: f64): void {
  const s = high + low;
  res[r + 1] = low - (s - high);
  res[r] = s;
}

/** res = a + b; `res` may alias. @noinline */
export function addTwo(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  const s = a[i] + b[j];
  setTwo(res, r, s, sumError(a[i], b[j], s) + (a[i + 1] + b[j + 1]));
}

/** res = a·b; `res` may alias. @noinline */
export function mulTwo(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  const p = a[i] * b[j];
  setTwo(res, r, p, productError(a[i], b[j], p) + (a[i] * b[j + 1] + a[i + 1] * b[j]));
}

/** res = a·s; `res` may alias. @noinline */
export function sclTwo(res: F64, r: i32, a: F64, i: i32, s: f64): void {
  const p = a[i] * s;
  setTwo(res, r, p, productError(a[i], s, p) + a[i + 1] * s);
}

/** res = (high, low) / (dh, dl). @noinline */
export function divTwo(res: F64, r: i32, high: f64, low: f64, dh: f64, dl: f64): void {
  const q = high / dh;
  const p = q * dh;
  const rest = high - p - productError(q, dh, p) + low - q * dl;
  setTwo(res, r, q, rest / dh);
}

/**
 * hypot and cbrt, within 0.51 units in the last place: a plain estimate and one Newton step in twofold arithmetic.
 */
import { type f64, fromBits, highBits, idiv, isNaN64 } from '../../dialect.ts';
import { productError } from './twofold.ts';

const LARGE: f64 = 2.5822498780869086e120; // 2⁴⁰⁰
const SMALL: f64 = 3.8725919148493183e-121; // 2⁻⁴⁰⁰
const UP: f64 = 5.260135901548374e210; // 2⁷⁰⁰
const DOWN: f64 = 1.90109156629516e-211; // 2⁻⁷⁰⁰

/** √(x² + y²) without overflow or underflow on the way; infinite if x or y is. */
export function hypot(x: f64, y: f64): f64 {
  const p = Math.abs(x);
  const q = Math.abs(y);
  if (p === Infinity || q === Infinity) return Infinity;
  if (isNaN64(p) || isNaN64(q)) return NaN;
  const a = p > q ? p : q;
  const b = p > q ? q : p;
  if (b === 0 || a * 1.1102230246251565e-16 * 1e-4 > b) return a;
  if (a > LARGE) return hypotScaled(a * DOWN, b * DOWN) * UP;
  if (b < SMALL) return hypotScaled(a * UP, b * UP) * DOWN;
  return hypotScaled(a, b);
}

/** `hypot` for a ≥ b > 0 of moderate magnitude. */
function hypotScaled(a: f64, b: f64): f64 {
  const aa = a * a;
  const bb = b * b;
  const s = aa + bb;
  const sLow = bb - (s - aa) + (productError(a, a, aa) + productError(b, b, bb));
  const root = Math.sqrt(s);
  const square = root * root;
  return root + (s - square - productError(root, root, square) + sLow) / (2 * root);
}

/** Cube root */
export function cbrt(x: f64): f64 {
  const size = Math.abs(x);
  if (size === 0 || !(size < Infinity)) return x;
  if (size < 2.2250738585072014e-308) return cbrt(x * 18014398509481984) * 3.814697265625e-6; // 2⁵⁴, 2⁻¹⁸

  // size = m·8^k with m in [1, 8)
  const e = (highBits(size) >>> 20) - 1023;
  const k = idiv(e + 1023, 3) - 341;
  const m = size * fromBits((1023 - 3 * k) << 20, 0);

  // Halley's iteration from a straight line: the error of 0.1 becomes 1e-3, 1e-9, 1e-16
  let t: f64 = 0.9 + m * 0.15;
  for (let n = 0; n < 4; n++) {
    const cube = t * t * t;
    t = (t * (cube + 2 * m)) / (2 * cube + m);
  }

  // t + (m - t³)/(3t²), with the exact t³
  const tt = t * t;
  const cube = tt * t;
  const rest = m - cube - (productError(tt, t, cube) + productError(t, t, tt) * t);
  const root = (t + rest / (3 * tt)) * fromBits((1023 + k) << 20, 0);
  return x < 0 ? -root : root;
}

/**
 * atan2, atan, asin and acos, within 0.51 units in the last place.
 *
 * atan q = atan c + atan t with c = k/64 from a table and t = (q - c)/(1 + q·c), |t| ≤ 1/128; q is a quotient of twofold numbers
 * and t is found without dividing first.
 */
import { type F64, type f64, highBits, isNaN64, scratchF64, toF64, toInt } from '../dialect.ts';
import { addTwo, divTwo, mulTwo, productError, sclTwo, setTwo, sumError } from './twofold.ts';

/** π/2 as a twofold number. */
const HALF_PI_HIGH: f64 = 1.5707963267948966;
const HALF_PI_LOW: f64 = 6.123233995736766e-17;

const HUGE: f64 = 1.157920892373162e77; // 2²⁵⁶
const SMALL: f64 = 8.636168555094445e-78; // 2⁻²⁵⁶

/** Below this ratio the angle is the ratio. */
const TINY: f64 = 7.450580596923828e-9; // 2⁻²⁷

const value = scratchF64(2); // twofold angle or root
const quotient = scratchF64(2);
const table = atanTable(); // atan(k/64) for k = 0..64, high and low

/** atan((k + 1)/64) = atan(k/64) + atan(64/(4096 + k·(k + 1))), the last by its Taylor series. */
function atanTable(): F64 {
  const t = scratchF64(130);
  const work = scratchF64(8); // x, -x², power of x, term
  for (let k = 0; k < 64; k++) {
    const at = 2 * k + 2;
    divTwo(work, 0, 64, 0, 4096 + toF64(k * (k + 1)), 0);
    mulTwo(work, 2, work, 0, work, 0);
    sclTwo(work, 2, work, 2, -1);
    sclTwo(work, 4, work, 0, 1);
    addTwo(t, at, t, at - 2, work, 0);
    for (let n = 3; n < 21; n += 2) {
      mulTwo(work, 4, work, 4, work, 2);
      divTwo(work, 6, work[4], work[5], toF64(n), 0);
      addTwo(t, at, t, at, work, 6);
    }
  }
  return t;
}

/** Leaves the angle of the point (x + xLow, y + yLow) of the first quadrant in `value`; moderate magnitudes. */
function angleTwo(y: f64, yLow: f64, x: f64, xLow: f64): void {
  if (y > x) {
    angleTwo(x, xLow, y, yLow);
    const s = HALF_PI_HIGH - value[0];
    setTwo(value, 0, s, sumError(HALF_PI_HIGH, -value[0], s) + (HALF_PI_LOW - value[1]));
    return;
  }
  const k = toInt((y / x) * 64 + 0.5);
  const c = toF64(k) * 0.015625;

  // t = (y - c·x)/(x + c·y)
  const p = c * x;
  const num = y - p;
  const numLow = sumError(y, -p, num) - productError(c, x, p) + (yLow - c * xLow);
  const q = c * y;
  const den = x + q;
  const denLow = sumError(x, q, den) + productError(c, y, q) + (xLow + c * yLow);
  divTwo(quotient, 0, num, numLow, den, denLow);
  const t = quotient[0];
  const main = table[2 * k] + t;
  setTwo(value, 0, main, t - (main - table[2 * k]) + (quotient[1] + table[2 * k + 1] + t * t * t * atanTail(t * t)));
}

/** (atan t - t)/t³ for |t| ≤ 1/128, as a function of t²: -1/3 + t²/5 - ... */
function atanTail(tt: f64): f64 {
  return -0.3333333333333333 + tt * (0.2 + tt * (-0.14285714285714285 + tt * 0.1111111111111111));
}

/** Angle of the point (x, y), in [-π, π], with the special cases of C's `atan2`. */
export function atan2(y: f64, x: f64): f64 {
  if (isNaN64(x) || isNaN64(y)) return NaN;
  const a = Math.abs(y);
  const b = Math.abs(x);
  const behind = highBits(x) < 0;
  const v = angleBetween(a, b, behind);
  return highBits(y) < 0 ? -v : v;
}

/** Angle of the point (±b, a) of the upper half plane, a and b ≥ 0. */
function angleBetween(a: f64, b: f64, behind: boolean): f64 {
  // axes and infinities
  if (a === 0) return behind ? 2 * HALF_PI_HIGH : 0;
  if (a === Infinity) {
    if (b !== Infinity) return HALF_PI_HIGH;
    return behind ? 2.356194490192345 : 0.7853981633974483;
  }
  if (b === Infinity) return behind ? 2 * HALF_PI_HIGH : 0;

  // so far apart that the quotient is the angle, or nothing
  const ratio = a / b;
  if (ratio < TINY && !behind) return ratio;
  if (ratio < 1e-20) return 2 * HALF_PI_HIGH;
  if (ratio > 1e20) return HALF_PI_HIGH;
  let scale: f64 = 1;
  if (a > HUGE || b > HUGE) scale = SMALL * SMALL;
  else if (a < SMALL || b < SMALL) scale = HUGE * HUGE;
  angleTwo(a * scale, 0, b * scale, 0);
  if (!behind) return value[0];
  const s = 2 * HALF_PI_HIGH - value[0];
  return s + (sumError(2 * HALF_PI_HIGH, -value[0], s) + (2 * HALF_PI_LOW - value[1]));
}

/** Inverse tangent, in [-π/2, π/2] */
export function atan(x: f64): f64 {
  return atan2(x, 1);
}

/** Inverse sine, in [-π/2, π/2]; NaN beyond ±1. */
export function asin(x: f64): f64 {
  const size = Math.abs(x);
  if (!(size <= 1)) return NaN;
  if (size < TINY) return x;
  if (size === 1) return x * HALF_PI_HIGH;
  complement(size);
  angleTwo(size, 0, value[0], value[1]);
  return x < 0 ? -value[0] : value[0];
}

/** Inverse cosine, in [0, π]; NaN beyond ±1. */
export function acos(x: f64): f64 {
  const size = Math.abs(x);
  if (!(size <= 1)) return NaN;
  if (x === 1) return 0;
  if (x === -1) return 2 * HALF_PI_HIGH;
  complement(size);
  angleTwo(value[0], value[1], size, 0);
  if (x > 0) return value[0];
  const s = 2 * HALF_PI_HIGH - value[0];
  return s + (sumError(2 * HALF_PI_HIGH, -value[0], s) + (2 * HALF_PI_LOW - value[1]));
}

/** Leaves √(1 - x²), 0 ≤ x < 1, in `value`. */
function complement(x: f64): void {
  const square = x * x;
  const w = 1 - square;
  const wLow = sumError(1, -square, w) - productError(x, x, square);
  const root = Math.sqrt(w);
  const p = root * root;
  setTwo(value, 0, root, (w - p - productError(root, root, p) + wLow) / (2 * root));
}

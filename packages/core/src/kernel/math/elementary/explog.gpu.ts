/** Exponential and logarithm in single precision, for GPUs. The polynomials are least-squares fits of the relative error. */
import { type f64, type i32, isNaN64, toF64, toInt } from '../../dialect.ts';

const LOG2_E: f64 = 1.4426950408889634;
// log 2 in two parts, of which the first has few bits
const LN2_1: f64 = 0.69140625;
const LN2_2: f64 = 0.0017409305599452862;
const SQRT_TWO: f64 = 1.4142135623730951;
/** Beyond these the result is infinite or zero in single precision. */
const HIGHEST: f64 = 88.7;
const LOWEST: f64 = -87.3;

/** 2^k, exactly, for |k| ≤ 126 */
function powerOfTwo(k: i32): f64 {
  let result: f64 = 1;
  let factor: f64 = k < 0 ? 0.5 : 2;
  for (let n: i32 = k < 0 ? -k : k; n > 0; n >>= 1) {
    if ((n & 1) !== 0) result *= factor;
    if (n > 1) factor *= factor;
  }
  return result;
}

export function exp(x: f64): f64 {
  if (isNaN64(x)) return x;
  if (x > HIGHEST) return Infinity;
  if (x < LOWEST) return 0;
  const k = toInt(x * LOG2_E + (x < 0 ? -0.5 : 0.5));
  const n = toF64(k);
  const r: f64 = x - n * LN2_1 - n * LN2_2;
  const p: f64 = 0.04166622983628943 + r * (0.008370601637592495 + r * 0.001394877593667647);
  const near: f64 = 1 + (r + r * r * (0.5000000091008807 + r * (0.1666650355183259 + r * p)));
  const half = k >> 1; // 2^128 is none of single precision
  return near * powerOfTwo(half) * powerOfTwo(k - half);
}

export function log(x: f64): f64 {
  if (isNaN64(x) || x < 0) return NaN;
  if (x === 0) return -Infinity;

  // x = m·2^k with m in [√½, √2)
  let m = x;
  let k = 0;
  for (; m >= 2; k++) m *= 0.5;
  for (; m < 1; k--) m *= 2;
  if (m > SQRT_TWO) {
    m *= 0.5;
    k++;
  }
  const s: f64 = (m - 1) / (m + 1);
  const z: f64 = s * s;
  const near: f64 = 2 * s + s * z * (0.6666678548983584 + z * (0.39976396061138847 + z * 0.2990349641813659));
  const n = toF64(k);
  return n * LN2_1 + (n * LN2_2 + near);
}

/** x^n by repeated squaring */
function powerOf(x: f64, n: i32): f64 {
  let result: f64 = 1;
  let factor = x;
  for (let k = n; k > 0; k >>= 1) {
    if ((k & 1) !== 0) result *= factor;
    factor *= factor;
  }
  return result;
}

export function pow(x: f64, y: f64): f64 {
  if (y >= 0 && y <= 16 && Math.floor(y) === y) return powerOf(x, toInt(y));
  if (x === 0) return y > 0 ? 0 : Infinity;
  return exp(y * log(x));
}

export function tanh(x: f64): f64 {
  const size = Math.abs(x);
  if (size < 0.1) {
    const z: f64 = x * x;
    return x * (1 - z * (0.3333333333333333 - z * (0.13333333333333333 - z * 0.05396825396825397)));
  }
  const e = exp(-2 * size);
  const t: f64 = (1 - e) / (1 + e);
  return x < 0 ? -t : t;
}

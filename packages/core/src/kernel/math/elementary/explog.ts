/**
 * exp, log, pow and tanh, within 0.52 units in the last place.
 *
 * exp x = 2^k · 2^(j/64) · e^r with |r| ≤ ln 2/128, and log x = k·ln 2 - log c + log(1 + r) with c ≈ 1/mantissa from a table of
 * numbers of ten bits, |r| < 2⁻⁷. Both keep a low part, so that pow and tanh can build on them.
 */
import { type f64, fromBits, highBits, type i32, isNaN64, lowBits, scratchF64, toF64, toInt } from '../../dialect.ts';
import { addTwo, divTwo, mulTwo, productError, sclTwo, setTwo, sumError } from './twofold.ts';

/** ln 2 / 64 in pieces of 35 bits, which have exact products with integers of 18 bits, and a rest. */
const STEP_1: f64 = 0.010830424695996044;
const STEP_2: f64 = 2.5310172166025705e-13;
const STEP_3: f64 = 6.251695855647999e-24;
const STEPS_PER_UNIT: f64 = 92.33248261893495; // 64 / ln 2

/** ln 2: 40 bits, which have an exact product with an exponent, and a rest. */
const LN2_1: f64 = 0.6931471805592082;
const LN2_2: f64 = 7.371002565167799e-13;

/** ln 2 as a twofold number. */
const LN2_HIGH: f64 = 0.6931471805599453;
const LN2_LOW: f64 = 2.3190468138462996e-17;

/** Beyond these exp is infinite, or zero. */
const EXP_MAX: f64 = 709.782712893384;
const EXP_MIN: f64 = -745.1332191019412;

const SQRT2: f64 = 1.4142135623730951;
const TWO_POW_54: f64 = 18014398509481984;

/** Multiples of 1/128 for the mantissa: from 1/√2 to √2. */
const LOG_FIRST = 90;
const LOG_LAST = 182;

const value = scratchF64(2); // twofold result of the latest expTwo or logTwo
// the tables are filled at the first use, so that a program that needs none of them starts sooner
const roots = scratchF64(128); // 2^(j/64), high and low
const inverses = scratchF64(LOG_LAST - LOG_FIRST + 1); // c
const logs = scratchF64(2 * (LOG_LAST - LOG_FIRST + 1)); // -log c, high and low

/** 2^(j/64) for j = 0..63, by multiplying on. */
function fillRoots(): void {
  const work = scratchF64(4); // 2^(1/64), 1
  const step = scratchF64(2); // ln 2 / 64
  step[0] = LN2_HIGH * 0.015625;
  step[1] = LN2_LOW * 0.015625;
  work[0] = 1;
  work[2] = 1;

  // Taylor series in Horner's form
  for (let n = 14; n > 0; n--) {
    mulTwo(work, 0, work, 0, step, 0);
    divTwo(work, 0, work[0], work[1], toF64(n), 0);
    addTwo(work, 0, work, 0, work, 2);
  }
  roots[0] = 1;
  for (let j = 1; j < 64; j++) mulTwo(roots, 2 * j, roots, 2 * j - 2, work, 0);
}

/** -log c for c = 512/j rounded to a multiple of 1/512: 2·atanh((1 - c)/(1 + c)). */
function fillLogs(): void {
  const work = scratchF64(8); // z, z², power of z, term
  for (let j = LOG_FIRST; j <= LOG_LAST; j++) {
    const c = Math.floor(65536 / toF64(j) + 0.5) / 512;
    const at = 2 * (j - LOG_FIRST);
    inverses[j - LOG_FIRST] = c;
    divTwo(work, 0, 1 - c, 0, 1 + c, 0);
    mulTwo(work, 2, work, 0, work, 0);
    sclTwo(work, 4, work, 0, 2);
    logs[at] = work[4];
    logs[at + 1] = work[5];
    for (let n = 3; n < 48; n += 2) {
      mulTwo(work, 4, work, 4, work, 2);
      divTwo(work, 6, work[4], work[5], toF64(n), 0);
      addTwo(logs, at, logs, at, work, 6);
      if (Math.abs(work[6]) < 1e-35) break;
    }
  }
}

/** Leaves e^(x + low) / 2^k, near [1, 2), in `value` and returns k. */
function expTwo(x: f64, low: f64): i32 {
  if (roots[0] === 0) fillRoots();
  const n = Math.floor(x * STEPS_PER_UNIT + 0.5);
  const a = x - n * STEP_1;
  const p2 = -n * STEP_2;
  const r = a + p2;
  const rLow = sumError(a, p2, r) - n * STEP_3 + low;
  const whole = toInt(n);
  const j = whole & 63;

  // e^r - 1 - r, then 2^(j/64)·(1 + r + tail)
  const tail = r * r * expTail(r) + (rLow + rLow * r);
  const t = roots[2 * j];
  const p = t * r;
  const main = t + p;
  setTwo(
    value,
    0,
    main,
    p - (main - t) + (productError(t, r, p) + t * tail + (roots[2 * j + 1] + roots[2 * j + 1] * r)),
  );
  return whole >> 6;
}

/** (e^r - 1 - r)/r² for |r| < 0.0055: Σ rⁿ/(n + 2)! */
function expTail(r: f64): f64 {
  const upper = 0.001388888888888889 + r * (1.984126984126984e-4 + r * 2.48015873015873e-5);
  return 0.5 + r * (0.16666666666666666 + r * (0.041666666666666664 + r * (0.008333333333333333 + r * upper)));
}

/** (high + low)·2^k with one rounding, for high near [1, 2). */
function scale(high: f64, low: f64, k: i32): f64 {
  if (k > 1023) return (high + low) * fromBits(0x7fe00000, 0) * fromBits(k << 20, 0);
  if (k >= -1022) return (high + low) * fromBits((k + 1023) << 20, 0);
  if (k < -1080) return 0;

  // subnormal: a large number makes the last place of the sum that of the result
  const big = fromBits((-1022 - k + 1023) << 20, 0);
  const s = big + high;
  const rounded = s + (high - (s - big) + low);
  return (rounded - big) * fromBits((1023 - 1000) << 20, 0) * fromBits((k + 1000 + 1023) << 20, 0);
}

/** e^x */
export function exp(x: f64): f64 {
  if (isNaN64(x)) return x;
  if (x > EXP_MAX) return Infinity;
  if (x < EXP_MIN) return 0;
  const k = expTwo(x, 0);
  return scale(value[0], value[1], k);
}

/** Leaves log x, for a positive finite x, in `value`. */
function logTwo(x: f64): void {
  if (inverses[0] === 0) fillLogs();
  // x = m·2^k, m in [1/√2, √2)
  let k = 0;
  let normal: f64 = x;
  if (x < 2.2250738585072014e-308) {
    normal = x * TWO_POW_54;
    k = -54;
  }
  const high = highBits(normal);
  k += (high >>> 20) - 1023;
  let m: f64 = fromBits((high & 0xfffff) | 0x3ff00000, lowBits(normal));
  if (m > SQRT2) {
    m *= 0.5;
    k += 1;
  }

  // r = m·c - 1, exactly: the upper half of m has 26 bits
  const j = toInt(m * 128 + 0.5) - LOG_FIRST;
  const c = inverses[j];
  const split = m * 134217729;
  const upper = split - (split - m);
  const a = upper * c - 1;
  const b = (m - upper) * c;
  const r = a + b;
  const rLow = sumError(a, b, r);

  // log(1 + r) = r - r²/2 + tail
  const rr = r * r;
  const half = -0.5 * rr;
  const halfLow = -0.5 * productError(r, r, rr) - r * rLow;
  const tail = rr * r * logTail(r);

  const whole = toF64(k) * LN2_1;
  const s1 = whole + logs[2 * j];
  const s2 = s1 + r;
  const s3 = s2 + half;
  const low =
    sumError(whole, logs[2 * j], s1) +
    sumError(s1, r, s2) +
    (half - (s3 - s2)) +
    (toF64(k) * LN2_2 + logs[2 * j + 1] + (rLow + halfLow) + tail);
  setTwo(value, 0, s3, low);
}

/** (log(1 + r) - r + r²/2)/r³ for |r| < 2⁻⁷: Σ (-r)ⁿ/(n + 3) */
function logTail(r: f64): f64 {
  const upper = 0.14285714285714285 + r * (-0.125 + r * (0.1111111111111111 + r * (-0.1 + r * 0.09090909090909091)));
  return 0.3333333333333333 + r * (-0.25 + r * (0.2 + r * (-0.16666666666666666 + r * upper)));
}

/** Natural logarithm; NaN below zero. */
export function log(x: f64): f64 {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  logTwo(x);
  return value[0];
}

/** x^y, with the special cases of C's `pow` (1^y = x^0 = 1 also for NaN). */
export function pow(x: f64, y: f64): f64 {
  if (y === 0 || x === 1) return 1;
  if (isNaN64(x) || isNaN64(y)) return NaN;
  const size = Math.abs(x);
  const steep = Math.abs(y);

  // sign of the result: negative for a negative base and an odd exponent
  let negative = false;
  if (highBits(x) < 0) {
    const isInteger = steep >= 9007199254740992 || Math.floor(y) === y;
    const isOdd = isInteger && steep < 9007199254740992 && steep - 2 * Math.floor(steep * 0.5) === 1;
    if (!isInteger && size > 0 && size < Infinity && steep < Infinity) return NaN;
    negative = isOdd;
  }
  const v = powPositive(size, y);
  return negative ? -v : v;
}

/** x^y for x ≥ 0 and y ≠ 0, neither NaN. */
function powPositive(x: f64, y: f64): f64 {
  if (x === 1) return 1;
  const grows = x > 1 === y > 0;

  // zero, infinity, and exponents so large that nothing in between is left
  if (x === 0 || x === Infinity || Math.abs(y) > 3.6893488147419103e19) return grows ? Infinity : 0;
  if (Math.abs(y) < 2.710505431213761e-20) return 1;
  logTwo(x);
  const p = y * value[0];
  const low = productError(y, value[0], p) + y * value[1];
  if (p > 710) return Infinity;
  if (p < -746) return 0;
  const k = expTwo(p, low);
  return scale(value[0], value[1], k);
}

/** Hyperbolic tangent: (e^2x - 1)/(e^2x + 1). */
export function tanh(x: f64): f64 {
  const size = Math.abs(x);
  if (!(size >= 7.450580596923828e-9)) return x;
  if (size > 22) return x < 0 ? -1 : 1;

  // e^2x - 1 with all its digits: for small x the one that is subtracted is there from the start
  const k = expTwo(2 * size, 0);
  const factor = fromBits((k + 1023) << 20, 0);
  const h = value[0] * factor;
  const s = h - 1;
  const low = sumError(h, -1, s) + value[1] * factor;
  divTwo(value, 0, s, low, s + 2, sumError(s, 2, s + 2) + low);
  return x < 0 ? -value[0] : value[0];
}

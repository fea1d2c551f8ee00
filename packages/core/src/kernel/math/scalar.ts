import type { f64, i32 } from '../dialect.ts';

/** Numbers below this count as zero: norms are compared with it, diagonals are kept above it (`mjMINVAL`). */
export const MINVAL: f64 = 1e-15;

/** π, rounded to f64. */
export const PI: f64 = 3.141592653589793;

/** The smaller of two numbers; `b` when they are unordered. */
export function min(a: f64, b: f64): f64 {
  return a <= b ? a : b;
}

/** The larger of two numbers; `b` when they are unordered. */
export function max(a: f64, b: f64): f64 {
  return a >= b ? a : b;
}

/** `x` limited to [lo, hi]; NaN stays NaN. */
export function clip(x: f64, lo: f64, hi: f64): f64 {
  if (x < lo) return lo;
  if (x > hi) return hi;
  return x;
}

/** -1, 0 or 1; NaN gives 0. */
export function sign(x: f64): f64 {
  if (x < 0) return -1;
  if (x > 0) return 1;
  return 0;
}

/** `x` rounded to the nearest integer, halves away from zero as in C's `round`. */
export function round(x: f64): f64 {
  const whole = Math.floor(Math.abs(x));
  const rounded = Math.abs(x) - whole >= 0.5 ? whole + 1 : whole;
  return x < 0 ? -rounded : rounded;
}

/** The smaller of two integers. */
export function minI(a: i32, b: i32): i32 {
  return a <= b ? a : b;
}

/** The larger of two integers. */
export function maxI(a: i32, b: i32): i32 {
  return a >= b ? a : b;
}

/** `x` limited to [lo, hi]. */
export function clipI(x: i32, lo: i32, hi: i32): i32 {
  if (x < lo) return lo;
  if (x > hi) return hi;
  return x;
}

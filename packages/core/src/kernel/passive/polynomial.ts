import type { F64, f64, i32 } from '../dialect.ts';

/**
 * Stiffness or damping that varies with x: `linear` + poly[0]·x + poly[1]·x²; the force is -x times it.
 *
 * @see mju_polyForce
 */
export function polyCoefficient(linear: f64, poly: F64, p: i32, x: f64): f64 {
  return linear + poly[p] * x + poly[p + 1] * (x * x);
}

/**
 * d/dx of x·polyCoefficient(x).
 *
 * @see mjd_xPolyForce
 */
export function polyDerivative(linear: f64, poly: F64, p: i32, x: f64): f64 {
  return linear + 2 * poly[p] * x + 3 * poly[p + 1] * (x * x);
}

/**
 * Energy of a spring: the integral of t·polyCoefficient(t) from 0 to x.
 *
 * @see mju_polyPotential
 */
export function polyPotential(linear: f64, poly: F64, p: i32, x: f64): f64 {
  const square = x * x;
  const cube = square * x;
  return 0.5 * linear * square + (poly[p] / 3) * cube + (poly[p + 1] / 4) * (cube * x);
}

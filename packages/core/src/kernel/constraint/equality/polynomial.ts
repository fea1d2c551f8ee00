// @cold

import type { F64, f64, i32 } from '../../dialect.ts';
import type { Model } from '../../model/classes.ts';
import { NEQDATA } from '../../model/constants.ts';

/** c₁x + c₂x² + c₃x³ + c₄x⁴ of the coupling `e` */
export function coupling(m: Model, e: i32, x: f64): f64 {
  const c: F64 = m.eq_data;
  const k = NEQDATA * e;
  return c[k + 1] * x + c[k + 2] * x * x + c[k + 3] * x * x * x + c[k + 4] * x * x * x * x;
}

/** Derivative of `coupling`. */
export function couplingSlope(m: Model, e: i32, x: f64): f64 {
  const c: F64 = m.eq_data;
  const k = NEQDATA * e;
  return c[k + 1] + 2 * c[k + 2] * x + 3 * c[k + 3] * x * x + 4 * c[k + 4] * x * x * x;
}

/** hypot and cbrt in single precision, for GPUs. */
import type { f64 } from '../../dialect.ts';
import { exp, log } from './explog.ts';

/** √(x² + y²) without overflow or underflow on the way */
export function hypot(x: f64, y: f64): f64 {
  const p = Math.abs(x);
  const q = Math.abs(y);
  const a: f64 = p > q ? p : q;
  const b: f64 = p > q ? q : p;
  if (a === 0) return 0;
  const ratio = b / a;
  return a * Math.sqrt(1 + ratio * ratio);
}

/** Cube root: an estimate and one step of Newton's method. */
export function cbrt(x: f64): f64 {
  const size = Math.abs(x);
  if (size === 0) return 0;
  const t = exp(log(size) * 0.3333333333333333);
  const root: f64 = t - (t - size / (t * t)) * 0.3333333333333333;
  return x < 0 ? -root : root;
}

/**
 * Sine, cosine and tangent in single precision, for GPUs, whose own may be off by 2⁻¹¹: within 2 units in the last place for |x| < 2000,
 * and an absolute 1e-7 |x| beyond. The polynomials are least-squares fits of the relative error on [-π/4, π/4].
 */
import { type F64, type f64, type i32, toF64, toInt } from '../../dialect.ts';

const TWO_OVER_PI: f64 = 0.6366197723675814;
// π/2 in three parts, of which the first two have few bits, so that their multiples are exact
const HALF_PI_1: f64 = 1.5703125;
const HALF_PI_2: f64 = 0.00048351287841796875;
const HALF_PI_3: f64 = 3.13916478589249e-7;

/** The multiple of π/2 that is nearest to x. */
function quadrant(x: f64): i32 {
  return toInt(x * TWO_OVER_PI + (x < 0 ? -0.5 : 0.5));
}

/** x less q·π/2 */
function remainder(x: f64, q: i32): f64 {
  const n = toF64(q);
  return x - n * HALF_PI_1 - n * HALF_PI_2 - n * HALF_PI_3;
}

/** Sine on [-π/4, π/4] */
function sinNear(r: f64): f64 {
  const z = r * r;
  return r + r * z * (-0.16666653947705265 + z * (0.008332118840516642 - z * 0.00019509497891365002));
}

/** Cosine on [-π/4, π/4] */
function cosNear(r: f64): f64 {
  const z = r * r;
  return 1 - 0.5 * z + z * z * (0.04166664499113266 - z * (0.0013887279286568111 - z * 0.000024428590617927755));
}

/** Sine of q·π/2 + r */
function sinAt(q: i32, r: f64): f64 {
  const s: f64 = (q & 1) === 0 ? sinNear(r) : cosNear(r);
  return (q & 2) === 0 ? s : -s;
}

export function sin(x: f64): f64 {
  const q = quadrant(x);
  return sinAt(q, remainder(x, q));
}

export function cos(x: f64): f64 {
  const q = quadrant(x);
  return sinAt(q + 1, remainder(x, q));
}

/** res = (sin x, cos x) */
export function sinCos(res: F64, r: i32, x: f64): void {
  const q = quadrant(x);
  const rest = remainder(x, q);
  res[r] = sinAt(q, rest);
  res[r + 1] = sinAt(q + 1, rest);
}

export function tan(x: f64): f64 {
  const q = quadrant(x);
  const rest = remainder(x, q);
  return sinAt(q, rest) / sinAt(q + 1, rest);
}

/**
 * atan, asin and acos within one unit in the last place, atan2 within one and a half, with the bits of the C libraries that descend from fdlibm:
 * its polynomials, its breakpoints and its order of operations.
 *
 * - atan x = atan c + atan t, t = (x - c)/(1 + c·x), for c in {0, 1/2, 1, 3/2, ∞}; atan t is an odd polynomial.
 * - asin x = x + x·R(x²) up to 1/2, with a rational R; beyond, asin x = π/2 - 2·asin √((1 - x)/2).
 *
 * @see fdlibm (Sun Microsystems, 1993), s_atan.c, e_atan2.c, e_asin.c, e_acos.c
 */
import { type f64, fromBits, highBits, type i32, isNaN64 } from '../../dialect.ts';

const PI: f64 = 3.141592653589793;
const PI_LOW: f64 = 1.2246467991473532e-16;
const HALF_PI: f64 = 1.5707963267948966;
const HALF_PI_LOW: f64 = 6.123233995736766e-17;

const HUGE: f64 = 7.378697629483821e19; // 2⁶⁶: the angle is a right one
const TINY: f64 = 7.450580596923828e-9; // 2⁻²⁷: the angle is its tangent
const TINY_SINE: f64 = 1.4901161193847656e-8; // 2⁻²⁶
const LEAST_NORMAL: f64 = 2.2250738585072014e-308;

/** Inverse tangent, in [-π/2, π/2] */
export function atan(x: f64): f64 {
  if (isNaN64(x)) return x;
  const size = Math.abs(x);
  if (size >= HUGE) return x > 0 ? HALF_PI : -HALF_PI;
  if (size < TINY) return x;
  if (size < 0.4375) return x - x * atanSeries(x);
  let t: f64 = -1 / size;
  let high: f64 = HALF_PI;
  let low: f64 = HALF_PI_LOW;
  if (size < 0.6875) {
    t = (2 * size - 1) / (2 + size);
    high = 0.4636476090008061;
    low = 2.2698777452961687e-17;
  } else if (size < 1.1875) {
    t = (size - 1) / (size + 1);
    high = 0.7853981633974483;
    low = 3.061616997868383e-17;
  } else if (size < 2.4375) {
    t = (size - 1.5) / (1 + 1.5 * size);
    high = 0.982793723247329;
    low = 1.3903311031230998e-17;
  }
  const angle = high - (t * atanSeries(t) - low - t);
  return x < 0 ? -angle : angle;
}

/** 1 - atan t / t: t²/3 - t⁴/5 + ..., its odd and even terms apart. */
function atanSeries(t: f64): f64 {
  const z = t * t;
  const w = z * z;
  const odd =
    z *
    (0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w *
            (0.09090887133436507 + w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  const even =
    w *
    (-0.19999999999876483 +
      w * (-0.11111110405462356 + w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
  return odd + even;
}

/** Angle of the point (x, y), in [-π, π], with the special cases of C's `atan2`. */
export function atan2(y: f64, x: f64): f64 {
  if (isNaN64(x) || isNaN64(y)) return NaN;
  if (x === 1) return atan(y);
  const angle = upperAngle(Math.abs(y), Math.abs(x), highBits(x) < 0, highBits(y) < 0);
  return highBits(y) < 0 ? -angle : angle;
}

/** Exponent of a number, with its bias. */
function exponent(x: f64): i32 {
  return (highBits(x) >> 20) & 0x7ff;
}

/** Angle of the point (±b, a) of the upper half plane, a and b ≥ 0; the lower half plane rounds as its mirror image. */
function upperAngle(a: f64, b: f64, behind: boolean, below: boolean): f64 {
  if (a === 0) return behind ? PI : 0;
  if (b === 0) return HALF_PI;
  if (b === Infinity) {
    if (a === Infinity) return behind ? 2.356194490192345 : 0.7853981633974483;
    return behind ? PI : 0;
  }
  if (a === Infinity || steeper(a, b)) return HALF_PI;
  let angle: f64 = 0;
  if (!behind || !steeper(b, a)) angle = atan(a / b);
  if (!behind) return angle;
  if (below) return -(angle - PI_LOW - PI);
  return PI - (angle - PI_LOW);
}

/** Whether a is about 2⁶⁴ times b, by the upper halves of their bits. */
function steeper(a: f64, b: f64): boolean {
  if (exponent(a) !== exponent(b) + 64) return exponent(a) > exponent(b) + 64;
  return (highBits(a) & 0xfffff) > (highBits(b) & 0xfffff);
}

/** (asin x - x)/x³·x² as a function of z = x², for x up to 1/2. */
function asinRatio(z: f64): f64 {
  const p =
    z *
    (0.16666666666666666 +
      z *
        (-0.3255658186224009 +
          z *
            (0.20121253213486293 +
              z * (-0.04005553450067941 + z * (0.0007915349942898145 + z * 0.00003479331075960212)))));
  const q =
    1 + z * (-2.403394911734414 + z * (2.0209457602335057 + z * (-0.6882839716054533 + z * 0.07703815055590194)));
  return p / q;
}

/** Inverse sine, in [-π/2, π/2]; NaN beyond ±1. */
export function asin(x: f64): f64 {
  const size = Math.abs(x);
  if (!(size <= 1)) return NaN;
  if (size === 1) return x * HALF_PI;
  if (size < 0.5) {
    if (size < TINY_SINE && size >= LEAST_NORMAL) return x;
    return x + x * asinRatio(x * x);
  }
  const z = (1 - size) * 0.5;
  const s = Math.sqrt(z);
  const r = asinRatio(z);
  let angle: f64 = 0;
  if (highBits(size) >= 0x3fef3333) {
    angle = HALF_PI - (2 * (s + s * r) - HALF_PI_LOW);
  } else {
    const f = fromBits(highBits(s), 0);
    const c = (z - f * f) / (s + f);
    angle = 0.5 * HALF_PI - (2 * s * r - (HALF_PI_LOW - 2 * c) - (0.5 * HALF_PI - 2 * f));
  }
  return x < 0 ? -angle : angle;
}

/** Inverse cosine, in [0, π]; NaN beyond ±1. */
export function acos(x: f64): f64 {
  const size = Math.abs(x);
  if (!(size <= 1)) return NaN;
  if (x === 1) return 0;
  if (x === -1) return PI;
  if (size < 0.5) {
    if (highBits(size) <= 0x3c600000) return HALF_PI;
    return HALF_PI - (x - (HALF_PI_LOW - x * asinRatio(x * x)));
  }
  const z = (1 - size) * 0.5;
  const s = Math.sqrt(z);
  if (x < 0) return 2 * (HALF_PI - (s + (asinRatio(z) * s - HALF_PI_LOW)));
  const f = fromBits(highBits(s), 0);
  const c = (z - f * f) / (s + f);
  return 2 * (f + (asinRatio(z) * s + c));
}

/**
 * sin, cos and tan for every argument: sin and cos within 0.8 units in the last place, tan within 0.51.
 *
 * An angle is reduced to r in [-π/4, π/4], a sum of two numbers. sin and cos are then the polynomials of fdlibm in its order of
 * operations, so that they give the bits of the C libraries that descend from it. tan is a quotient of twofold numbers:
 * r = c + d with c = k/64 from a table, |d| ≤ 1/128, and
 * sin r = sin c + cos c·d + (sin c·(cos d - 1) + cos c·(sin d - d)), where the bracket is small enough for plain arithmetic.
 *
 * @see fdlibm (Sun Microsystems, 1993), k_sin.c, k_cos.c, e_rem_pio2.c
 */
import {
  type F64,
  type f64,
  fromBits,
  highBits,
  type i32,
  lowBits,
  scratchF64,
  scratchI32,
  toF64,
  toInt,
} from '../../dialect.ts';
import { addTwo, divTwo, mulTwo, productError, sclTwo, setTwo, sumError } from './twofold.ts';

/** π/2 in pieces of 33 bits, which have exact products with integers of 20 bits, each with what remains after it. */
const HALF_PI_1: f64 = 1.5707963267341256;
const HALF_PI_1_REST: f64 = 6.077100506506192e-11;
const HALF_PI_2: f64 = 6.077100506303966e-11;
const HALF_PI_2_REST: f64 = 2.0222662487959506e-21;
const HALF_PI_3: f64 = 2.0222662487111665e-21;
const HALF_PI_3_REST: f64 = 8.4784276603689e-32;

/** π/2 as a twofold number. */
const HALF_PI_HIGH: f64 = 1.5707963267948966;
const HALF_PI_LOW: f64 = 6.123233995736766e-17;

const TWO_OVER_PI: f64 = 0.6366197723675814;
const QUARTER_PI: f64 = 0.7853981633974483;

/** Quadrants below this number are counted with the pieces of π/2, above with the digits of 2/π. */
const MANY_QUADRANTS: f64 = 1048576;

/** Below this the second term of the series is less than half a unit in the last place. */
const TINY: f64 = 7.450580596923828e-9; // 2⁻²⁷

/** Highest table entry: 50/64 < π/4 < 51/64. */
const LAST = 51;

const angle = scratchF64(2); // the reduced angle
const ratio = scratchF64(2); // a tangent
const limbs = scratchF64(13); // product of a number with digits of 2/π
const one = scratchF64(2); // as a twofold number
const digits = scratchI32(50); // of 2/π, filled at the first use
const table = scratchF64(4 * (LAST + 1)); // sin and cos of k/64: sin high, sin low, cos high, cos low; filled at the first use

/** sin and cos of 0, 1/64, ... by turning on and on by 1/64. */
function fillTable(): void {
  const work = scratchF64(8); // sin and cos of 1/64, then two products
  series(work, 0, 19);
  sclTwo(work, 0, work, 0, 0.015625);
  series(work, 2, 18);
  table[2] = 1;
  for (let k = 0; k < LAST; k++) {
    const now = 4 * k,
      next = now + 4;
    mulTwo(work, 4, table, now, work, 2);
    mulTwo(work, 6, table, now + 2, work, 0);
    addTwo(table, next, work, 4, work, 6);
    mulTwo(work, 4, table, now + 2, work, 2);
    mulTwo(work, 6, table, now, work, 0);
    sclTwo(work, 6, work, 6, -1);
    addTwo(table, next + 2, work, 4, work, 6);
  }
}

/** res = Taylor series of sin(x)/x (odd degree) or cos(x) (even degree) at x = 1/64, in Horner's form. */
function series(res: F64, r: i32, degree: i32): void {
  one[0] = 1;
  setTwo(res, r, 1, 0);
  for (let n = degree; n > 1; n -= 2) {
    sclTwo(res, r, res, r, -0.000244140625);
    divTwo(res, r, res[r], res[r + 1], toF64(n * (n - 1)), 0);
    addTwo(res, r, res, r, one, 0);
  }
}

/** The first 1200 binary digits of 2/π, 24 at a time. */
function fillDigits(): void {
  const d = digits;
  d[0] = 0xa2f983;
  d[1] = 0x6e4e44;
  d[2] = 0x1529fc;
  d[3] = 0x2757d1;
  d[4] = 0xf534dd;
  d[5] = 0xc0db62;
  d[6] = 0x95993c;
  d[7] = 0x439041;
  d[8] = 0xfe5163;
  d[9] = 0xabdebb;
  d[10] = 0xc561b7;
  d[11] = 0x246e3a;
  d[12] = 0x424dd2;
  d[13] = 0xe00649;
  d[14] = 0x2eea09;
  d[15] = 0xd1921c;
  d[16] = 0xfe1deb;
  d[17] = 0x1cb129;
  d[18] = 0xa73ee8;
  d[19] = 0x8235f5;
  d[20] = 0x2ebb44;
  d[21] = 0x84e99c;
  d[22] = 0x7026b4;
  d[23] = 0x5f7e41;
  d[24] = 0x3991d6;
  d[25] = 0x398353;
  d[26] = 0x39f49c;
  d[27] = 0x845f8b;
  d[28] = 0xbdf928;
  d[29] = 0x3b1ff8;
  d[30] = 0x97ffde;
  d[31] = 0x05980f;
  d[32] = 0xef2f11;
  d[33] = 0x8b5a0a;
  d[34] = 0x6d1f6d;
  d[35] = 0x367ecf;
  d[36] = 0x27cb09;
  d[37] = 0xb74f46;
  d[38] = 0x3f669e;
  d[39] = 0x5fea2d;
  d[40] = 0x7527ba;
  d[41] = 0xc7ebe5;
  d[42] = 0xf17b3d;
  d[43] = 0x0739f7;
  d[44] = 0x8a5292;
  d[45] = 0xea6bfb;
  d[46] = 0x5fb11f;
  d[47] = 0x8d5d08;
  d[48] = 0x560330;
  d[49] = 0x46fc7b;
}

/** sin x, x in radians */
export function sin(x: f64): f64 {
  const size = Math.abs(x);
  if (size < TINY) return x;
  if (!(size < Infinity)) return x - x;
  const quadrant = reduce(x);
  const v = (quadrant & 1) === 0 ? sinPoly(angle[0], angle[1]) : cosPoly(angle[0], angle[1]);
  return (quadrant & 2) === 0 ? v : -v;
}

/** cos x, x in radians */
export function cos(x: f64): f64 {
  const size = Math.abs(x);
  if (size < TINY) return 1;
  if (!(size < Infinity)) return x - x;
  const quadrant = reduce(x) + 1;
  const v = (quadrant & 1) === 0 ? sinPoly(angle[0], angle[1]) : cosPoly(angle[0], angle[1]);
  return (quadrant & 2) === 0 ? v : -v;
}

/** res = (sin x, cos x), the bits that `sin` and `cos` give, for one reduction of x */
export function sinCos(res: F64, r: i32, x: f64): void {
  const size = Math.abs(x);
  if (size <= QUARTER_PI && size >= TINY) {
    res[r] = sinPoly(x, 0);
    res[r + 1] = cosPoly(x, 0);
    return;
  }
  if (size < TINY || !(size < Infinity)) {
    res[r] = sin(x);
    res[r + 1] = cos(x);
    return;
  }
  const quadrant = reduce(x);
  const high = angle[0],
    low = angle[1];
  const s = sinPoly(high, low);
  const c = cosPoly(high, low);
  const a = (quadrant & 1) === 0 ? s : c;
  const b = (quadrant & 1) === 0 ? c : s;
  res[r] = (quadrant & 2) === 0 ? a : -a;
  res[r + 1] = ((quadrant + 1) & 2) === 0 ? b : -b;
}

/** sin(x + y) for |x| ≤ π/4 and y below its last place: the odd minimax polynomial of degree 13. */
function sinPoly(x: f64, y: f64): f64 {
  const z = x * x;
  const cube = z * x;
  const head = 8.33333333332248946124e-3 + z * (-1.98412698298579493134e-4 + z * 2.75573137070700676789e-6);
  const r = head + z * (z * z) * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10);
  if (y === 0) return x + cube * (-1.66666666666666324348e-1 + z * r);
  return x - (z * (0.5 * y - cube * r) - y - cube * -1.66666666666666324348e-1);
}

/** cos(x + y) for |x| ≤ π/4 and y below its last place: 1 - x²/2 and the even minimax polynomial of degree 14. */
function cosPoly(x: f64, y: f64): f64 {
  const z = x * x;
  const fourth = z * z;
  const head = z * (4.16666666666666019037e-2 + z * (-1.38888888888741095749e-3 + z * 2.48015872894767294178e-5));
  const tail = -2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11);
  const r = head + fourth * fourth * tail;
  const half = 0.5 * z;
  const main = 1 - half;
  return main + (1 - main - half + (z * r - x * y));
}

/** tan x, x in radians */
export function tan(x: f64): f64 {
  const size = Math.abs(x);
  if (size < TINY) return x;
  if (!(size < Infinity)) return x - x;
  if (table[2] === 0) fillTable();
  const quadrant = reduce(x);
  const high = angle[0],
    low = angle[1];
  const s = sinOf(high, low);
  const sLow = angle[1];
  const c = cosOf(high, low);
  const cLow = angle[1];
  if ((quadrant & 1) === 0) divTwo(ratio, 0, s, sLow, c, cLow);
  else divTwo(ratio, 0, -c, -cLow, s, sLow);
  return ratio[0];
}

/** sin of the reduced angle (high, low); what it lacks is left in `angle[1]`. */
function sinOf(high: f64, low: f64): f64 {
  if (high < 0) {
    const v = sinOf(-high, -low);
    angle[1] = -angle[1];
    return -v;
  }
  const k = toInt(high * 64 + 0.5);
  const d = high - toF64(k) * 0.015625;
  const s = table[4 * k],
    c = table[4 * k + 2];
  const dd = d * d;
  const p = c * d;
  const main = s + p;
  const bracket = c * (d * dd * sinTail(dd)) + s * (dd * cosTail(dd));
  const rest =
    p - (main - s) + (productError(c, d, p) + table[4 * k + 1] + table[4 * k + 3] * d + low * (c - s * d) + bracket);
  const v = main + rest;
  angle[1] = rest - (v - main);
  return v;
}

/** cos of the reduced angle (high, low); what it lacks is left in `angle[1]`. */
function cosOf(high: f64, low: f64): f64 {
  if (high < 0) return cosOf(-high, -low);
  const k = toInt(high * 64 + 0.5);
  const d = high - toF64(k) * 0.015625;
  const s = table[4 * k],
    c = table[4 * k + 2];
  const dd = d * d;
  const p = -s * d;
  const main = c + p;
  const bracket = c * (dd * cosTail(dd)) - s * (d * dd * sinTail(dd));
  const rest =
    p - (main - c) + (productError(-s, d, p) + table[4 * k + 3] - table[4 * k + 1] * d - low * (s + c * d) + bracket);
  const v = main + rest;
  angle[1] = rest - (v - main);
  return v;
}

/** (sin d - d)/d³ for |d| ≤ 1/128, as a function of d²: -1/3! + d²/5! - d⁴/7! + d⁶/9! */
function sinTail(dd: f64): f64 {
  return -0.16666666666666666 + dd * (0.008333333333333333 + dd * (-1.984126984126984e-4 + dd * 2.755731922398589e-6));
}

/** (cos d - 1)/d² for |d| ≤ 1/128, as a function of d²: -1/2! + d²/4! - d⁴/6! + d⁶/8! */
function cosTail(dd: f64): f64 {
  return -0.5 + dd * (0.041666666666666664 + dd * (-0.001388888888888889 + dd * 2.48015873015873e-5));
}

/** Leaves x less a multiple of π/2, in [-π/4, π/4], in `angle`, and returns the multiple modulo 4. */
function reduce(x: f64): i32 {
  if (Math.abs(x) <= QUARTER_PI) {
    angle[0] = x;
    angle[1] = 0;
    return 0;
  }
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  if (Math.abs(n) >= MANY_QUADRANTS) return reduceHuge(x);

  // more pieces of π/2, the more digits cancel
  let a: f64 = x - n * HALF_PI_1;
  let b: f64 = n * HALF_PI_1_REST;
  let y: f64 = a - b;
  const e = (highBits(x) >> 20) & 0x7ff;
  if (e - ((highBits(y) >> 20) & 0x7ff) > 16) {
    let t: f64 = a;
    b = n * HALF_PI_2;
    a = t - b;
    b = n * HALF_PI_2_REST - (t - a - b);
    y = a - b;
    if (e - ((highBits(y) >> 20) & 0x7ff) > 49) {
      t = a;
      b = n * HALF_PI_3;
      a = t - b;
      b = n * HALF_PI_3_REST - (t - a - b);
      y = a - b;
    }
  }
  angle[0] = y;
  angle[1] = a - y - b;
  return toInt(n) & 3;
}

/**
 * `reduce` for huge x: x = m·2^e with an integer m of 53 bits, and of 2/π only the digits matter that are not multiples of 4
 * after multiplication, nine groups of 24 (with fewer, an x next to a multiple of π/2 would lose its digits).
 *
 * @see Payne, Hanek, Radian reduction for trigonometric functions (1983)
 */
function reduceHuge(x: f64): i32 {
  if (digits[0] === 0) fillDigits();
  // m in groups of 24 bits
  const high = highBits(x);
  const e = ((high >>> 20) & 0x7ff) - 1075;
  const low = lowBits(x);
  const m0 = toF64(low & 0xffffff);
  const m1 = toF64(((low >>> 24) & 0xff) | ((high & 0xffff) << 8));
  const m2 = toF64(((high >>> 16) & 0xf) | 0x10);
  const skip = firstDigits(e);

  // limbs = m · digits, the lowest first
  for (let k = 0; k < 13; k++) limbs[k] = 0;
  for (let k = 0; k < 9; k++) {
    const digit = toF64(digits[skip + 8 - k]);
    limbs[k] += m0 * digit;
    limbs[k + 1] += m1 * digit;
    limbs[k + 2] += m2 * digit;
  }
  for (let k = 0; k < 12; k++) {
    const carry = Math.floor(limbs[k] * 5.9604644775390625e-8);
    limbs[k] -= carry * 16777216;
    limbs[k + 1] += carry;
  }

  // cut at the binary point: whole quadrants, and the fraction from its highest limb down
  let quadrants: i32 = 0;
  let fraction: f64 = 0;
  let rest: f64 = 0;
  let started = false;
  for (let k = 12; k >= 0; k--) {
    const weight = 24 * k + e - 24 * (skip + 9);
    if (weight >= 2) continue;
    let v: f64 = limbs[k] * fromBits((weight + 1023) << 20, 0);
    const whole = Math.floor(v);
    quadrants = (quadrants + (toInt(whole - 4 * Math.floor(whole * 0.25)) & 3)) & 3;
    v -= whole;
    if (!started && weight < 0) {
      // the first limb with a fraction tells which multiple is nearer
      started = true;
      if (v >= 0.5) {
        quadrants = (quadrants + 1) & 3;
        v -= 1;
      }
    }
    const s = fraction + v;
    rest += sumError(fraction, v, s);
    fraction = s;
  }
  setTwo(angle, 0, fraction, rest);
  const f = angle[0],
    fLow = angle[1];
  const p = f * HALF_PI_HIGH;
  setTwo(angle, 0, p, productError(f, HALF_PI_HIGH, p) + f * HALF_PI_LOW + fLow * HALF_PI_HIGH);
  if (x > 0) return quadrants;
  angle[0] = -angle[0];
  angle[1] = -angle[1];
  return (4 - quadrants) & 3;
}

/** The first group of digits of 2/π that counts for exponent e. */
function firstDigits(e: i32): i32 {
  return e < 26 ? 0 : toInt(Math.floor(toF64(e - 2) / 24));
}

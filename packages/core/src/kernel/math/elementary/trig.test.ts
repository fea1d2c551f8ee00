import { describe, expect, test } from 'vitest';
import { generator } from '../testing.ts';
import { acos, asin, atan, atan2, cbrt, cos, exp, hypot, log, pow, sin, sinCos, tan, tanh } from './trig.ts';

/** Largest error allowed, in units in the last place; a correctly rounded function has 0.5. */
const ULPS = 0.51;
/** sin and cos have the bits of fdlibm, which promises less than one unit. */
const FDLIBM_ULPS = 0.8;
/** The quotient of atan2, and the angle of fdlibm, whose bits the oracle has. */
const FDLIBM_ATAN_ULPS = 1.5;
/** pow: the third-order term of its logarithm, times an exponent up to 745. */
const POW_ULPS = 0.53;

// ---- references: integers that stand for multiples of 2^-P

const P = 320n;
const ONE = 1n << P;

interface Reference {
  readonly m: bigint; // value = m · 2^-p
  readonly p: bigint;
}

/** x = [m, e] with x = m·2^e, exactly. */
function parts(x: number): [bigint, bigint] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const e = (bits >> 52n) & 0x7ffn,
    f = bits & 0xfffffffffffffn;
  const m = e === 0n ? f : f | (1n << 52n);
  return [bits >> 63n ? -m : m, (e === 0n ? 1n : e) - 1075n];
}

const shift = (m: bigint, by: bigint): bigint => (by >= 0n ? m << by : m >> -by);

function fixed(x: number, p: bigint): bigint {
  const [m, e] = parts(x);
  return shift(m, e + p);
}

const abs = (x: bigint): bigint => (x < 0n ? -x : x);

function root(x: bigint): bigint {
  let r = 1n << BigInt((x.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (r + x / r) >> 1n;
    if (next >= r) return r;
    r = next;
  }
}

/** Σ of terms made from the one before, until nothing is left. */
function series(first: bigint, next: (term: bigint, n: bigint) => bigint): bigint {
  let sum = 0n,
    term = first;
  for (let n = 1n; term !== 0n; n++) {
    sum += term;
    term = next(term, n);
  }
  return sum;
}

function atanOf(q: bigint, one: bigint): bigint {
  // three halvings, then Taylor
  let x = q;
  for (let k = 0; k < 3; k++) x = (x * one) / (one + root(one * one + x * x));
  let power = x,
    sum = 0n;
  for (let n = 1n; power !== 0n; n += 2n) {
    sum += power / n;
    power = (-power * ((x * x) / one)) / one;
  }
  return 8n * sum;
}

const piOf = (one: bigint): bigint => 4n * atanOf(one, one);
const atanhOf = (z: bigint): bigint => {
  let power = z,
    sum = 0n;
  for (let n = 1n; power !== 0n; n += 2n) {
    sum += power / n;
    power = (power * ((z * z) / ONE)) / ONE;
  }
  return sum;
};
const LN2 = 2n * atanhOf(ONE / 3n);
const PI = piOf(ONE);

function angleParts(x: number): { s: bigint; c: bigint; p: bigint } {
  // as many digits of π as the argument needs
  const [, e] = parts(x);
  const p = e > 0n ? P + e : P;
  const one = 1n << p,
    pi = p === P ? PI : piOf(one);
  let r = fixed(x, p) % (2n * pi);
  if (r > pi) r -= 2n * pi;
  if (r < -pi) r += 2n * pi;
  const rr = (r * r) >> p;
  const s = series(r, (t, n) => (-t * rr) / (2n * n * (2n * n + 1n)) / one);
  const c = series(one, (t, n) => (-t * rr) / (2n * n * (2n * n - 1n)) / one);
  return { s, c, p };
}

function expOf(x: bigint): Reference {
  const k = x / LN2,
    r = x - k * LN2;
  return { m: series(ONE, (t, n) => (t * r) / n / ONE), p: P - k };
}

function logOf(x: number): bigint {
  const [m, e] = parts(x);
  const length = BigInt(m.toString(2).length);
  const y = shift(m, P - length); // in [1/2, 1)
  return (e + length) * LN2 + 2n * atanhOf(((y - ONE) << P) / (y + ONE));
}

function angleOf(y: bigint, x: bigint): bigint {
  if (y < 0n) return -angleOf(-y, x);
  if (x === 0n) return PI / 2n;
  if (x < 0n) return PI - angleOf(y, -x);
  return y > x ? PI / 2n - atanOf((x << P) / y, ONE) : atanOf((y << P) / x, ONE);
}

/** Distance from the reference in units in the last place of the reference. */
function ulps(got: number, { m, p }: Reference): number {
  if (m === 0n) return got === 0 ? 0 : Infinity;
  const top = BigInt(abs(m).toString(2).length) - 1n - p; // exponent of the reference
  const last = top < -1022n ? -1074n : top - 52n;
  if (!Number.isFinite(got)) return last > 971n ? 0 : Infinity;
  const guard = 40n;
  const difference = fixed(got, guard - last) - shift(m, guard - last - p);
  return Number(abs(difference)) / 2 ** 40;
}

// ---- samples

const random = generator(1);
const between = (lo: number, hi: number): number => lo + (hi - lo) * random();
const sign = (): number => (random() < 0.5 ? -1 : 1);
const spread = (lo: number, hi: number): number => sign() * 2 ** between(lo, hi) * between(1, 2);
const times = <T>(n: number, make: () => T): T[] => Array.from({ length: n }, make);

function worst<T extends number[]>(samples: T[], f: (...x: T) => number, reference: (...x: T) => Reference): number {
  let most = 0;
  for (const x of samples) {
    const error = ulps(f(...x), reference(...x));
    if (!(error <= most)) most = error;
  }
  return most;
}

const one = (xs: number[]): [number][] => xs.map((x) => [x]);

describe('trig', () => {
  const angles = one([
    ...times(1500, () => between(-Math.PI, Math.PI)),
    ...times(300, () => between(-100, 100)),
    ...times(300, () => spread(-28, 24)),
    ...times(60, () => spread(20, 1022)),
    ...times(200, () => Math.round(between(-1e6, 1e6)) * (Math.PI / 2)),
    ...times(50, () => Math.round(between(1e6, 1e9)) * (Math.PI / 2)),
    5.319372648326541e255, // the double closest to a multiple of π/2
    6381956970095103 * 2 ** 797,
    1e22,
    2 ** 1023,
    1.7976931348623157e308,
  ]);

  test('sin, cos and tan, to every quadrant of every magnitude', () => {
    expect(worst(angles, sin, (x) => ({ m: angleParts(x).s, p: angleParts(x).p }))).toBeLessThan(FDLIBM_ULPS);
    expect(worst(angles, cos, (x) => ({ m: angleParts(x).c, p: angleParts(x).p }))).toBeLessThan(FDLIBM_ULPS);
    const tangent = (x: number): Reference => {
      const { s, c, p } = angleParts(x);
      return { m: (s << p) / c, p };
    };
    expect(worst(angles, tan, tangent)).toBeLessThan(ULPS);
  });

  test('sinCos gives the bits of sin and cos', () => {
    const res = new Float64Array(3);
    for (const [x] of [...angles, [0], [-0], [1e-9], [Infinity], [NaN]] as [number][]) {
      sinCos(res, 1, x);
      expect(res[1]).toBe(sin(x));
      expect(res[2]).toBe(cos(x));
    }
  });

  test('sin and cos on special arguments', () => {
    expect(sin(-0)).toBe(-0);
    expect(sin(0)).toBe(0);
    expect(tan(-0)).toBe(-0);
    expect(cos(0)).toBe(1);
    expect(sin(5e-324)).toBe(5e-324);
    for (const x of [Infinity, -Infinity, NaN]) for (const f of [sin, cos, tan]) expect(f(x)).toBeNaN();
  });

  test('atan2 in all quadrants and magnitudes, and atan', () => {
    const points = [
      ...times(1500, (): [number, number] => [between(-1, 1), between(-1, 1)]),
      ...times(400, (): [number, number] => [spread(-60, 60), spread(-60, 60)]),
      ...times(100, (): [number, number] => [spread(-8, 8) * 2 ** 1000, spread(-8, 8) * 2 ** 1000]),
      ...times(100, (): [number, number] => [spread(-8, 8) * 2 ** -1010, spread(-8, 8) * 2 ** -1010]),
    ];
    const reference = (y: number, x: number): Reference => {
      // enough digits for both, as integers
      const [my, ey] = parts(y),
        [mx, ex] = parts(x);
      const e = ey < ex ? ey : ex;
      return { m: angleOf(shift(my, ey - e), shift(mx, ex - e)), p: P };
    };
    expect(worst(points, atan2, reference)).toBeLessThan(FDLIBM_ATAN_ULPS);
    const xs = one([...times(500, () => between(-3, 3)), ...times(200, () => spread(-40, 60))]);
    expect(worst(xs, atan, (x) => reference(x, 1))).toBeLessThan(FDLIBM_ATAN_ULPS);
  });

  test('atan2 on axes and infinities', () => {
    const cases: [number, number][] = [];
    for (const y of [0, -0, 1, -1, Infinity, -Infinity, NaN, 5e-324]) {
      for (const x of [0, -0, 1, -1, Infinity, -Infinity, NaN, 1e300, -1e300]) cases.push([y, x]);
    }
    for (const [y, x] of cases) expect(atan2(y, x), `atan2(${y}, ${x})`).toBe(Math.atan2(y, x));
  });

  test('asin and acos', () => {
    const xs = one([
      ...times(1500, () => between(-1, 1)),
      ...times(200, () => sign() * (1 - 2 ** between(-53, -2))),
      ...times(200, () => spread(-60, -1.1)),
    ]);
    const complement = (x: number): bigint => root(ONE * ONE - fixed(x, P) ** 2n);
    expect(worst(xs, asin, (x) => ({ m: angleOf(fixed(x, P), complement(x)), p: P }))).toBeLessThan(FDLIBM_ATAN_ULPS);
    expect(worst(xs, acos, (x) => ({ m: angleOf(complement(x), fixed(x, P)), p: P }))).toBeLessThan(FDLIBM_ATAN_ULPS);
    expect(asin(1)).toBe(Math.PI / 2);
    expect(acos(-1)).toBe(Math.PI);
    expect(acos(1)).toBe(0);
    expect(asin(-0)).toBe(-0);
    for (const f of [asin, acos]) for (const x of [1.0000000000000002, -2, NaN, Infinity]) expect(f(x)).toBeNaN();
  });

  test('exp from the smallest subnormal to overflow', () => {
    const xs = one([
      ...times(1500, () => between(-10, 10)),
      ...times(500, () => between(-745, 709.7)),
      ...times(300, () => between(-745.1, -708)),
      ...times(200, () => spread(-60, 3)),
      709.782712893384,
      -745.1332191019412,
    ]);
    expect(worst(xs, exp, (x) => expOf(fixed(x, P)))).toBeLessThan(ULPS);
    expect(exp(709.7827128933841)).toBe(Infinity);
    expect(exp(-746)).toBe(0);
    expect(exp(-Infinity)).toBe(0);
    expect(exp(Infinity)).toBe(Infinity);
    expect(exp(0)).toBe(1);
    expect(exp(NaN)).toBeNaN();
  });

  test('log, close to one and on subnormals too', () => {
    const xs = one([
      ...times(1000, () => between(0.5, 2)),
      ...times(500, () => 1 + spread(-52, -4)),
      ...times(500, () => Math.abs(spread(-1022, 1022))),
      ...times(50, () => Math.abs(spread(-1070, -1023))),
      5e-324,
      0.9999999999999999,
      1.0000000000000002,
    ]);
    expect(worst(xs, log, (x) => ({ m: logOf(x), p: P }))).toBeLessThan(ULPS);
    expect(log(1)).toBe(0);
    expect(log(0)).toBe(-Infinity);
    expect(log(-0)).toBe(-Infinity);
    expect(log(Infinity)).toBe(Infinity);
    expect(log(-1)).toBeNaN();
    expect(log(NaN)).toBeNaN();
  });

  test('pow', () => {
    const xs = [
      ...times(1000, (): [number, number] => [between(0, 10), between(-20, 20)]),
      ...times(500, (): [number, number] => [1 + spread(-30, -3), spread(1, 9)]),
      ...times(300, (): [number, number] => [Math.abs(spread(-1000, 1000)), between(-1, 1)]),
      ...times(200, (): [number, number] => {
        const x = Math.abs(spread(-8, 8));
        return [x, between(-1074, -1023) / Math.log2(x)];
      }),
      ...times(200, (): [number, number] => [1 + spread(-20, -6), between(-740, 700) * 2 ** 10]),
    ].filter(([x, y]) => Math.abs(y * Math.log(x)) < 744.4);
    expect(
      worst(xs, pow, (x, y) => {
        const [m, e] = parts(y);
        return expOf(shift(m * logOf(x), e));
      }),
    ).toBeLessThan(POW_ULPS);
  });

  test('pow is exact where the result is a number', () => {
    for (let x = 1; x < 40; x++) {
      for (let n = 0; n < 9; n++) expect(pow(x, n)).toBe(Number(BigInt(x) ** BigInt(n)));
      expect(pow(x * x, 0.5)).toBe(x);
      expect(pow(x, 1)).toBe(x);
      expect(pow(-x, 3)).toBe(-x * x * x);
    }
    expect(pow(2, -1074)).toBe(5e-324);
    expect(pow(2, 1023)).toBe(2 ** 1023);
  });

  test('pow on special arguments, as C has it', () => {
    for (const x of [0, -0, 1, -1, 2, -2, 0.5, -0.5, Infinity, -Infinity, NaN]) {
      for (const y of [0, -0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 2 ** 53, 1e300, -1e300, Infinity, -Infinity, NaN]) {
        let expected = x ** y;
        if (x === 1 || y === 0) expected = 1;
        if (x === -1 && Math.abs(y) === Infinity) expected = 1;
        if (Math.abs(y) === 0.5 && Math.abs(expected) < 2 && expected > 0.1 && x !== 1) continue; // not exact
        expect(pow(x, y), `pow(${x}, ${y})`).toBe(expected);
      }
    }
  });

  test('tanh', () => {
    const xs = one([
      ...times(800, () => between(-3, 3)),
      ...times(300, () => spread(-40, 4.3)),
      ...times(100, () => between(-22, 22)),
    ]);
    const reference = (x: number): Reference => {
      const { m, p } = expOf(fixed(2 * Math.abs(x), P));
      const e = shift(m, P - p);
      const t = ((e - ONE) << P) / (e + ONE);
      return { m: x < 0 ? -t : t, p: P };
    };
    expect(worst(xs, tanh, reference)).toBeLessThan(ULPS);
    expect(tanh(-0)).toBe(-0);
    expect(tanh(Infinity)).toBe(1);
    expect(tanh(-1e9)).toBe(-1);
    expect(tanh(NaN)).toBeNaN();
  });

  test('hypot and cbrt', () => {
    const points = [
      ...times(1000, (): [number, number] => [between(-1, 1), between(-1, 1)]),
      ...times(300, (): [number, number] => [spread(-30, 30), spread(-30, 30)]),
      ...times(100, (): [number, number] => [spread(1000, 1022), spread(1000, 1022)]),
      ...times(100, (): [number, number] => [spread(-1020, -990), spread(-1020, -990)]),
    ];
    const Q = 1200n;
    expect(worst(points, hypot, (x, y) => ({ m: root(fixed(x, Q) ** 2n + fixed(y, Q) ** 2n), p: Q }))).toBeLessThan(
      ULPS,
    );
    expect(hypot(3, -4)).toBe(5);
    expect(hypot(NaN, -Infinity)).toBe(Infinity);
    expect(hypot(0, NaN)).toBeNaN();
    expect(hypot(-0, 0)).toBe(0);

    const xs = one([...times(1000, () => between(-10, 10)), ...times(300, () => spread(-1074, 1022))]);
    const cubeRoot = (x: number): Reference => {
      const v = abs(fixed(x, 1500n));
      let lo = 0n,
        hi = 1n << BigInt(Math.ceil(v.toString(2).length / 3) + 1);
      while (hi - lo > 1n) {
        const mid = (lo + hi) >> 1n;
        if (mid * mid * mid <= v) lo = mid;
        else hi = mid;
      }
      return { m: x < 0 ? -lo : lo, p: 500n };
    };
    expect(worst(xs, cbrt, cubeRoot)).toBeLessThan(ULPS);
    for (let n = -20; n <= 20; n++) expect(cbrt(n * n * n)).toBe(n);
    expect(cbrt(-0)).toBe(-0);
    expect(cbrt(-Infinity)).toBe(-Infinity);
    expect(cbrt(NaN)).toBeNaN();
  });
});

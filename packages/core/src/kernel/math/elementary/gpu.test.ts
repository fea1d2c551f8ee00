import { describe, expect, test } from 'vitest';
import { acos, asin, atan, atan2 } from './atan.gpu.ts';
import { exp, log, pow, tanh } from './explog.gpu.ts';
import { cbrt, hypot } from './roots.gpu.ts';
import { cos, sin, sinCos, tan } from './sincos.gpu.ts';

/** The fits alone, computed in double precision: half a unit in the last place of single precision. */
const FIT = 6e-8;

const range = (from: number, to: number, n = 2000): number[] =>
  Array.from({ length: n + 1 }, (_, k) => from + ((to - from) * k) / n);

const error = (value: number, exact: number, least = 1e-30): number =>
  Math.abs(value - exact) / Math.max(Math.abs(exact), least);

/** The largest relative error over a range; where the function vanishes, relative to `least`. */
const worst = (f: (x: number) => number, exact: (x: number) => number, xs: readonly number[], least?: number): number =>
  Math.max(...xs.map((x) => error(f(x), exact(x), least)));

describe('elementary functions for GPUs', () => {
  test.each([
    ['sin', sin, Math.sin, range(-20, 20), 1],
    ['cos', cos, Math.cos, range(-20, 20), 1],
    ['tan', tan, Math.tan, range(-1.5, 1.5), 1],
    ['atan', atan, Math.atan, range(-30, 30), undefined],
    ['asin', asin, Math.asin, range(-1, 1), undefined],
    ['acos', acos, Math.acos, range(-1, 0.99), undefined],
    ['exp', exp, Math.exp, range(-80, 80), undefined],
    ['log', log, Math.log, [...range(0.01, 10), 1e-30, 1e30], 1e-2],
    ['tanh', tanh, Math.tanh, range(-5, 5), undefined],
    ['cbrt', cbrt, Math.cbrt, range(-30, 30), undefined],
  ] as const)('%s', (_, f, exact, xs, least) => {
    expect(worst(f, exact, xs, least)).toBeLessThan(2 * FIT);
  });

  test('atan2 in all quadrants and on the axes', () => {
    for (const y of [-2, -1, -0.1, 0, 0.1, 1, 2])
      for (const x of [-2, -1, -0.1, 0, 0.1, 1, 2])
        expect(error(atan2(y, x), Math.atan2(y, x), 1), `${y} ${x}`).toBeLessThan(2 * FIT);
  });

  test('pow: whole exponents are products, others by exp and log', () => {
    expect(pow(1.5, 3)).toBe(3.375);
    expect(pow(-2, 2)).toBe(4);
    expect(pow(0, 0.5)).toBe(0);
    expect(error(pow(2.5, 1.7), 2.5 ** 1.7)).toBeLessThan(4 * FIT);
    expect(error(pow(0.3, -2.5), 0.3 ** -2.5)).toBeLessThan(4 * FIT);
  });

  test('sinCos is sin and cos; hypot does not overflow', () => {
    const both = new Float64Array(2);
    sinCos(both, 0, 2.5);
    expect([...both]).toEqual([sin(2.5), cos(2.5)]);
    expect(error(hypot(3e200, 4e200), 5e200)).toBeLessThan(1e-15);
    expect(hypot(0, 0)).toBe(0);
  });

  test('beyond what single precision holds', () => {
    expect(exp(200)).toBe(Number.POSITIVE_INFINITY);
    expect(exp(-200)).toBe(0);
    expect(log(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(log(-1)).toBeNaN();
  });
});

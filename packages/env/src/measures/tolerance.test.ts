import { describe, expect, test } from 'vitest';
import { type Falloff, tolerance } from '../index.ts';

const falloffs: Falloff[] = [
  'gaussian',
  'hyperbolic',
  'long-tail',
  'reciprocal',
  'cosine',
  'linear',
  'quadratic',
  'tanh-squared',
];

describe.each(falloffs)('%s', (falloff) => {
  const at = (x: number, valueAtMargin = 0.2): number =>
    tolerance(x, { lower: -1, upper: 2, margin: 3, falloff, valueAtMargin });

  test('is 1 inside, has its value at the margin, and falls on both sides alike', () => {
    expect([at(-1), at(0), at(2)]).toEqual([1, 1, 1]);
    expect(at(5)).toBeCloseTo(0.2, 12);
    expect(at(-4)).toBeCloseTo(0.2, 12);
    for (let x = 2; x < 12; x += 0.1) {
      expect(at(x + 0.1)).toBeLessThanOrEqual(at(x));
      expect(at(1 - x)).toBeCloseTo(at(x), 12);
      expect(at(x)).toBeGreaterThanOrEqual(0);
    }
  });
});

test('closed forms', () => {
  expect(tolerance(1, { margin: 2, valueAtMargin: 0.1 })).toBeCloseTo(0.1 ** 0.25, 14);
  expect(tolerance(1, { margin: 2, valueAtMargin: 0, falloff: 'linear' })).toBe(0.5);
  expect(tolerance(1, { margin: 2, valueAtMargin: 0, falloff: 'quadratic' })).toBe(0.75);
  expect(tolerance(1, { margin: 2, valueAtMargin: 0, falloff: 'cosine' })).toBeCloseTo(0.5, 14);
  expect(tolerance(1, { margin: 2, valueAtMargin: 0.2, falloff: 'long-tail' })).toBeCloseTo(0.5, 14);
  expect([tolerance(0), tolerance(1e-9)]).toEqual([1, 0]);
  expect(tolerance(Number.NaN, { margin: 1 })).toBeNaN();
});

test.each([
  [{ lower: 2, upper: 1 }, 'between 2 and 1'],
  [{ margin: -1 }, 'not negative: -1'],
  [{ margin: 1, valueAtMargin: 0 }, "'gaussian' cannot have fallen to 0"],
  [{ margin: 1, valueAtMargin: 1, falloff: 'linear' as const }, "'linear' cannot have fallen to 1"],
])('refuses %j', (options, message) => {
  expect(() => tolerance(3, options)).toThrow(
    expect.objectContaining({ code: 'bad-argument', message: expect.stringContaining(message) }),
  );
});

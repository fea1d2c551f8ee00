import { describe, expect, test } from 'vitest';
import { makeRandom } from '../testing.ts';
import { sideOf } from './orientation.ts';

const sign = (p: number[], order = [0, 1, 2, 3]): number => {
  const [a, b, c, d] = order;
  return Math.sign(sideOf(Float64Array.from(p, Math.fround), a, b, c, d));
};

describe('sideOf', () => {
  test('is positive above a counterclockwise triangle, negative below, zero in its plane', () => {
    const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    expect(sign([...triangle, 0.2, 0.2, 1])).toBe(1);
    expect(sign([...triangle, 0.2, 0.2, -1])).toBe(-1);
    expect(Math.abs(sign([...triangle, 5, -7, 0]))).toBe(0);
  });

  test('tells the smallest float32 above a plane that floating point cannot', () => {
    const triangle = [1e6, 0, 1e6, 0, 1e6, 1e6, -1e6, -1e6, -2e6];
    expect(Math.abs(sign([...triangle, 1, 2, 3]))).toBe(0);
    expect(sign([...triangle, 1, 2, 3 + 2 ** -22])).toBe(1);
    expect(sign([...triangle, 1, 2, 3 - 2 ** -22])).toBe(-1);
  });

  test('even permutations keep the side and odd ones change it, on 200 points near a plane', () => {
    const random = makeRandom(1);
    for (let trial = 0; trial < 200; trial++) {
      const p = Array.from({ length: 4 }, () => [random(), random()]).flatMap(([x, y]) => [x, y, x + y]);
      const side = sign(p);
      expect(sign(p, [1, 2, 0, 3])).toBe(side);
      expect(sign(p, [3, 2, 1, 0])).toBe(side);
      expect(sign(p, [1, 0, 2, 3])).toBe(0 - side);
    }
  });
});

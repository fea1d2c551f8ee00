import { describe, expect, test } from 'vitest';
import { call } from '../oracle/testing.ts';
import { definite, distance, generator, vector } from '../testing.ts';
import { boxQP } from './boxqp.ts';

const random = generator(14);

describe('boxQP', () => {
  test.each([1, 2, 3, 5, 9, 16])('n = %d: equals the oracle to the bit, and no free slope is left', (n) => {
    for (let k = 0; k < 10; k++) {
      const H = definite(random, n),
        g = vector(random, n).map((x) => 3 * x);
      const lower = vector(random, n).map((x) => x - 1),
        upper = lower.map((x) => x + 2 * random() + 0.1);
      const res = vector(random, n),
        start = res.slice(),
        R = new Float64Array(n * n),
        index = new Int32Array(3 * n),
        work = new Float64Array(4 * n);
      const free = boxQP(res, R, index, H, g, n, lower, upper, true, work);
      const eR = new Float64Array(n * (n + 7)),
        eIndex = new Int32Array(n);
      expect(free).toBe(call('mju_boxQP', 3, start, eR, eIndex, H, g, lower, upper));
      expect(res).toEqual(start);
      expect(index.slice(0, free)).toEqual(eIndex.slice(0, free));
      for (let i = 0; i < n; i++) {
        let slope = g[i];
        for (let j = 0; j < n; j++) slope += H[i * n + j] * res[j];
        if (res[i] === lower[i]) expect(slope).toBeGreaterThan(-1e-7);
        else if (res[i] === upper[i]) expect(slope).toBeLessThan(1e-7);
        else expect(Math.abs(slope)).toBeLessThan(1e-7);
      }
    }
  });

  test('without bounds: the Newton point; not definite: failure', () => {
    const res = new Float64Array(2),
      R = new Float64Array(4),
      index = new Int32Array(6),
      work = new Float64Array(8),
      none = new Float64Array(2);
    expect(boxQP(res, R, index, Float64Array.of(2, 0, 0, 4), Float64Array.of(2, 4), 2, none, none, false, work)).toBe(
      2,
    );
    expect(distance(res, [-1, -1])).toBeLessThan(1e-15);
    expect(boxQP(res, R, index, Float64Array.of(-1, 0, 0, 1), Float64Array.of(1, 1), 2, none, none, false, work)).toBe(
      -1,
    );
  });
});

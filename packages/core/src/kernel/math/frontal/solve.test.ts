import { bytesPerCall } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { distance, generator, vector } from '../testing.ts';
import { factorFronts } from './factor.ts';
import { solveFronts } from './solve.ts';
import { fronts, panelsOf, randomSample } from './testing.ts';

const random = generator(34);

/** Rounding, times the condition of the matrices. */
const EPS = 1e-11;

const product = (A: Float64Array, x: Float64Array, n: number): Float64Array =>
  x.map((_, i) => x.reduce((s, xj, j) => s + A[i * n + j] * xj, 0));

describe('solution with the factor', () => {
  test('A·x is the right-hand side, on 60 random matrices', () => {
    for (let k = 0; k < 60; k++) {
      const sample = randomSample(random, 1 + (k % 20), k % 45);
      const { n, dense, pattern } = sample;
      const f = fronts(pattern);
      const L = panelsOf(f, sample);
      factorFronts(f, L);
      const b = vector(random, n);
      const x = Float64Array.from([1, 2, 3, ...b, 4]);
      solveFronts(f, L, x, 3);
      expect(distance(product(dense, x.slice(3, 3 + n), n), b)).toBeLessThan(EPS);
      expect([...x.subarray(0, 3), x[3 + n]]).toEqual([1, 2, 3, 4]);
    }
  });

  test('allocates nothing', () => {
    const sample = randomSample(random, 30, 50);
    const f = fronts(sample.pattern);
    const L = panelsOf(f, sample);
    factorFronts(f, L);
    const x = vector(random, sample.n);
    expect(bytesPerCall(() => solveFronts(f, L, x, 0))).toBeLessThan(1);
  });
});

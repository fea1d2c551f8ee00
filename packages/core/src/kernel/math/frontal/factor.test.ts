import { bytesPerCall } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { cholFactor } from '../linear/cholesky.ts';
import { distance, generator } from '../testing.ts';
import { factorFronts } from './factor.ts';
import { fronts, lowerOf, panelsOf, permuted, randomSample, type Sample } from './testing.ts';

const random = generator(33);

/** Rounding of factors with numbers of the order of 10. */
const EPS = 1e-12;

/** L·Lᵀ */
function square(L: Float64Array, n: number): Float64Array {
  const res = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) for (let k = 0; k <= Math.min(i, j); k++) res[i * n + j] += L[i * n + k] * L[j * n + k];
  return res;
}

/** The lower triangle of dense Cholesky. */
function denseFactor(A: Float64Array, n: number): Float64Array {
  const L = A.slice();
  expect(cholFactor(L, 0, n, 0)).toBe(n);
  for (let i = 0; i < n; i++) L.fill(0, i * n + i + 1, (i + 1) * n);
  return L;
}

describe('numeric factorisation', () => {
  test('L·Lᵀ is the matrix in the order of elimination, and L its dense factor, on 60 random matrices', () => {
    for (let k = 0; k < 60; k++) {
      const sample = randomSample(random, 1 + (k % 20), k % 45);
      const f = fronts(sample.pattern);
      const panels = panelsOf(f, sample);
      expect(factorFronts(f, panels)).toBe(0);
      const L = lowerOf(f, panels);
      const A = permuted(f, sample);
      expect(distance(square(L, sample.n), A)).toBeLessThan(EPS);
      expect(distance(L, denseFactor(A, sample.n))).toBeLessThan(EPS);
    }
  });

  test('counts the pivots of an indefinite matrix that are not positive', () => {
    const { pattern, n, dense } = randomSample(random, 8, 6);
    for (let i = 0; i < n; i++) dense[i * n + i] -= 1e3;
    const f = fronts(pattern);
    expect(factorFronts(f, panelsOf(f, { pattern, n, dense }))).toBeGreaterThan(0);
  });

  test('allocates nothing', () => {
    const sample: Sample = randomSample(random, 30, 50);
    const f = fronts(sample.pattern);
    const values = panelsOf(f, sample);
    const panels = values.slice();
    expect(
      bytesPerCall(() => {
        panels.set(values);
        factorFronts(f, panels);
      }),
    ).toBeLessThan(1);
  });
});

import { expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import { cholesky, choleskySolve, eliminate } from './dense.ts';

const { numbers } = random(7);

const product = (A: Float64Array, n: number, x: Float64Array): Float64Array =>
  new Float64Array(n).map((_, i) => x.reduce((sum, xj, j) => sum + A[n * i + j] * xj, 0));

test.each([1, 2, 3, 6, 12])('solutions of random systems of %d solve them', (n) => {
  for (let k = 0; k < 20; k++) {
    const [B, x] = [numbers(n * n), numbers(n)];
    const A = new Float64Array(n * n).map((_, at) => {
      const [i, j] = [Math.floor(at / n), at % n];
      let sum = i === j ? 0.1 : 0;
      for (let c = 0; c < n; c++) sum += B[n * i + c] * B[n * j + c];
      return sum;
    });
    const [solved, factor] = [product(A, n, x), A.slice()];
    expect(cholesky(factor, 0, n)).toBe(true);
    choleskySolve(factor, 0, n, solved, 0);
    const general = product(B, n, x);
    expect(eliminate(B.slice(), n, general)).toBe(true);
    for (let i = 0; i < n; i++) {
      expect(solved[i]).toBeCloseTo(x[i], 10);
      expect(general[i]).toBeCloseTo(x[i], 8);
    }
  }
});

test('what cannot be solved is told', () => {
  expect(cholesky(Float64Array.of(1, 2, 2, 1), 0, 2)).toBe(false);
  expect(eliminate(Float64Array.of(1, 2, 2, 4), 2, Float64Array.of(1, 1))).toBe(false);
});

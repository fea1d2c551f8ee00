import { describe, expect, test } from 'vitest';
import { cholFactor } from '../linear/cholesky.ts';
import { definite, distance, generator, vector } from '../testing.ts';
import { cholPanel, minusSyrk, solvePanel, solvePanelT } from './panel.ts';

const random = generator(36);
const EPS = 1e-11;

/** The transpose of an n×n matrix: row major as column major. */
const transpose = (a: Float64Array, n: number): Float64Array => a.map((_, k) => a[(k % n) * n + Math.floor(k / n)]);

describe('panels', () => {
  test('eliminating some columns first and the rest after is the factor of the whole', () => {
    for (let n = 1; n < 20; n++)
      for (let pivots = 1; pivots <= n; pivots++) {
        const A = definite(random, n);
        const L = A.slice();
        cholFactor(L, 0, n, 0);
        const columns = transpose(A, n);
        expect(cholPanel(columns, 0, n, n, pivots)).toBe(0);
        const below = n - pivots;
        const rest = new Float64Array(below * below);
        minusSyrk(rest, 0, below, columns, pivots, n, below, pivots);
        for (let j = 0; j < below; j++)
          for (let i = j; i < below; i++) columns[(pivots + j) * n + pivots + i] += rest[j * below + i];
        cholPanel(columns, pivots * (n + 1), n, below, below);
        for (let j = 0; j < n; j++)
          for (let i = j; i < n; i++) expect(Math.abs(columns[j * n + i] - L[i * n + j])).toBeLessThan(EPS);
      }
  });

  test('L⁻ᵀ·L⁻¹ inverts', () => {
    for (let n = 1; n < 20; n++) {
      const A = definite(random, n);
      const L = transpose(A, n);
      cholPanel(L, 0, n, n, n);
      const b = vector(random, n);
      const x = b.slice();
      solvePanel(x, 0, L, 0, n, n, n);
      solvePanelT(x, 0, L, 0, n, n, n);
      const back = b.map((_, i) => x.reduce((s, xj, j) => s + A[i * n + j] * xj, 0));
      expect(distance(back, b)).toBeLessThan(EPS);
    }
  });

  test('a pivot that is too small is counted, and its column zero', () => {
    const columns = Float64Array.of(1, 2, 3, 0, 4, 6, 0, 0, 10);
    expect(cholPanel(columns, 0, 3, 3, 3)).toBe(1);
    expect(columns[1 * 3 + 2]).toBe(0);
  });
});

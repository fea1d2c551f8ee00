import { describe, expect, test } from 'vitest';
import { distance, generator, vector } from '../testing.ts';
import { luFactor, luFactorSparse, luSolve, luSolveSparse, solve3 } from './lu.ts';
import { dense2sparse } from './sparse.ts';

const random = generator(11);

const times = (a: Float64Array, x: Float64Array, n: number): Float64Array =>
  Float64Array.from({ length: n }, (_, i) => x.reduce((s, v, j) => s + a[i * n + j] * v, 0));

describe('lu', () => {
  test('dense: solves, also where the first pivot is zero', () => {
    for (const n of [1, 2, 3, 6, 12]) {
      const a = vector(random, n * n),
        b = vector(random, n),
        lu = a.slice(),
        pivot = new Int32Array(n),
        x = b.slice();
      if (n > 1) {
        a[0] = 0;
        lu[0] = 0;
      }
      expect(luFactor(lu, 0, n, pivot, 0)).toBe(true);
      luSolve(x, 0, lu, 0, x, 0, pivot, 0, n);
      expect(distance(times(a, x, n), b)).toBeLessThan(1e-12);
    }
  });

  test('dense: a singular matrix is refused', () => {
    expect(luFactor(Float64Array.of(1, 2, 2, 4), 0, 2, new Int32Array(2), 0)).toBe(false);
  });

  test('3×3', () => {
    for (let k = 0; k < 50; k++) {
      const a = vector(random, 9),
        b = vector(random, 3),
        x = b.slice();
      for (const i of [0, 4, 8]) a[i] += 2;
      solve3(x, 0, a, 0, x, 0);
      expect(distance(times(a, x, 3), b)).toBeLessThan(1e-14);
    }
  });

  test('sparse: solves on the pattern of a tree, whole and in part', () => {
    // parent of each dof; two trees
    const parent = [-1, 0, 1, 1, 0, -1, 5, 6],
      n = parent.length;
    const a = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      a[i * n + i] = 4;
      for (let j = parent[i]; j >= 0; j = parent[j]) {
        a[i * n + j] = random() - 0.5;
        a[j * n + i] = random() - 0.5;
      }
    }
    const lu = new Float64Array(n * n),
      nnz = new Int32Array(n),
      adr = new Int32Array(n),
      ind = new Int32Array(n * n),
      left = new Int32Array(n);
    dense2sparse(lu, a, 0, n, n, nnz, adr, ind, n * n);
    const mat = lu.slice();
    const diag = Int32Array.from({ length: n }, (_, i) => ind.subarray(adr[i], adr[i] + nnz[i]).indexOf(i));
    expect(luFactorSparse(lu, n, left, nnz, adr, ind, left, false)).toBe(-1);
    const b = vector(random, n),
      x = b.slice();
    luSolveSparse(x, 0, lu, x, 0, n, nnz, adr, diag, ind, left, false);
    expect(distance(times(a, x, n), b)).toBeLessThan(1e-14);

    const index = Int32Array.of(5, 6, 7),
      y = b.slice();
    expect(luFactorSparse(mat, 3, left, nnz, adr, ind, index, true)).toBe(-1);
    expect(mat.subarray(adr[5])).toEqual(lu.subarray(adr[5]));
    luSolveSparse(y, 0, mat, y, 0, 3, nnz, adr, diag, ind, index, true);
    expect(y.subarray(5)).toEqual(x.subarray(5));
    expect(y.subarray(0, 5)).toEqual(b.subarray(0, 5));
  });

  test('sparse: a pattern that would fill in is refused', () => {
    // rows 0 and 1 are both coupled to row 2, but not to each other
    const a = Float64Array.of(2, 0, 1, 0, 2, 1, 1, 1, 2),
      lu = new Float64Array(9);
    const nnz = new Int32Array(3),
      adr = new Int32Array(3),
      ind = new Int32Array(9),
      left = new Int32Array(3);
    dense2sparse(lu, a, 0, 3, 3, nnz, adr, ind, 9);
    expect(luFactorSparse(lu, 3, left, nnz, adr, ind, left, false)).toBe(-2);
  });
});

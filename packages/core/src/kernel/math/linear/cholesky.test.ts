import { describe, expect, test } from 'vitest';
import { call } from '../oracle/testing.ts';
import { definite, distance, generator, vector } from '../testing.ts';
import * as cholesky from './cholesky.ts';
import { dense2sparse, sparse2dense, transposePattern } from './sparse.ts';

const random = generator(9);
const SIZES = [1, 2, 3, 4, 5, 8, 13, 20];
const EPS = 1e-9; // condition numbers up to 1e4

/** A sparse positive definite matrix: about `n` couples of rows touch. */
function sparseDefinite(n: number): Float64Array {
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) a[i * n + i] = 4 + random();
  for (let k = 0; k < n; k++) {
    const i = Math.floor(random() * n),
      j = Math.floor(random() * n);
    if (i !== j) {
      const v = random() - 0.5;
      a[i * n + j] = v;
      a[j * n + i] = v;
    }
  }
  return a;
}

const lower = (a: Float64Array, n: number): Float64Array => a.map((x, k) => (k % n <= Math.floor(k / n) ? x : 0));

/** LᵀL of a dense lower triangle. */
function reverseProduct(L: Float64Array, n: number): Float64Array {
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) a[i * n + j] += L[k * n + i] * L[k * n + j];
  }
  return a;
}

function factorSparse(a: Float64Array, n: number) {
  const ints = (size: number): Int32Array => new Int32Array(size);
  const H = new Float64Array(n * n),
    Hnnz = ints(n),
    Hadr = ints(n),
    Hind = ints(n * n);
  dense2sparse(H, lower(a, n), 0, n, n, Hnnz, Hadr, Hind, n * n);
  const Tnnz = ints(n),
    Tadr = ints(n),
    Tind = ints(n * n);
  transposePattern(Tnnz, Tadr, Tind, n, n, Hnnz, Hadr, Hind);
  const Lnnz = ints(n),
    Ladr = ints(n),
    LTnnz = ints(n),
    LTadr = ints(n),
    parent = ints(n),
    flag = ints(n),
    cursor = ints(n);
  const nnz = cholesky.cholCount(Lnnz, Ladr, LTnnz, LTadr, Tnnz, Tadr, Tind, n, parent, flag);
  const L = new Float64Array(nnz),
    Lind = ints(nnz),
    LTind = ints(nnz),
    LTmap = ints(nnz),
    dense = new Float64Array(n);
  cholesky.cholPattern(Lind, Lnnz, Ladr, LTind, LTadr, LTmap, Tnnz, Tadr, Tind, n, parent, flag, cursor);
  const rank = cholesky.cholValues(
    L,
    n,
    1e-15,
    Lnnz,
    Ladr,
    Lind,
    LTnnz,
    LTadr,
    LTind,
    LTmap,
    H,
    Hnnz,
    Hadr,
    Hind,
    dense,
  );
  return { L, Lnnz, Ladr, Lind, rank, dense };
}

describe('cholesky, dense', () => {
  test('factor, solution and updates equal the oracle to the bit', () => {
    for (const n of SIZES) {
      const a = definite(random, n),
        L = a.slice(),
        expected = a.slice();
      expect(cholesky.cholFactor(L, 0, n, 1e-15)).toBe(call('mju_cholFactor', 1, expected, 1e-15));
      expect(L).toEqual(expected);
      const b = vector(random, n),
        x = b.slice(),
        y = new Float64Array(n);
      cholesky.cholSolve(x, 0, L, 0, x, 0, n);
      call('mju_cholSolve', 1, y, L, b);
      expect(x).toEqual(y);
      for (const plus of [true, false]) {
        const v = vector(random, n).map((t) => 0.1 * t),
          w = v.slice();
        v[0] = 0;
        w[0] = 0;
        expect(cholesky.cholUpdate(L, 0, v, 0, n, plus)).toBe(call('mju_cholUpdate', 2, expected, w, plus ? 1 : 0));
        expect(L).toEqual(expected);
      }
    }
  });

  test('a deficient matrix keeps its pivots at the limit', () => {
    const a = Float64Array.of(1, 1, 1, 1, 1, 1, 1, 1, 1),
      b = a.slice();
    expect(cholesky.cholFactor(a, 0, 3, 1e-8)).toBe(1);
    expect(call('mju_cholFactor', 1, b, 1e-8)).toBe(1);
    expect(a).toEqual(b);
  });
});

describe('cholesky, sparse', () => {
  test('LᵀL is the matrix, and the solution solves', () => {
    for (const n of SIZES) {
      const a = sparseDefinite(n),
        { L, Lnnz, Ladr, Lind, rank } = factorSparse(a, n);
      expect(rank).toBe(n);
      const dense = new Float64Array(n * n);
      sparse2dense(dense, 0, L, n, n, Lnnz, Ladr, Lind);
      expect(distance(reverseProduct(dense, n), a)).toBeLessThan(1e-14);
      for (let i = 0; i < n; i++) {
        const row = [...Lind.subarray(Ladr[i], Ladr[i] + Lnnz[i])];
        expect(row).toEqual([...row].sort((p, q) => p - q));
        expect(row.at(-1)).toBe(i);
      }
      const b = vector(random, n),
        x = b.slice();
      cholesky.cholSolveSparse(x, 0, L, x, 0, n, Lnnz, Ladr, Lind);
      for (let i = 0; i < n; i++) {
        let s = 0;
        for (let j = 0; j < n; j++) s += a[i * n + j] * x[j];
        expect(Math.abs(s - b[i])).toBeLessThan(1e-13);
      }
    }
  });

  test('an update is the factor of the updated matrix', () => {
    for (const n of SIZES) {
      const a = sparseDefinite(n),
        { L, Lnnz, Ladr, Lind, dense } = factorSparse(a, n);
      // a vector within the pattern of the last row
      const last = n - 1,
        start = Ladr[last],
        count = Lnnz[last];
      const x = vector(random, count),
        full = new Float64Array(n * n);
      for (const plus of [true, false]) {
        expect(cholesky.cholUpdateSparse(L, x, 0, n, plus, Lnnz, Ladr, Lind, count, Lind, start, dense)).toBe(n);
        const target = a.slice();
        if (plus) {
          for (let i = 0; i < count; i++) {
            for (let j = 0; j < count; j++) target[Lind[start + i] * n + Lind[start + j]] += x[i] * x[j];
          }
        }
        sparse2dense(full, 0, L, n, n, Lnnz, Ladr, Lind);
        expect(distance(reverseProduct(full, n), target)).toBeLessThan(EPS);
      }
    }
  });
});

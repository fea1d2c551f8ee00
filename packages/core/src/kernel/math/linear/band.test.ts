import { describe, expect, test } from 'vitest';
import { call } from '../oracle/testing.ts';
import { definite, generator, vector } from '../testing.ts';
import { band2Dense, bandDiag, bandMulMatVec, cholFactorBand, cholSolveBand, dense2Band } from './band.ts';

const random = generator(12);

describe('band', () => {
  test.each([
    [6, 2, 0],
    [7, 3, 2],
    [9, 4, 1],
    [5, 5, 0],
    [4, 1, 4],
    [8, 1, 3],
  ])('n = %d, band %d, dense %d: equals the oracle to the bit', (n, nband, ndense) => {
    const size = (n - ndense) * nband + ndense * n,
      full = definite(random, n),
      v = vector(random, 2 * n);
    for (let i = 0; i < n; i++) full[i * n + i] += 3;
    const check = (
      name: string,
      length: number,
      ours: (res: Float64Array) => void,
      ...args: unknown[]
    ): Float64Array => {
      const res = new Float64Array(length),
        expected = new Float64Array(length);
      ours(res);
      call(name, 1, expected, ...args);
      expect(res, name).toEqual(expected);
      return res;
    };
    for (let i = 0; i < n; i++)
      expect(bandDiag(i, n, nband, ndense)).toBe(call('mju_bandDiag', 0, i, n, nband, ndense));
    const mat = check(
      'mju_dense2Band',
      size,
      (res) => dense2Band(res, 0, full, 0, n, nband, ndense),
      full,
      n,
      nband,
      ndense,
    );
    for (const symmetric of [false, true]) {
      check(
        'mju_band2Dense',
        n * n,
        (res) => band2Dense(res, 0, mat, 0, n, nband, ndense, symmetric),
        mat,
        n,
        nband,
        ndense,
        symmetric,
      );
      check(
        'mju_bandMulMatVec',
        2 * n,
        (res) => bandMulMatVec(res, 0, mat, 0, v, 0, n, nband, ndense, 2, symmetric),
        mat,
        v,
        n,
        nband,
        ndense,
        2,
        symmetric,
      );
    }
    const factor = mat.slice(),
      expected = mat.slice();
    expect(cholFactorBand(factor, 0, n, nband, ndense, 0.1, 0.2)).toBe(
      call('mju_cholFactorBand', 1, expected, n, nband, ndense, 0.1, 0.2),
    );
    expect(factor).toEqual(expected);
    const b = v.slice(0, n);
    check(
      'mju_cholSolveBand',
      n,
      (res) => cholSolveBand(res, 0, factor, 0, b, 0, n, nband, ndense),
      factor,
      b,
      n,
      nband,
      ndense,
    );
  });

  test('a deficient matrix is refused', () => {
    expect(cholFactorBand(Float64Array.of(0, 1, 1, 1, 1, 1), 0, 3, 2, 0, 0, 0)).toBe(0);
  });
});

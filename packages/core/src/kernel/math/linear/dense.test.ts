import { describe, expect, test } from 'vitest';
import { call } from '../oracle/testing.ts';
import { generator, vector } from '../testing.ts';
import * as dense from './dense.ts';
import { sqrMatTD } from './weighted-gram.ts';

const random = generator(8);
const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 33];

describe('dense', () => {
  test('vectors equal the oracle to the bit', () => {
    for (const n of SIZES) {
      const a = vector(random, n),
        b = vector(random, n),
        s = random();
      const check = (name: string, ours: (res: Float64Array) => void, ...args: unknown[]): void => {
        const res = vector(random, n),
          expected = res.slice();
        ours(res);
        call(name, 1, expected, ...args);
        expect(res, name).toEqual(expected);
      };
      check('mju_copy', (res) => dense.copy(res, 0, a, 0, n), a);
      check('mju_scl', (res) => dense.scl(res, 0, a, 0, s, n), a, s);
      check('mju_add', (res) => dense.add(res, 0, a, 0, b, 0, n), a, b);
      check('mju_sub', (res) => dense.sub(res, 0, a, 0, b, 0, n), a, b);
      check('mju_addTo', (res) => dense.addTo(res, 0, a, 0, n), a);
      check('mju_subFrom', (res) => dense.subFrom(res, 0, a, 0, n), a);
      check('mju_addScl', (res) => dense.addScl(res, 0, a, 0, b, 0, s, n), a, b, s);
      check('mju_addToScl', (res) => dense.addToScl(res, 0, a, 0, s, n), a, s);
      check('mju_fill', (res) => dense.fill(res, 0, s, n), s);
      expect(dense.dot(a, 0, b, 0, n)).toBe(call('mju_dot', 0, a, b));
      expect(dense.norm(a, 0, n)).toBe(call('mju_norm', 0, a, n));
      expect(dense.sum(a, 0, n)).toBe(call('mju_sum', 0, a, n));
      expect(dense.sumAbs(a, 0, n)).toBe(call('mju_L1', 0, a, n));
      const theirs = a.slice();
      expect(dense.normalize(a, 0, n)).toBe(call('mju_normalize', 1, theirs, n));
      expect(a).toEqual(theirs);
      a.fill(1e-17);
      dense.normalize(a, 0, n);
      expect([...a]).toEqual([1, ...new Array<number>(n - 1).fill(0)]);
    }
  });

  test('matrices equal the oracle to the bit', () => {
    for (const n of SIZES) {
      const r = n,
        c = 1 + (n % 5),
        k = 1 + ((n * 3) % 7);
      const a = vector(random, r * c),
        b = vector(random, c * k),
        d = vector(random, r * k),
        w = vector(random, k * c);
      const v = vector(random, c),
        u = vector(random, r),
        s = vector(random, r * r);
      a[0] = 0;
      const check = (name: string, size: number, ours: (res: Float64Array) => void, ...args: unknown[]): void => {
        const res = vector(random, size),
          expected = res.slice();
        ours(res);
        call(name, 1, expected, ...args);
        expect(res, name).toEqual(expected);
      };
      check('mju_mulMatVec', r, (res) => dense.mulMatVec(res, 0, a, 0, v, 0, r, c), a, v, r, c);
      check('mju_mulMatTVec', c, (res) => dense.mulMatTVec(res, 0, a, 0, u, 0, r, c), a, u, r, c);
      check('mju_mulMatMat', r * k, (res) => dense.mulMatMat(res, 0, a, 0, b, 0, r, c, k), a, b, r, c, k);
      check('mju_mulMatMatT', r * k, (res) => dense.mulMatMatT(res, 0, a, 0, w, 0, r, c, k), a, w, r, c, k);
      check('mju_mulMatTMat', c * k, (res) => dense.mulMatTMat(res, 0, a, 0, d, 0, r, c, k), a, d, r, c, k);
      check('mju_transpose', c * r, (res) => dense.transpose(res, 0, a, 0, r, c), a, r, c);
      check('mju_symmetrize', r * r, (res) => dense.symmetrize(res, 0, s, 0, r), s, r);
      check('mju_eye', r * r, (res) => dense.eye(res, 0, r));
      check('mju_sqrMatTD', c * c, (res) => sqrMatTD(res, 0, a, 0, u, 0, r, c, true, true), a, u, r, c);
      expect(dense.mulVecMatVec(u, 0, s, 0, u, 0, r)).toBe(call('mju_mulVecMatVec', 0, u, s, u));
    }
  });

  test('offsets, integers and zero', () => {
    const a = vector(random, 8),
      res = new Float64Array(10);
    dense.copy(res, 1, a, 2, 6);
    expect([...res]).toEqual([0, ...a.slice(2), 0, 0, 0]);
    dense.zero(res, 2, 3);
    expect([...res.slice(1, 6)]).toEqual([a[2], 0, 0, 0, a[6]]);
    const n = new Int32Array(4);
    dense.fillI(n, 1, 7, 3);
    dense.copyI(n, 0, n, 1, 1);
    dense.zeroI(n, 2, 2);
    expect([...n]).toEqual([7, 7, 0, 0]);
  });
});

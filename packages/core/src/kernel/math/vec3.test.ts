import { describe, expect, test } from 'vitest';
import { call } from './oracle/testing.ts';
import { generator, vector } from './testing.ts';
import * as vec3 from './vec3.ts';

const random = generator(3);
const SAMPLES = 200;

describe('vec3', () => {
  test('equals the oracle to the bit, at any offset', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const a = vector(random, 5),
        b = vector(random, 4),
        s = random();
      const a3 = a.slice(2),
        b3 = b.slice(1);
      const check = (name: string, ours: (res: Float64Array) => void, ...args: unknown[]): void => {
        const expected = vector(random, 3),
          res = new Float64Array(5);
        res.set(expected, 1);
        ours(res);
        call(name, 1, expected, ...args);
        expect(res.slice(1, 4), name).toEqual(expected);
      };
      check('mju_copy3', (res) => vec3.copy3(res, 1, a, 2), a3);
      check('mju_scl3', (res) => vec3.scl3(res, 1, a, 2, s), a3, s);
      check('mju_add3', (res) => vec3.add3(res, 1, a, 2, b, 1), a3, b3);
      check('mju_sub3', (res) => vec3.sub3(res, 1, a, 2, b, 1), a3, b3);
      check('mju_addTo3', (res) => vec3.addTo3(res, 1, a, 2), a3);
      check('mju_subFrom3', (res) => vec3.subFrom3(res, 1, a, 2), a3);
      check('mju_addScl3', (res) => vec3.addScl3(res, 1, a, 2, b, 1, s), a3, b3, s);
      check('mju_addToScl3', (res) => vec3.addToScl3(res, 1, a, 2, s), a3, s);
      check('mju_cross', (res) => vec3.cross3(res, 1, a, 2, b, 1), a3, b3);
      expect(vec3.dot3(a, 2, b, 1)).toBe(call('mju_dot3', 0, a3, b3));
      expect(vec3.norm3(a, 2)).toBe(call('mju_norm3', 0, a3));
      expect(vec3.dist3(a, 2, b, 1)).toBe(call('mju_dist3', 0, a3, b3));
      const theirs = a3.slice();
      expect(vec3.normalize3(a, 2)).toBe(call('mju_normalize3', 1, theirs));
      expect(a.slice(2)).toEqual(theirs);
    }
  });

  test('a null vector becomes the x axis', () => {
    for (const size of [0, 5e-16, 1e-15, 2e-15]) {
      const a = Float64Array.of(0, size, 0),
        b = a.slice();
      expect(vec3.normalize3(a, 0)).toBe(call('mju_normalize3', 1, b));
      expect(a).toEqual(b);
    }
  });

  test('the cross product is orthogonal, and res may be an input', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const a = vector(random, 3),
        b = vector(random, 3),
        c = new Float64Array(3);
      vec3.cross3(c, 0, a, 0, b, 0);
      expect(Math.abs(vec3.dot3(a, 0, c, 0)) + Math.abs(vec3.dot3(b, 0, c, 0))).toBeLessThan(1e-15);
      vec3.cross3(a, 0, a, 0, b, 0);
      expect(a).toEqual(c);
      expect(vec3.equal3(a, 0, c, 0)).toBe(true);
    }
  });

  test('set and zero', () => {
    const a = new Float64Array(4);
    vec3.set3(a, 1, 1, 2, 3);
    expect([...a]).toEqual([0, 1, 2, 3]);
    expect(vec3.equal3(a, 0, a, 1)).toBe(false);
    vec3.zero3(a, 1);
    expect([...a]).toEqual([0, 0, 0, 0]);
  });
});

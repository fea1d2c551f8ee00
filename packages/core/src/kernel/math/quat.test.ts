import { describe, expect, test } from 'vitest';
import { call, expectBits } from './oracle/testing.ts';
import * as quat from './quat.ts';
import { distance, generator, rotation, vector } from './testing.ts';
import { norm3 } from './vec3.ts';

const random = generator(4);
const SAMPLES = 200;
/** Where the oracle's sin, cos or atan2 take part: one unit in the last place each way, and a few operations. */
const LIBM = 2e-15;

describe('quat', () => {
  test('equals the oracle to the bit where no sin or atan2 takes part', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const p = rotation(random),
        q = rotation(random),
        v = vector(random, 3),
        m = new Float64Array(9);
      quat.quat2Mat(m, 0, p, 0);
      expectBits('mju_mulQuat', 4, (res) => quat.mulQuat(res, 0, p, 0, q, 0), p, q);
      expectBits('mju_negQuat', 4, (res) => quat.negQuat(res, 0, p, 0), p);
      expectBits('mju_mulQuatAxis', 4, (res) => quat.mulQuatAxis(res, 0, p, 0, v, 0), p, v);
      expectBits('mju_rotVecQuat', 3, (res) => quat.rotVecQuat(res, 0, v, 0, p, 0), v, p);
      expectBits('mju_quat2Mat', 9, (res) => quat.quat2Mat(res, 0, p, 0), p);
      expectBits('mju_mat2Quat', 4, (res) => quat.mat2Quat(res, 0, m, 0), m);
      expectBits('mju_derivQuat', 4, (res) => quat.derivQuat(res, 0, p, 0, v, 0), p, v);
      const mine = vector(random, 4),
        theirs = mine.slice();
      expect(quat.normalize4(mine, 0)).toBe(call('mju_normalize4', 1, theirs));
      expect(mine).toEqual(theirs);
    }
  });

  test('equals the oracle to its rounding of sin and atan2 elsewhere', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const p = rotation(random),
        q = rotation(random),
        v = vector(random, 3),
        angle = 8 * random() - 4;
      const check = (name: string, size: number, ours: (res: Float64Array) => void, ...args: unknown[]): void => {
        const res = p.slice(0, size),
          expected = res.slice();
        ours(res);
        call(name, 1, expected, ...args);
        expect(distance(res, expected), name).toBeLessThan(LIBM);
      };
      check('mju_axisAngle2Quat', 4, (res) => quat.axisAngle2Quat(res, 0, v, 0, angle), v, angle);
      check('mju_quat2Vel', 3, (res) => quat.quat2Vel(res, 0, q, 0, 0.7), q, 0.7);
      check('mju_subQuat', 3, (res) => quat.subQuat(res, 0, q, 0, p, 0), q, p);
      check('mju_quatIntegrate', 4, (res) => quat.quatIntegrate(res, 0, v, 0, angle), v, angle);
      check('mju_quatZ2Vec', 4, (res) => quat.quatZ2Vec(res, 0, v, 0), v);
    }
  });

  test('mat2Rot: the rotational part of any matrix', () => {
    for (let n = 0; n < 30; n++) {
      const m = vector(random, 9),
        q = Float64Array.of(1, 0, 0, 0),
        expected = q.slice();
      for (const k of [0, 4, 8]) m[k] += 2;
      expect(quat.mat2Rot(q, 0, m, 0)).toBe(call('mju_mat2Rot', 1, expected, m));
      expect(distance(q, expected)).toBeLessThan(1e-9);
    }
  });

  test('degenerate input', () => {
    const q = Float64Array.of(1e-16, 0, 0, 0);
    expect(quat.normalize4(q, 0)).toBe(1e-16);
    expect([...q]).toEqual([1, 0, 0, 0]);
    for (const v of [
      [0, 0, 0],
      [0, 0, 2],
      [0, 0, -2],
      [1e-16, 0, 0],
      [1e-17, 0, -1],
    ]) {
      const res = new Float64Array(4),
        expected = new Float64Array(4);
      quat.quatZ2Vec(res, 0, Float64Array.from(v), 0);
      call('mju_quatZ2Vec', 1, expected, v);
      expect(
        [...res].map((x) => x + 0),
        String(v),
      ).toEqual([...expected].map((x) => x + 0));
    }
    const still = new Float64Array(3);
    quat.unit4(q, 0);
    quat.quatIntegrate(q, 0, still, 0, 1);
    expect([...q]).toEqual([1, 0, 0, 0]);
    quat.quat2Vel(still, 0, q, 0, 1);
    expect([...still]).toEqual([0, 0, 0]);
  });

  test('rotation preserves length, products are associative, matrix and quaternion agree', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const p = rotation(random),
        q = rotation(random),
        s = rotation(random),
        v = vector(random, 3);
      const a = new Float64Array(4),
        b = new Float64Array(4),
        m = new Float64Array(9),
        w = new Float64Array(3);
      quat.rotVecQuat(w, 0, v, 0, p, 0);
      expect(Math.abs(norm3(w, 0) - norm3(v, 0))).toBeLessThan(1e-15);
      quat.mulQuat(a, 0, p, 0, q, 0);
      quat.mulQuat(a, 0, a, 0, s, 0);
      quat.mulQuat(b, 0, q, 0, s, 0);
      quat.mulQuat(b, 0, p, 0, b, 0);
      expect(distance(a, b)).toBeLessThan(1e-15);
      quat.quat2Mat(m, 0, p, 0);
      for (let i = 0; i < 3; i++) {
        expect(Math.abs(m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2] - w[i])).toBeLessThan(1e-15);
      }
      quat.mat2Quat(a, 0, m, 0);
      expect(
        Math.min(
          distance(a, p),
          distance(
            a,
            p.map((x) => -x),
          ),
        ),
      ).toBeLessThan(1e-15);
    }
  });

  test('subQuat undoes quatIntegrate', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const p = rotation(random),
        q = p.slice(),
        v = vector(random, 3),
        w = new Float64Array(3);
      quat.quatIntegrate(q, 0, v, 0, 1);
      quat.subQuat(w, 0, q, 0, p, 0);
      expect(distance(v, w)).toBeLessThan(LIBM);
    }
  });

  test('res may be an input', () => {
    const p = rotation(random),
      q = rotation(random),
      v = vector(random, 3),
      res = new Float64Array(4);
    quat.rotVecQuat(res, 0, v, 0, p, 0);
    quat.rotVecQuat(v, 0, v, 0, p, 0);
    expect([...v]).toEqual([...res.slice(0, 3)]);
    quat.mulQuat(res, 0, p, 0, q, 0);
    quat.mulQuat(q, 0, p, 0, q, 0);
    expect(q).toEqual(res);
    quat.subQuat(res, 0, p, 0, q, 0);
    const same = p.slice();
    quat.subQuat(same, 0, same, 0, q, 0);
    expect(same.slice(0, 3)).toEqual(res.slice(0, 3));
    quat.negQuat(res, 0, p, 0);
    quat.negQuat(p, 0, p, 0);
    expect(p).toEqual(res);
    quat.copy4(res, 0, q, 0);
    expect(res).toEqual(q);
  });
});

import { loadOracle } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import {
  copy9,
  makeFrame,
  mulMatMat3,
  mulMatMatT3,
  mulMatTMat3,
  mulMatTVec3,
  mulMatVec3,
  transpose3,
  unit9,
} from './mat3.ts';
import { quat2Mat } from './quat.ts';
import { distance, generator, oracleCall, rotation, vector } from './testing.ts';

const call = oracleCall((await loadOracle()).mj);
const random = generator(5);
const SAMPLES = 100;

describe('mat3', () => {
  test('equals the oracle to the bit', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const a = vector(random, 9),
        b = vector(random, 9),
        v = vector(random, 3);
      const check = (name: string, size: number, ours: (res: Float64Array) => void, ...args: unknown[]): void => {
        const res = new Float64Array(size),
          expected = new Float64Array(size);
        ours(res);
        call(name, 1, expected, ...args);
        expect(res, name).toEqual(expected);
      };
      check('mju_mulMatVec3', 3, (res) => mulMatVec3(res, 0, a, 0, v, 0), a, v);
      check('mju_mulMatTVec3', 3, (res) => mulMatTVec3(res, 0, a, 0, v, 0), a, v);
      check('mju_mulMatMat', 9, (res) => mulMatMat3(res, 0, a, 0, b, 0), a, b, 3, 3, 3);
      check('mju_mulMatMatT', 9, (res) => mulMatMatT3(res, 0, a, 0, b, 0), a, b, 3, 3, 3);
      check('mju_mulMatTMat', 9, (res) => mulMatTMat3(res, 0, a, 0, b, 0), a, b, 3, 3, 3);
      check('mju_transpose', 9, (res) => transpose3(res, 0, a, 0), a, 3, 3);
    }
  });

  test('a rotation times its transpose is the identity; res may be an input', () => {
    const one = new Float64Array(9);
    unit9(one, 0);
    for (let n = 0; n < SAMPLES; n++) {
      const m = new Float64Array(9),
        t = new Float64Array(9),
        v = vector(random, 3),
        w = v.slice();
      quat2Mat(m, 0, rotation(random), 0);
      mulMatVec3(w, 0, m, 0, w, 0);
      mulMatTVec3(w, 0, m, 0, w, 0);
      expect(distance(v, w)).toBeLessThan(1e-15);
      mulMatMatT3(t, 0, m, 0, m, 0);
      expect(distance(t, one)).toBeLessThan(1e-15);
      copy9(t, 0, m, 0);
      transpose3(t, 0, t, 0);
      mulMatMat3(t, 0, t, 0, m, 0);
      expect(distance(t, one)).toBeLessThan(1e-15);
      copy9(t, 0, m, 0);
      mulMatTMat3(t, 0, t, 0, t, 0);
      expect(distance(t, one)).toBeLessThan(1e-15);
    }
  });

  test('makeFrame completes a right-handed frame', () => {
    const one = new Float64Array(9);
    unit9(one, 0);
    for (let n = 0; n < SAMPLES; n++) {
      const frame = new Float64Array(9),
        t = new Float64Array(9);
      frame.set(n < 50 ? vector(random, 3) : [0, n % 2 ? 1 : -0.7, 0.1]);
      if (n % 3 === 0) frame.set(vector(random, 3), 3);
      makeFrame(frame, 0);
      mulMatMatT3(t, 0, frame, 0, frame, 0);
      expect(distance(t, one)).toBeLessThan(1e-14);
    }
    const frame = Float64Array.of(0, 0, 2, 0, 0, 0, 0, 0, 0);
    makeFrame(frame, 0);
    expect([...frame].map((x) => x + 0)).toEqual([0, 0, 1, 0, 1, 0, -1, 0, 0]);
  });
});

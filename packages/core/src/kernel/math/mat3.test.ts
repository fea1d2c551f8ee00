import { describe, expect, test } from 'vitest';
import * as mat3 from './mat3.ts';
import { expectBits } from './oracle/testing.ts';
import { quat2Mat } from './quat.ts';
import { distance, generator, rotation, vector } from './testing.ts';

const random = generator(5);
const SAMPLES = 100;

describe('mat3', () => {
  test('equals the oracle to the bit', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const a = vector(random, 9),
        b = vector(random, 9),
        v = vector(random, 3);
      expectBits('mju_mulMatVec3', 3, (res) => mat3.mulMatVec3(res, 0, a, 0, v, 0), a, v);
      expectBits('mju_mulMatTVec3', 3, (res) => mat3.mulMatTVec3(res, 0, a, 0, v, 0), a, v);
      expectBits('mju_mulMatMat', 9, (res) => mat3.mulMatMat3(res, 0, a, 0, b, 0), a, b, 3, 3, 3);
      expectBits('mju_mulMatMatT', 9, (res) => mat3.mulMatMatT3(res, 0, a, 0, b, 0), a, b, 3, 3, 3);
      expectBits('mju_mulMatTMat', 9, (res) => mat3.mulMatTMat3(res, 0, a, 0, b, 0), a, b, 3, 3, 3);
      expectBits('mju_transpose', 9, (res) => mat3.transpose3(res, 0, a, 0), a, 3, 3);
    }
  });

  test('a rotation times its transpose is the identity; res may be an input', () => {
    const one = new Float64Array(9);
    mat3.unit9(one, 0);
    for (let n = 0; n < SAMPLES; n++) {
      const m = new Float64Array(9),
        t = new Float64Array(9),
        v = vector(random, 3),
        w = v.slice();
      quat2Mat(m, 0, rotation(random), 0);
      mat3.mulMatVec3(w, 0, m, 0, w, 0);
      mat3.mulMatTVec3(w, 0, m, 0, w, 0);
      expect(distance(v, w)).toBeLessThan(1e-15);
      mat3.mulMatMatT3(t, 0, m, 0, m, 0);
      expect(distance(t, one)).toBeLessThan(1e-15);
      mat3.copy9(t, 0, m, 0);
      mat3.transpose3(t, 0, t, 0);
      mat3.mulMatMat3(t, 0, t, 0, m, 0);
      expect(distance(t, one)).toBeLessThan(1e-15);
      mat3.copy9(t, 0, m, 0);
      mat3.mulMatTMat3(t, 0, t, 0, t, 0);
      expect(distance(t, one)).toBeLessThan(1e-15);
    }
  });

  test('makeFrame completes a right-handed frame', () => {
    const one = new Float64Array(9);
    mat3.unit9(one, 0);
    for (let n = 0; n < SAMPLES; n++) {
      const frame = new Float64Array(9),
        t = new Float64Array(9);
      frame.set(n < 50 ? vector(random, 3) : [0, n % 2 ? 1 : -0.7, 0.1]);
      if (n % 3 === 0) frame.set(vector(random, 3), 3);
      mat3.makeFrame(frame, 0);
      mat3.mulMatMatT3(t, 0, frame, 0, frame, 0);
      expect(distance(t, one)).toBeLessThan(1e-14);
    }
    const frame = Float64Array.of(0, 0, 2, 0, 0, 0, 0, 0, 0);
    mat3.makeFrame(frame, 0);
    expect([...frame].map((x) => x + 0)).toEqual([0, 0, 1, 0, 1, 0, -1, 0, 0]);
  });
});

import { describe, expect, test } from 'vitest';
import { call } from './oracle/testing.ts';
import { clip, clipI, max, maxI, min, minI, round, sign } from './scalar.ts';

const values = [0, -0, 1, -1, 0.5, -0.5, 1.5, -2.5, 2.5, 0.49999999999999994, 1e9, Infinity, -Infinity, NaN];

describe('scalar', () => {
  test('equals the oracle, signed zeros and NaN included', () => {
    for (const a of values) {
      expect(sign(a)).toBe(call('mju_sign', 0, a));
      if (Math.abs(a) < 1e10) expect(round(a) + 0).toBe(call('mju_round', 0, a));
      for (const b of values) {
        expect(min(a, b), `min(${a}, ${b})`).toBe(call('mju_min', 0, a, b));
        expect(max(a, b), `max(${a}, ${b})`).toBe(call('mju_max', 0, a, b));
        expect(clip(a, -1, b), `clip(${a}, -1, ${b})`).toBe(call('mju_clip', 0, a, -1, b));
      }
    }
  });

  test('integers', () => {
    expect([minI(2, 3), minI(3, 2), maxI(2, 3), maxI(3, 2)]).toEqual([2, 2, 3, 3]);
    expect([clipI(-1, 0, 5), clipI(6, 0, 5), clipI(3, 0, 5)]).toEqual([0, 5, 3]);
  });
});

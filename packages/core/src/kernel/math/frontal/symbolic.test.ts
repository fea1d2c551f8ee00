import { describe, expect, test } from 'vitest';
import { generator } from '../testing.ts';
import { elementPlace, Fronts, openFronts } from './fronts.ts';
import { fronts, makePattern, randomSample, rowPlaces } from './testing.ts';

const random = generator(32);
const samples = Array.from({ length: 40 }, (_, k) => randomSample(random, 1 + (k % 25), k % 40));

describe('symbolic analysis', () => {
  test('the fronts eliminate each place once, in order; the rows below come later and are sorted', () => {
    for (const { pattern, n } of samples) {
      const f = fronts(pattern);
      let next = 0;
      for (let k = 0; k < f.count; k++) {
        const places = rowPlaces(f, k);
        expect(f.ints[f.first + k]).toBe(next);
        next += f.ints[f.pivots + k];
        expect(places).toHaveLength(f.ints[f.rows + k]);
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      }
      expect(next).toBe(n);
      expect([...f.ints.subarray(f.place, f.place + n)].sort((a, b) => a - b)).toEqual([...Array(n).keys()]);
    }
  });

  test('what is below a front is in the front that eliminates the first of it', () => {
    for (const { pattern } of samples) {
      const f = fronts(pattern);
      for (let k = 0; k < f.count; k++) {
        const below = rowPlaces(f, k).slice(f.ints[f.pivots + k]);
        if (below.length === 0) continue;
        const parent = f.ints[f.groupFront + f.ints[f.belowGroup + f.ints[f.belowAdr + k]]];
        expect(rowPlaces(f, parent)).toEqual(expect.arrayContaining(below));
      }
    }
  });

  test('each element of the matrix has a place of its own, the same for (i, j) and (j, i)', () => {
    for (const { pattern, n, dense } of samples) {
      const f = fronts(pattern);
      const taken = new Set<number>();
      for (let i = 0; i < n; i++)
        for (let j = 0; j <= i; j++) {
          if (dense[i * n + j] === 0) continue;
          const at = elementPlace(f, i, j);
          expect(elementPlace(f, j, i)).toBe(at);
          expect(at >= 0 && at < f.panels && !taken.has(at)).toBe(true);
          taken.add(at);
        }
    }
  });

  test('a record that opens the integers has the same fronts', () => {
    const f = fronts(samples[17].pattern);
    const other = new Fronts();
    other.reals = f.reals;
    openFronts(other, f.ints);
    expect(other).toEqual(f);
  });

  test('bodies that all touch each other are one front; bodies that touch nothing are one each', () => {
    const sizes = Array<number>(6).fill(6);
    expect(fronts(makePattern(sizes, [[0, 1, 2, 3, 4, 5]])).count).toBe(1);
    expect(fronts(makePattern(sizes, [])).count).toBe(6);
  });
});

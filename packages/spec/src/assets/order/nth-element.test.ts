import { describe, expect, test } from 'vitest';
import { makeRandom } from '../testing.ts';
import { nthElement } from './nth-element.ts';

function numbers(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => i);
}

describe('nthElement', () => {
  test('finds the item of each rank, smaller ones before and larger ones behind, on 300 lists', () => {
    const random = makeRandom(1);
    for (let trial = 0; trial < 300; trial++) {
      const count = 1 + (trial % 100);
      const key = Float64Array.from({ length: 3 * count }, random);
      const axis = trial % 3;
      const value = (i: number): number => key[3 * i + axis];
      const sorted = [...numbers(count)].sort((a, b) => value(a) - value(b));
      const items = numbers(count);
      const nth = (7 * trial) % count;
      nthElement(items, 0, nth, count, key, axis);
      expect(items[nth]).toBe(sorted[nth]);
      expect(new Set(items.subarray(0, nth))).toEqual(new Set(sorted.slice(0, nth)));
    }
  });

  test('touches nothing outside the range', () => {
    const key = Float64Array.from({ length: 60 }, (_, i) => -i);
    const items = numbers(20);
    nthElement(items, 5, 9, 15, key, 0);
    expect([...items.subarray(0, 5), ...items.subarray(15)]).toEqual([0, 1, 2, 3, 4, 15, 16, 17, 18, 19]);
    expect(items[9]).toBe(10);
  });

  test('positions within the tolerance, and NaN, are ordered by number', () => {
    for (const value of [1, Number.NaN]) {
      const items = numbers(50).reverse();
      nthElement(items, 0, 20, 50, new Float64Array(150).fill(value), 1);
      expect(items[20]).toBe(20);
    }
  });
});

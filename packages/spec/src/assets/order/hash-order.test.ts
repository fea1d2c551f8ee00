import { describe, expect, test } from 'vitest';
import { makeRandom } from '../testing.ts';
import { HashOrder, hashDouble } from './hash-order.ts';

function orderOf(hashes: number[]): number[] {
  const table = new HashOrder();
  for (const hash of hashes) table.add(hash);
  return table.order();
}

describe('HashOrder', () => {
  test('a bucket that gets its first entry goes to the front, an entry to the front of its bucket', () => {
    expect(orderOf([])).toEqual([]);
    expect(orderOf([0, 1])).toEqual([1, 0]);
    // five buckets from the third entry on
    expect(orderOf([0, 1, 2])).toEqual([2, 1, 0]);
    expect(orderOf([0, 1, 2, 6, 5])).toEqual([2, 3, 1, 4, 0]);
  });

  test('yields each entry once, those of a bucket together, whatever the size', () => {
    const random = makeRandom(3);
    for (let count = 1; count < 200; count += 7) {
      const order = orderOf(Array.from({ length: count }, () => Math.floor(1000 * (random() + 0.5))));
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
    }
  });
});

describe('hashDouble', () => {
  test('zeros are equal; other numbers are spread over 32 bits', () => {
    expect(hashDouble(-0)).toBe(hashDouble(0));
    const hashes = new Set(Array.from({ length: 1000 }, (_, i) => hashDouble(i - 500)));
    expect(hashes.size).toBe(1000);
    expect(Math.max(...hashes)).toBeGreaterThan(2 ** 31);
    expect(Math.max(...hashes)).toBeLessThan(2 ** 32);
  });
});

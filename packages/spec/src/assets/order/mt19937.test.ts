import { describe, expect, test } from 'vitest';
import { Mt19937 } from './mt19937.ts';

describe('Mt19937', () => {
  test('gives the published ten thousandth number of seed 5489', () => {
    const random = new Mt19937(5489);
    for (let i = 1; i < 10_000; i++) random.next();
    expect(random.next()).toBe(Number(9981545732273789042n) / 2 ** 64);
  });

  test('skip draws as many numbers as next', () => {
    const [a, b] = [new Mt19937(42), new Mt19937(42)];
    for (let trial = 0; trial < 200; trial++) {
      const skipped = a.skip(0.1, 20);
      for (let i = 0; i < skipped; i++) expect(b.next()).toBeGreaterThanOrEqual(0.1);
      if (skipped < 20) expect(b.next()).toBeLessThan(0.1);
    }
  });
});

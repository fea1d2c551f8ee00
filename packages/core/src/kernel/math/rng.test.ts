import { describe, expect, test } from 'vitest';
import { rngInit, rngNext, shuffleI } from './rng.ts';

/** PCG32 in 64-bit integers. */
function reference(): () => number {
  const mask = (1n << 64n) - 1n;
  let state = 0n;
  const next = (): number => {
    const old = state;
    state = (old * 6364136223846793005n + 1n) & mask;
    const word = (((old >> 18n) ^ old) >> 27n) & 0xffffffffn,
      turn = old >> 59n;
    return Number(((word >> turn) | (word << ((32n - turn) & 31n))) & 0xffffffffn);
  };
  next();
  return next;
}

describe('rng', () => {
  test('is PCG32', () => {
    const rng = new Int32Array(6),
      next = reference();
    rngInit(rng, 1);
    for (let k = 0; k < 2000; k++) expect(rngNext(rng, 1) >>> 0).toBe(next());
  });

  test('shuffle: a permutation, the same one each time, drawn from the last place down', () => {
    const rng = new Int32Array(4),
      next = reference(),
      n = 25;
    const list = Int32Array.from({ length: n + 2 }, (_, i) => i),
      expected = Array.from({ length: n }, (_, i) => i + 1);
    rngInit(rng, 0);
    shuffleI(list, 1, n, rng, 0);
    for (let i = n - 1; i > 0; i--) {
      const j = next() % (i + 1),
        t = expected[i] as number;
      expected[i] = expected[j] as number;
      expected[j] = t;
    }
    expect([...list]).toEqual([0, ...expected, n + 1]);
  });
});

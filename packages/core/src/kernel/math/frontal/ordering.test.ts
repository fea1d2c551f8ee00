import { describe, expect, test } from 'vitest';
import { generator } from '../testing.ts';
import { frontsRoom } from './fronts.ts';
import { type Elimination, eliminationRoom } from './ordering.ts';
import { makePattern, order, randomSample } from './testing.ts';

const random = generator(31);

/** The groups in the order of elimination. */
const sequence = (e: Elimination): number[] => [...e.ints.subarray(e.eliminated, e.eliminated + e.groups)];

/** What was coupled with the group that step `k` eliminates, sorted. */
function coupled(e: Elimination, k: number): number[] {
  const adr = e.ints[e.cliqueAdr + e.given + k];
  return [...e.ints.subarray(adr, adr + e.ints[e.cliqueSize + e.given + k])].sort((a, b) => a - b);
}

/** Elements below the diagonal of the factor, by variables. */
function fill(e: Elimination): number {
  const size = (g: number): number => e.ints[e.size + g];
  return sequence(e).reduce((sum, g, k) => sum + size(g) * coupled(e, k).reduce((s, other) => s + size(other), 0), 0);
}

/** The same by playing the elimination on sets: what each step couples. */
function playOut(e: Elimination, cliques: number[][]): number[][] {
  let sets = cliques.map((c) => new Set(c));
  return sequence(e).map((g) => {
    const joined = new Set(sets.filter((s) => s.has(g)).flatMap((s) => [...s]));
    joined.delete(g);
    sets = [...sets.filter((s) => !s.has(g)), joined];
    return [...joined].sort((a, b) => a - b);
  });
}

/** Pairs of neighbours in a square grid. */
function grid(side: number): number[][] {
  const pairs: number[][] = [];
  for (let i = 0; i < side * side; i++) {
    if (i % side < side - 1) pairs.push([i, i + 1]);
    if (i + side < side * side) pairs.push([i, i + side]);
  }
  return pairs;
}

describe('order of elimination', () => {
  test('each group once, and each step couples what elimination on sets couples, on 60 random patterns', () => {
    for (let k = 0; k < 60; k++) {
      const { pattern } = randomSample(random, 1 + (k % 20), k % 30);
      const e = order(pattern);
      expect([...sequence(e)].sort((a, b) => a - b)).toEqual([...Array(pattern.groups).keys()]);
      const cliques = [...pattern.cliqueAdr].map((adr, c) => [
        ...pattern.member.subarray(adr, adr + pattern.cliqueSize[c]),
      ]);
      expect(sequence(e).map((_, step) => coupled(e, step))).toEqual(playOut(e, cliques));
    }
  });

  test('a chain and a star fill nothing in', () => {
    const ones = Array<number>(20).fill(1);
    const chain = order(
      makePattern(
        ones,
        ones.slice(1).map((_, i) => [i, i + 1]),
      ),
    );
    expect(fill(chain)).toBe(19);
    const star = order(
      makePattern(
        ones,
        ones.slice(1).map((_, i) => [0, i + 1]),
      ),
    );
    expect(fill(star)).toBe(19);
  });

  test('a grid of 16×16 has less than half the fill of a band', () => {
    const side = 16;
    expect(fill(order(makePattern(Array<number>(side * side).fill(1), grid(side))))).toBeLessThan(0.5 * side ** 3);
  });

  test('an elimination that ran out of room goes on where it was', () => {
    const { pattern } = randomSample(random, 40, 80);
    const tight = order(pattern);
    const ample = order(pattern, 100000);
    expect(tight.capacity).toBeGreaterThan(frontsRoom(pattern.variables, pattern.groups) + eliminationRoom(pattern));
    expect(sequence(tight)).toEqual(sequence(ample));
    for (let k = 0; k < pattern.groups; k++) expect(coupled(tight, k)).toEqual(coupled(ample, k));
  });
});

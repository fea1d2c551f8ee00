import { beforeAll, describe, expect, test } from 'vitest';
import { loadOracle, type Oracle } from '../oracle/oracle.ts';
import { fuzzPair, PAIRS } from './collision-fuzz.ts';
import { FLEX_PAIRS, fuzzFlex } from './flex-fuzz.ts';

/** Poses per pair of the short run; `npm run fuzz:collision` is the long one. */
const POSES = 15;

describe('contacts of every pair at random poses', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  test.each(PAIRS.map(([a, b], i) => ({ a, b, i })))('$a : $b equals the oracle', ({ a, b, i }) => {
    const report = fuzzPair(oracle, a, b, POSES, 101 + i);
    expect(report.touching).toBeGreaterThan(POSES / 5);
    expect(report.countDiffers, report.examples.join('\n')).toBe(0);
    expect(report.valueDiffers, report.examples.join('\n')).toBe(0);
  });
});

describe('contacts by portal refinement', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  const pairs = [
    ['hfield', 'capsule'],
    ['ellipsoid', 'cylinder'],
    ['cylinder', 'box'],
    ['box', 'mesh'],
    ['mesh', 'mesh'],
  ] as const;
  test.each(pairs)('%s : %s equals the oracle', (a, b) => {
    const report = fuzzPair(oracle, a, b, POSES, 5, 'portal');
    expect(report.countDiffers, report.examples.join('\n')).toBe(0);
    expect(report.valueDiffers, report.examples.join('\n')).toBe(0);
  });
});

describe('contacts of flexes at random poses', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  test.each(FLEX_PAIRS.map(([a, b], i) => ({ a, b, i })))('$a : $b equals the oracle', ({ a, b, i }) => {
    const report = fuzzFlex(oracle, a, b, POSES, 11 + i);
    expect(report.touching).toBeGreaterThan(POSES / 10);
    expect(report.countDiffers, report.examples.join('\n')).toBe(0);
    expect(report.valueDiffers, report.examples.join('\n')).toBe(0);
  });

  test.each(FLEX_PAIRS.filter(([a]) => a === 'ellipsoid' || a === 'hfield' || a === 'tetrahedra'))(
    '%s : %s by portal refinement equals the oracle',
    (a, b) => {
      const report = fuzzFlex(oracle, a, b, POSES, 23, 'portal');
      expect(report.countDiffers, report.examples.join('\n')).toBe(0);
      expect(report.valueDiffers, report.examples.join('\n')).toBe(0);
    },
  );
});

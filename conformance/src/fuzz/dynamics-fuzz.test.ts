import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { scanFolder } from '../models/folder.ts';
import { loadOracle, type Oracle } from '../oracle/oracle.ts';
import { fuzzModel } from './dynamics-fuzz.ts';

/** Trials per model of the short run; `npm run fuzz:dynamics` is the long one. */
const TRIALS = 2;
const folder = path.resolve(import.meta.dirname, '../../models');

describe('dynamics under random options, arrays and states', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  }, 60_000);

  test.each(['actuation', 'constraint', 'integrator', 'sensor', 'smooth', 'tendon'])(
    'forward dynamics, steps and inverse dynamics of %s equal the oracle',
    async (area) => {
      const wrong: string[] = [];
      let [trials, refused] = [0, 0];
      const entries = scanFolder(path.join(folder, area));
      for (const [i, entry] of entries.entries()) {
        if (oracle.dead) oracle = await loadOracle();
        const report = fuzzModel(oracle, entry, TRIALS, 1 + 1000 * i);
        wrong.push(...report.examples);
        trials += report.trials;
        refused += report.refused;
      }
      expect(wrong).toEqual([]);
      expect(trials).toBeGreaterThan(0.9 * TRIALS * entries.length);
      expect(refused).toBeLessThan(0.1 * TRIALS * entries.length);
    },
    60_000,
  );
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { contests } from './contests.ts';
import { learnRows, type Run, readRuns, saveRun } from './runs.ts';

const contest = contests.find(({ seeds }) => seeds.length === 3 && seeds[0] === 1);
if (contest === undefined) throw new Error('no contest of three seeds');
const run = (seed: number, training: number): Run => ({
  ...contest,
  seed,
  training,
  evaluation: 0,
  processorSeconds: 10,
});

test('a run of the same settings and seed replaces the one before', () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'learn-')), 'runs.json');
  for (const r of [run(1, 10), run(2, 20), run(1, 30)]) saveRun(r, file);
  expect(readRuns(file).map((r) => [r.seed, r.training])).toEqual([
    [2, 20],
    [1, 30],
  ]);
});

test('a line has the returns in the order of seeds, their mean, and whether the target is kept', () => {
  const least = contest.least ?? 0;
  const [low] = learnRows([run(2, 0), run(1, 3)]);
  expect(low).toMatchObject({ returns: [3, 0], mean: 1.5, isKept: false, speed: contest.steps / 10 });
  expect(learnRows([1, 2, 3].map((seed) => run(seed, least)))[0]?.isKept).toBe(true);
  expect(learnRows([{ ...run(1, least), steps: 5 }])).toEqual([]);
});

test('no two contests train the same', () => {
  const keys = contests.map(({ task, algorithm, steps, settings }) =>
    JSON.stringify([task, algorithm, steps, settings]),
  );
  expect(new Set(keys).size).toBe(keys.length);
});

import { makeVec } from '@qpos/env';
import { createTrainer, evaluate, parseOptions } from '@qpos/learn';
import { type Contest, contests, titleOf } from './contests.ts';
import { type LearnRow, learnRows, type Run, saveRun } from './runs.ts';

/** Which trainings. */
export interface LearnFilter {
  readonly task: RegExp;
  readonly algorithm: RegExp;
  /** In place of the contests' own. */
  readonly seeds?: readonly number[];
  readonly steps?: number;
  /** Says how far it is. */
  progress(what: string): void;
}

const EPISODES = 12; // of the evaluation at the end

async function train(contest: Contest, seed: number, progress: (what: string) => void): Promise<Run> {
  const { task, algorithm, steps, environments, settings } = contest;
  const [vec, test] = await Promise.all([environments, 4].map((n) => makeVec(task, { n, autoreset: 'same-step' })));
  if (vec === undefined || test === undefined) throw new Error(`no environments of ${task}`);
  const trainer = createTrainer(algorithm, vec, { ...parseOptions(algorithm, settings), seed });
  const before = process.cpuUsage();
  const { meanReturn } = await trainer.learn(steps, {
    onProgress: (p) =>
      progress(`${titleOf(contest)}, seed ${seed}: ${p.steps} steps, return ${p.meanReturn.toFixed(1)}`),
  });
  const { user, system } = process.cpuUsage(before);
  const { meanReturn: evaluation } = await evaluate(trainer.policy, test, { episodes: EPISODES });
  await Promise.all([vec.close(), test.close()]);
  const processorSeconds = (user + system) / 1e6;
  return { task, algorithm, steps, environments, settings, seed, training: meanReturn, evaluation, processorSeconds };
}

/** Trains what is asked for, and keeps each run at once. */
export async function* runContests(filter: LearnFilter): AsyncIterable<Run> {
  for (const contest of contests) {
    if (!filter.task.test(contest.task) || !filter.algorithm.test(contest.algorithm)) continue;
    for (const seed of filter.seeds ?? contest.seeds) {
      const run = await train({ ...contest, steps: filter.steps ?? contest.steps }, seed, filter.progress);
      saveRun(run);
      yield run;
    }
  }
}

const round = (x: number): string => (Math.abs(x) < 100 ? x.toFixed(1) : x.toFixed(0));

/** A run in one line. */
export const runLine = (run: Run): string =>
  `${titleOf(run)}, seed ${run.seed}: ${round(run.training)} in training, ${round(run.evaluation)} without noise, ${run.processorSeconds.toFixed(0)} s`;

/** Cells of the table. */
export function learnCells({ title, returns, mean, least, speed, leastSpeed, settings, isKept }: LearnRow): string[] {
  const targets = [least === undefined ? [] : `≥ ${least}`, leastSpeed === undefined ? [] : `≥ ${leastSpeed}/s`].flat();
  const target = targets.join(', ') + (isKept ? '' : ' (missed)');
  return [title, returns.map(round).join(', '), round(mean), target, speed.toFixed(0), settings];
}

export const learnHead = ['', 'return by seed', 'mean', 'target', 'steps per processor second', 'settings'] as const;

/** The table of all runs that are kept, for a terminal. */
export function learnTable(runs: readonly Run[]): string {
  const rows = [[...learnHead], ...learnRows(runs).map(learnCells)];
  const widths = learnHead.map((_, k) => Math.max(...rows.map((cells) => (cells[k] ?? '').length)));
  return rows.map((cells) => cells.map((cell, k) => cell.padEnd(widths[k] ?? 0)).join('  ')).join('\n');
}

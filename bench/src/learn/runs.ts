import fs from 'node:fs';
import path from 'node:path';
import { type Contest, contests, titleOf } from './contests.ts';

/** One training that has been done. */
export interface Run extends Pick<Contest, 'task' | 'algorithm' | 'steps' | 'environments' | 'settings'> {
  readonly seed: number;
  /** Mean return of the last 100 episodes of the training. */
  readonly training: number;
  /** Mean return of the trained policy without noise. */
  readonly evaluation: number;
  /** Processor time of the training. */
  readonly processorSeconds: number;
}

/** Where runs are kept. */
export const runFile = path.resolve(import.meta.dirname, '../results/learn.json');

export const readRuns = (file: string = runFile): readonly Run[] =>
  fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as readonly Run[]) : [];

const keyOf = ({ task, algorithm, steps, environments, settings, seed }: Run): string =>
  JSON.stringify([task, algorithm, steps, environments, settings, seed]);

/** Adds a run to the file, in place of an earlier one of the same settings and seed. */
export function saveRun(run: Run, file: string = runFile): void {
  const others = readRuns(file).filter((r) => keyOf(r) !== keyOf(run));
  const rounded = (_: string, x: unknown): unknown => (typeof x === 'number' ? Number(x.toPrecision(6)) : x);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify([...others, run], rounded, 1)}\n`);
}

/** A line of the table. */
export interface LearnRow {
  readonly title: string;
  readonly returns: readonly number[];
  readonly mean: number;
  readonly least: number | undefined;
  /** Environment steps per second of processor time, learning included. */
  readonly speed: number;
  readonly leastSpeed: number | undefined;
  readonly settings: string;
  readonly isKept: boolean;
}

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

/** The table of what has been run: a line for each contest. */
export function learnRows(runs: readonly Run[]): LearnRow[] {
  return contests.flatMap((contest) => {
    const { task, algorithm, steps, environments, settings, measure, least, leastSpeed } = contest;
    const key = (seed: number): string =>
      keyOf({ task, algorithm, steps, environments, settings, seed, training: 0, evaluation: 0, processorSeconds: 0 });
    const done = contest.seeds.flatMap((seed) => runs.filter((r) => keyOf(r) === key(seed)));
    if (done.length === 0) return [];
    const returns = done.map((r) => r[measure]);
    const speed = mean(done.map((r) => r.steps / r.processorSeconds));
    const names = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    return {
      title: titleOf(contest),
      returns,
      mean: mean(returns),
      least,
      speed,
      leastSpeed,
      settings: [`n=${environments}`, ...names].join(' '),
      isKept: mean(returns) >= (least ?? Number.NEGATIVE_INFINITY) && speed >= (leastSpeed ?? 0),
    };
  });
}

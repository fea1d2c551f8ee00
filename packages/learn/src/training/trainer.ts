import { ArgumentError } from '@qpos/core/errors';
import type { Policy } from '../policy/policy.ts';
import type { Episode } from './collector.ts';

/** How training goes, after each update. */
export interface Progress {
  /** Environment steps so far. */
  readonly steps: number;
  /** Steps that `learn` goes for. */
  readonly total: number;
  /** Updates so far. */
  readonly updates: number;
  /** Steps per second of this call of `learn`. */
  readonly stepsPerSecond: number;
  /** Mean return of the last 100 episodes; NaN before the first has ended. */
  readonly meanReturn: number;
  /** Their mean length. */
  readonly meanLength: number;
  /** Episodes so far. */
  readonly episodes: number;
  /** Losses and other numbers of the update, by name. */
  readonly report: Readonly<Record<string, number>>;
}

/** Takes a record of each update: a file, a page, a test. */
export interface TrainingLog {
  /**
   * Takes the record of an update.
   *
   * @param progress How training goes.
   */
  write(progress: Progress): void;
}

/** How `learn` goes about it. */
export interface LearnOptions {
  /** Called after each update. */
  readonly onProgress?: (progress: Progress) => void;
  /** Logs that get each update. */
  readonly logs?: readonly TrainingLog[];
  /** Called with all that it takes to resume, every so many steps and at the end. */
  readonly checkpoint?: { readonly every: number; save(bytes: Uint8Array, steps: number): void | Promise<void> };
  /** Ends training early once the mean return of the last episodes has reached this. */
  readonly stopAtReturn?: number;
  /** Ends training after the update that is on. */
  readonly signal?: AbortSignal;
}

/** How training ended. */
export interface TrainingSummary extends Progress {
  /** Why: the steps were done, the return was reached, or the signal came. */
  readonly reason: 'steps' | 'return' | 'aborted';
  /** How long this call of `learn` took. */
  readonly seconds: number;
}

/** What an algorithm does between two looks at the clock. */
export interface Iteration {
  /** Environment steps. */
  readonly steps: number;
  /** Episodes that ended. */
  readonly episodes: readonly Episode[];
  /** Losses and other numbers, by name. */
  readonly report: Readonly<Record<string, number>>;
}

const REMEMBERED = 100; // episodes in the means

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

/** Lets timers, signals and pages have their turn. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * What all algorithms share: the loop over updates with progress, logs, checkpoints and an early end. The loop itself keeps nothing that
 * a resumed run would miss.
 *
 * @example
 * const trainer: Trainer = ppo(await makeVec('InvertedPendulum-v5', { n: 4, autoreset: 'same-step' }), { horizon: 64 });
 * const { meanReturn } = await trainer.learn(512);
 * console.log(trainer.steps, meanReturn);
 */
export abstract class Trainer {
  /** Environment steps so far. */
  steps = 0;
  /** Updates so far. */
  updates = 0;
  /** Episodes so far. */
  episodes = 0;
  /** Returns and lengths of the last episodes. */
  protected recent: Episode[] = [];

  /** The policy as it is now. */
  abstract get policy(): Policy;

  /** Gathers experience and improves the policy, once. */
  protected abstract iterate(total: number): Iteration;

  /**
   * All that it takes to go on with the same bytes: weights, optimiser, normalisers, random numbers, environments, schedule.
   *
   * @returns The bytes, for `resume`.
   */
  abstract save(): Uint8Array;

  /**
   * Trains until a number of steps is reached, counted from the very beginning.
   *
   * @param steps Environment steps, those before a resume included.
   * @param options Progress, logs, checkpoints, when to stop.
   * @returns How it ended.
   */
  async learn(steps: number, options: LearnOptions = {}): Promise<TrainingSummary> {
    if (!(steps > 0 && Number.isFinite(steps))) throw new ArgumentError(`cannot train for ${steps} steps`);
    const { onProgress, logs = [], checkpoint, stopAtReturn = Number.POSITIVE_INFINITY, signal } = options;
    const [start, before] = [performance.now(), this.steps];
    const secondsSince = (): number => (performance.now() - start) / 1000;
    let saved = this.steps;
    let report: Readonly<Record<string, number>> = {};
    const progress = (): Progress => ({
      steps: this.steps,
      total: steps,
      updates: this.updates,
      stepsPerSecond: (this.steps - before) / secondsSince(),
      meanReturn: mean(this.recent.map((e) => e.return)),
      meanLength: mean(this.recent.map((e) => e.length)),
      episodes: this.episodes,
      report,
    });
    const reached = (): TrainingSummary['reason'] | undefined => {
      if (signal?.aborted) return 'aborted';
      if (this.steps >= steps) return 'steps';
      return mean(this.recent.map((e) => e.return)) >= stopAtReturn ? 'return' : undefined;
    };
    let reason = reached();
    while (reason === undefined) {
      report = this.#advance(steps);
      const now = progress();
      onProgress?.(now);
      for (const log of logs) log.write(now);
      if (checkpoint !== undefined && this.steps - saved >= checkpoint.every) {
        await checkpoint.save(this.save(), this.steps);
        saved = this.steps;
      }
      await breathe();
      reason = reached();
    }
    if (checkpoint !== undefined && saved !== this.steps) await checkpoint.save(this.save(), this.steps);
    return { ...progress(), reason, seconds: secondsSince() };
  }

  #advance(total: number): Readonly<Record<string, number>> {
    const { steps, episodes, report } = this.iterate(total);
    this.steps += steps;
    this.updates++;
    this.episodes += episodes.length;
    this.recent = [...this.recent, ...episodes].slice(-REMEMBERED);
    return report;
  }
}

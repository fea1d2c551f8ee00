import { ArgumentError } from '@qpos/core/errors';
import { RandomGenerator, type VectorEnv } from '@qpos/env';
import type { Policy } from '../policy/policy.ts';
import type { Tensor } from '../policy/safetensors.ts';
import { breathe } from './breathe.ts';
import { isRemote, resumable, type TrainingEnvs } from './environment.ts';
import type { Episode } from './episodes.ts';
import { evaluate } from './evaluate.ts';
import { restoreArray, type Snapshot, writeSnapshot } from './snapshot.ts';

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
  /** Mean return of the last evaluation; NaN before the first. */
  readonly evaluationReturn: number;
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
  /** Plays the policy as it is, without noise, every so many steps, in environments of their own: the same episodes each time. */
  readonly evaluate?: {
    readonly every: number;
    readonly episodes: number;
    readonly env: VectorEnv;
    readonly seed?: number;
  };
  /** Ends training early once the mean return has reached this: that of the last evaluation, or of the last episodes where there is none. */
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

/** Streams of random numbers: of the weights at the start, and of everything later. */
const [WEIGHTS, ACTIONS] = [0, 1];

/** What a checkpoint holds beside arrays. */
interface SavedRest {
  readonly settings: unknown;
  readonly random: ReturnType<RandomGenerator['save']>;
  readonly steps: number;
  readonly updates: number;
  readonly episodes: number;
  readonly recent: Episode[];
  readonly numbers: Readonly<Record<string, number>>;
}

/** The settings that a checkpoint was made with. */
export const savedSettings = ({ rest }: Snapshot): unknown => (rest as SavedRest).settings;

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
  /** The name of the algorithm, such as `ppo`. */
  abstract readonly algorithm: string;
  /** Environment steps so far. */
  steps = 0;
  /** Updates so far. */
  updates = 0;
  /** Episodes so far. */
  episodes = 0;
  /** Returns and lengths of the last episodes. */
  protected recent: Episode[] = [];
  protected readonly env: TrainingEnvs;
  /** Random numbers of everything but the weights at the start. */
  protected random: RandomGenerator;
  readonly #settings: { readonly seed: number };

  protected constructor(env: TrainingEnvs, settings: { readonly seed: number }) {
    if (env.metadata.autoreset === 'disabled')
      throw new ArgumentError("trainers need environments that reset themselves: autoreset 'same-step' or 'next-step'");
    this.env = env;
    this.#settings = settings;
    this.random = new RandomGenerator(settings.seed, [ACTIONS]);
  }

  /** Random numbers for the weights at the start. */
  protected weightStream(): RandomGenerator {
    return new RandomGenerator(this.#settings.seed, [WEIGHTS]);
  }

  /** The policy as it is now. */
  abstract get policy(): Policy;

  /** Gathers experience and improves the policy, once. */
  protected abstract iterate(total: number): Iteration | Promise<Iteration>;

  /** The arrays that a checkpoint holds, by name; `restore` writes to them. */
  protected abstract arrays(): Readonly<Record<string, Tensor>>;

  /** Counters that a checkpoint holds, by name. */
  protected abstract numbers(): Readonly<Record<string, number>>;

  /** Takes back what `numbers` gave; arrays that depend on it get their size here. */
  protected abstract restoreNumbers(numbers: Readonly<Record<string, number>>): void;

  /**
   * All that it takes to go on with the same bytes: weights, optimiser, normalisers, random numbers, environments, schedule.
   *
   * @returns The bytes, for `resume`.
   */
  save(): Uint8Array {
    const rest: SavedRest = {
      settings: this.#settings,
      random: this.random.save(),
      steps: this.steps,
      updates: this.updates,
      episodes: this.episodes,
      recent: this.recent,
      numbers: this.numbers(),
    };
    const environments = isRemote(this.env) ? {} : { environments: resumable(this.env).save() };
    const arrays = { ...this.arrays(), ...environments };
    return writeSnapshot({ algorithm: this.algorithm, arrays, rest });
  }

  /**
   * Goes back to a checkpoint of a trainer with the same settings.
   *
   * @param snapshot The checkpoint.
   */
  restore(snapshot: Snapshot): void {
    const rest = snapshot.rest as SavedRest;
    const environments = isRemote(this.env) ? undefined : environmentsOf(snapshot);
    this.restoreNumbers(rest.numbers);
    for (const [name, array] of Object.entries(this.arrays())) restoreArray(array, snapshot, name);
    if (environments !== undefined) resumable(this.env).load(environments);
    this.random = RandomGenerator.restore(rest.random);
    this.steps = rest.steps;
    this.updates = rest.updates;
    this.episodes = rest.episodes;
    this.recent = rest.recent;
  }

  /**
   * Trains until a number of steps is reached, counted from the very beginning.
   *
   * @param steps Environment steps, those before a resume included.
   * @param options Progress, logs, evaluation, checkpoints, when to stop.
   * @returns How it ended.
   */
  async learn(steps: number, options: LearnOptions = {}): Promise<TrainingSummary> {
    if (!(steps > 0 && Number.isFinite(steps))) throw new ArgumentError(`cannot train for ${steps} steps`);
    const {
      onProgress,
      logs = [],
      evaluate: evaluation,
      checkpoint,
      stopAtReturn = Number.POSITIVE_INFINITY,
      signal,
    } = options;
    const [start, before] = [performance.now(), this.steps];
    const secondsSince = (): number => (performance.now() - start) / 1000;
    let saved = this.steps;
    let evaluationReturn = Number.NaN;
    let report: Readonly<Record<string, number>> = {};
    const progress = (): Progress => ({
      steps: this.steps,
      total: steps,
      updates: this.updates,
      stepsPerSecond: (this.steps - before) / secondsSince(),
      meanReturn: mean(this.recent.map((e) => e.return)),
      meanLength: mean(this.recent.map((e) => e.length)),
      episodes: this.episodes,
      evaluationReturn,
      report,
    });
    const reached = (): TrainingSummary['reason'] | undefined => {
      if (signal?.aborted) return 'aborted';
      if (this.steps >= steps) return 'steps';
      const { meanReturn } = progress();
      return (evaluation === undefined ? meanReturn : evaluationReturn) >= stopAtReturn ? 'return' : undefined;
    };
    let reason = reached();
    while (reason === undefined) {
      const last = this.steps;
      report = await this.#advance(steps);
      if (evaluation !== undefined && passes(evaluation.every, last, this.steps)) {
        const { meanReturn } = await evaluate(this.policy, evaluation.env, {
          ...evaluation,
          ...(signal && { signal }),
        });
        evaluationReturn = meanReturn;
      }
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

  async #advance(total: number): Promise<Readonly<Record<string, number>>> {
    const { steps, episodes, report } = await this.iterate(total);
    this.steps += steps;
    this.updates++;
    this.episodes += episodes.length;
    this.recent = [...this.recent, ...episodes].slice(-REMEMBERED);
    return report;
  }
}

/** What a checkpoint keeps of environments that were here. */
function environmentsOf({ arrays }: Snapshot): Uint8Array {
  const { environments } = arrays;
  if (environments instanceof Uint8Array) return environments;
  throw new ArgumentError(
    'the checkpoint is of a training on a cluster',
    'bad-argument',
    'resume it with remote environments, as qpos train --redis does',
  );
}

/** Whether a multiple of `every` lies above `last` and up to `now`. */
const passes = (every: number, last: number, now: number): boolean =>
  Math.floor(now / every) > Math.floor(last / every);

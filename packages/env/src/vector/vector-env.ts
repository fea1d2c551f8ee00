import type { EnvMetadata } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import type { Box } from '../spaces/box.ts';

/**
 * When an environment starts over after the end of its episode:
 *
 * - `next-step`: the next step resets it, ignores the action, and has the reward 0;
 * - `same-step`: at once; the observation is the first of the new episode, and the last of the old one is in `finalObs`;
 * - `disabled`: never by itself; call `reset` with `options.reset_mask`.
 */
export type AutoresetMode = 'next-step' | 'same-step' | 'disabled';

const MODES: readonly string[] = ['next-step', 'same-step', 'disabled'] satisfies AutoresetMode[];

/** Refuses what is no mode. */
export function checkAutoreset(mode: AutoresetMode): AutoresetMode {
  if (!MODES.includes(mode))
    throw new EnvError('bad-argument', `'${String(mode)}' is no way to reset`, { hint: `one of ${MODES.join(', ')}` });
  return mode;
}

/** Facts about a vector environment. */
export interface VectorMetadata extends EnvMetadata {
  /** When a finished environment starts over. */
  readonly autoreset: AutoresetMode;
}

/**
 * Infos of all environments by name: an array with one row each. `_name` is 1 for those environments that told something under `name` in
 * this call.
 */
export type VectorInfo = Record<string, Float64Array | Uint8Array>;

/** How episodes begin. */
export interface VectorResetOptions {
  /** The seed of the first environment, and one more for each after it; or a list with one for each. */
  readonly seed?: number | readonly (number | undefined)[];
  /** What the task understands; `reset_mask` says which environments to reset (not 0), with all others as they are. */
  readonly options?: Readonly<Record<string, unknown>> & { readonly reset_mask?: ArrayLike<number> };
}

/** The beginning of episodes. Arrays are live: the next call overwrites them. */
export interface VectorResetResult {
  /** One observation after another. */
  readonly obs: Float64Array;
  /** What else there is to tell. */
  readonly info: VectorInfo;
}

/** One step of all environments. Arrays are live: the next call overwrites them. */
export interface VectorStepResult extends VectorResetResult {
  /** One reward for each environment. */
  readonly rewards: Float64Array;
  /** 1 where the task has come to an end. */
  readonly terminated: Uint8Array;
  /** 1 where the episode was broken off. */
  readonly truncated: Uint8Array;
  /** With `same-step`, the last observation of each episode that ended in this step; other rows mean nothing. */
  readonly finalObs: Float64Array;
  /** With `same-step`, the infos of each last step. */
  readonly finalInfo: VectorInfo;
}

/** Environments of one task side by side, with row-major buffers. */
export interface VectorEnv {
  /** How many environments. */
  readonly n: number;
  /** Where the observations of one environment lie. */
  readonly singleObservationSpace: Box;
  /** Where the actions of one environment lie. */
  readonly singleActionSpace: Box;
  /** Where the observations of all lie. */
  readonly observationSpace: Box;
  /** Where the actions of all lie. */
  readonly actionSpace: Box;
  /** Facts about the environments. */
  readonly metadata: VectorMetadata;
  /** Whether steps come from a device, so that only `stepAsync` takes them. */
  readonly isAsync?: boolean;
  /**
   * Begins episodes.
   *
   * @param options Seeds, and which environments.
   * @returns The first observations.
   */
  reset(options?: VectorResetOptions): VectorResetResult;
  /**
   * Takes one step in each environment.
   *
   * @param actions One action after another.
   * @returns What came of them.
   */
  step(actions: ArrayLike<number>): VectorStepResult;
  /**
   * As `step`, for threads that must not wait, such as that of a page.
   *
   * @param actions One action after another.
   * @returns What came of them.
   */
  stepAsync(actions: ArrayLike<number>): Promise<VectorStepResult>;
  /** Ends the use of all environments. */
  close(): Promise<void>;
}

/** Vector environments as `makeVec` makes them: their state can be saved, and calls need not block. */
export interface MadeVectorEnv extends VectorEnv {
  /** How many workers run them; 0 is this thread. */
  readonly workers: number;
  /**
   * As `reset`, for threads that must not wait.
   *
   * @param options Seeds, and which environments.
   * @returns The first observations.
   */
  resetAsync(options?: VectorResetOptions): Promise<VectorResetResult>;
  /**
   * All that it takes to go on from here with the same bytes, with any number of workers.
   *
   * @returns The bytes, for `load`.
   */
  save(): Uint8Array;
  /**
   * As `save`, for threads that must not wait.
   *
   * @returns The bytes, for `load`.
   */
  saveAsync(): Promise<Uint8Array>;
  /**
   * Goes on from what was saved, in this process or another.
   *
   * @param bytes What `save` of environments that were made in the same way returned.
   */
  load(bytes: Uint8Array): void;
  /**
   * As `load`, for threads that must not wait.
   *
   * @param bytes What `save` of environments that were made in the same way returned.
   */
  loadAsync(bytes: Uint8Array): Promise<void>;
}

/** A seed for each environment. */
export function seedsOf(seed: VectorResetOptions['seed'], n: number): readonly (number | undefined)[] {
  if (typeof seed === 'object') {
    if (seed.length !== n) throw new EnvError('bad-argument', `${seed.length} seeds for ${n} environments`);
    return seed;
  }
  return Array.from({ length: n }, (_, k) => (seed === undefined ? undefined : seed + k));
}

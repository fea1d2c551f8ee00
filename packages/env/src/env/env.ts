import type { Data, Model } from '@qpos/core';
import type { Space } from '../spaces/space.ts';

/** What an environment tells beside observation and reward, by name. Arrays are live: copy what you keep. */
export interface Info {
  /** A number, an array, or more of the same. */
  [name: string]: number | Float64Array | Uint8Array | Info | undefined;
}

/** How an episode begins. */
export interface ResetOptions {
  /** Starts the random numbers anew; without it they go on where they are. */
  readonly seed?: number;
  /** What else the task understands. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The beginning of an episode. The object and its arrays are reused at the next call: copy what you keep. */
export interface ResetResult<Observation = Float64Array> {
  /** The first observation. */
  obs: Observation;
  /** What else there is to tell. */
  info: Info;
}

/** One step. The object and its arrays are reused at the next call: copy what you keep. */
export interface StepResult<Observation = Float64Array> extends ResetResult<Observation> {
  /** The reward of the step. */
  reward: number;
  /** Whether the task has come to an end: the state has no future. */
  terminated: boolean;
  /** Whether the episode was broken off, as by a time limit: the state has a future that nobody sees. */
  truncated: boolean;
}

/** Facts about an environment. */
export interface EnvMetadata {
  /** The id under which it was made, if it was. */
  readonly id?: string;
  /** Steps per second of simulated time. */
  readonly renderFps: number;
}

/** Draws one picture of an environment: anything, such as pixels or a canvas. */
export type Renderer = (scene: { readonly model: Model; readonly data: Data }) => unknown;

/**
 * An environment with Gymnasium's names and rules. `make` returns one, wrappers are others; implement it to bring your own.
 */
export interface Env<Observation = Float64Array, Action = ArrayLike<number>> {
  /** Where observations lie. */
  readonly observationSpace: Space<unknown>;
  /** Where actions lie. */
  readonly actionSpace: Space<unknown>;
  /** Facts about it. */
  readonly metadata: EnvMetadata;
  /** The environment inside all wrappers. */
  readonly unwrapped: Env<unknown, unknown>;
  /**
   * Begins an episode.
   *
   * @param options A seed, and what else the task understands.
   * @returns The first observation.
   */
  reset(options?: ResetOptions): ResetResult<Observation>;
  /**
   * Takes one step.
   *
   * @param action What to do.
   * @returns What came of it.
   */
  step(action: Action): StepResult<Observation>;
  /**
   * Draws the current state with the renderer that was given to `make`.
   *
   * @returns The picture, or undefined without a renderer.
   */
  render(): unknown;
  /**
   * All that it takes to go on from here with the same bytes: physics, episode, random numbers, wrappers. An environment of your own may do
   * without; a training with it then cannot be resumed.
   *
   * @returns The bytes, for `load`.
   */
  save?(): Uint8Array;
  /**
   * Goes on from what was saved, in this process or another.
   *
   * @param bytes What `save` of an environment that was made in the same way returned.
   */
  load?(bytes: Uint8Array): void;
  /** Ends the use of the environment; a second call does nothing. */
  close(): void;
}

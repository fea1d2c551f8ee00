import { QposError, type StepErrorCode, type StepStage } from '@qpos/core';

/**
 * Why a batch, a rollout or a worker cannot do what it was asked for:
 *
 * - `closed`: it was closed;
 * - `busy`: an asynchronous call is still running;
 * - `cannot-block`: a page's main thread must not wait, or there is no shared memory to wait on;
 * - `no-worker`: a worker cannot be started here;
 * - `worker-lost`: a worker ended before its time;
 * - `module`: the reward module cannot be loaded, or does not export what it should;
 * - `separate-memory`: the workers have memory of their own, which this thread does not see;
 * - `saved-batch`: the bytes given to `load` are no batch of this model and size;
 * - `aborted`: the signal was given.
 */
export type BatchErrorCode =
  | 'closed'
  | 'busy'
  | 'cannot-block'
  | 'no-worker'
  | 'worker-lost'
  | 'module'
  | 'separate-memory'
  | 'saved-batch'
  | 'aborted';

/**
 * A batch, a rollout or a worker cannot go on, or had to replace a worker.
 *
 * @example
 * const sim = await BatchSim.create(model, { n: 2, workers: 0 });
 * await sim.close();
 * try {
 *   sim.stepAll();
 * } catch (error) {
 *   if (error instanceof BatchError) console.log(error.code); // closed
 * }
 */
export class BatchError extends QposError<BatchErrorCode> {
  static override readonly name: string = 'BatchError';
}

/**
 * What went wrong in one environment: what `stepStrict` throws, or
 *
 * - `callback`: a callback or plugin threw;
 * - `module`: a function of the reward module threw;
 * - `constants`: `setConst` refused the values of this environment;
 * - `engine`: the numeric core failed, as when memory ran out;
 * - `worker-lost`: its worker ended twice in the same call.
 */
export type EnvironmentErrorCode = StepErrorCode | 'callback' | 'module' | 'constants' | 'engine' | 'worker-lost';

/** What an `EnvironmentError` is made of; it crosses threads as JSON. */
export interface Failure {
  readonly code: EnvironmentErrorCode;
  readonly message: string;
  readonly stage?: StepStage | string | undefined;
  readonly index?: number | undefined;
  readonly time: number;
}

/**
 * One environment of a batch failed. It is terminated and starts over in the next call; the others know nothing of it.
 *
 * @example
 * const sim = await BatchSim.create(model, { n: 2, workers: 0 });
 * sim.states[0] = Number.NaN;
 * const { errors } = sim.stepAll();
 * console.log(errors[0]?.code, errors[1]); // bad-position undefined
 * await sim.close();
 */
export class EnvironmentError extends QposError<EnvironmentErrorCode> {
  static override readonly name: string = 'EnvironmentError';
  /** Which environment. */
  readonly environment: number;
  /** The part of the step in which it happened, where that is known. */
  readonly stage: string | undefined;
  /** Index into `qpos`, `qvel`, `qacc` or `ctrl`, or the dof, where there is one. */
  readonly index: number | undefined;
  /** Simulation time at the end of the call, in seconds. */
  readonly time: number;

  /**
   * @param environment Which environment.
   * @param failure What happened.
   */
  constructor(environment: number, failure: Failure) {
    super(failure.code, `environment ${environment}: ${failure.message}`);
    this.environment = environment;
    this.stage = failure.stage;
    this.index = failure.index;
    this.time = failure.time;
  }
}

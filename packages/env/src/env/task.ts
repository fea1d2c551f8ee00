import type { RandomGenerator } from '@qpos/batch';
import type { Data, Model } from '@qpos/core';
import type { Box } from '../spaces/box.ts';
import type { Info } from './env.ts';

/** What a task sees of its environment, and where it leaves its results. */
export interface TaskContext {
  /** The model; only `randomise` may change it. */
  readonly model: Model;
  /** The state, and everything computed from it. */
  readonly data: Data;
  /** Seconds between two actions: frame skip times time step. */
  readonly dt: number;
  /** Initial positions of the model. */
  readonly initQpos: Float64Array;
  /** Initial velocities of the model. */
  readonly initQvel: Float64Array;
  /** The random numbers of the environment. */
  readonly rng: RandomGenerator;
  /** Actions since the last reset. */
  readonly steps: number;
  /** The `options` of the last reset. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The reward, to be set by `evaluate`. */
  reward: number;
  /** Whether the episode ends here; `evaluate` may set it, and it is false before. */
  terminated: boolean;
  /** Whether the episode is broken off here; `evaluate` may set it, and it is false before. */
  truncated: boolean;
  /** What else to tell. `reset` and `evaluate` each have their own; set every name each time. */
  readonly info: Info;
}

/**
 * What makes an environment of a model: the initial state, the observation, the reward. A task that keeps state of its own between calls is
 * registered as a function that returns a new one for each environment, and names that state in `state`.
 */
export interface Task {
  /** Time steps of the model per action; 1 by default. */
  readonly frameSkip?: number;
  /** The observations: their number, or a space, or a function of the model that gives either. By default nq + nv numbers. */
  readonly observation?: number | Box | ((model: Model) => number | Box);
  /** The actions; by default one for each actuator in its control range, of type float32 as in Gymnasium. */
  readonly action?: Box | ((model: Model) => Box);
  /**
   * The arrays in which the task keeps what it remembers from step to step. They are saved with the environment; what a task keeps
   * elsewhere is lost when a training is resumed.
   */
  readonly state?: readonly (Float64Array | Int32Array | Uint8Array)[];
  /** The fields of Model that `randomise` changes, such as `body_mass` or `opt.wind`. */
  readonly randomised?: readonly string[];
  /** Whether `cfrc_ext`, `cfrc_int` and `cacc` are computed after each step. */
  readonly postConstraint?: boolean;
  /**
   * The fields of Data that `act`, `observe` and `evaluate` read beside `qpos`, `qvel`, `act`, `ctrl`, `time` and `sensordata`, such as `xpos`: what a
   * GPU has to bring back. A task that names them, were it none, runs there too; its resets and actions set positions, velocities, activations,
   * controls and mocap bodies, and nothing else.
   */
  readonly reads?: readonly (keyof Data & string)[];
  /**
   * The model, called once per environment.
   *
   * @returns The model.
   */
  model(): Model;
  /**
   * Sets the initial state; the data have been reset, and forward dynamics follow.
   *
   * @param ctx The environment.
   * @param rng Its random numbers.
   */
  reset(ctx: TaskContext, rng: RandomGenerator): void;
  /**
   * Changes the model before a reset: domain randomisation. The environment has a copy of the model of its own then. The fields that
   * `randomised` names have their compiled values when it is called, and what follows from them is brought up to date after it.
   *
   * @param ctx The environment.
   * @param rng Its random numbers.
   */
  randomise?(ctx: TaskContext, rng: RandomGenerator): void;
  /**
   * Turns an action into controls, before the steps; by default a copy.
   *
   * @param ctx The environment.
   * @param action The action.
   */
  act?(ctx: TaskContext, action: Float64Array): void;
  /**
   * Writes the observation.
   *
   * @param ctx The environment.
   * @param out Receives it.
   */
  observe(ctx: TaskContext, out: Float64Array): void;
  /**
   * Sets reward, end and info, after the steps.
   *
   * @param ctx The environment.
   * @param action The action.
   */
  evaluate(ctx: TaskContext, action: Float64Array): void;
}

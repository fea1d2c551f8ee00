import type { Model } from '@qpos/core';
import type { BatchError, EnvironmentError } from './errors.ts';
import type { Autoreset } from './share/environments.ts';
import type { RewardModule } from './share/reward-module.ts';
import type { WorkerFactory } from './workers/thread.ts';

/** What can be read of a batch: a row for each environment, one after the other. */
export interface BatchValues {
  /** `qpos`, `qvel` and `act`. */
  readonly states: Float64Array;
  /** Controls. */
  readonly ctrl: Float64Array;
  /** Sensor readings. */
  readonly sensordata: Float64Array;
  /** What the reward module gave for the last call; 0 without one. */
  readonly rewards: Float64Array;
  /** 1 where the episode has come to its end, or the environment has failed. */
  readonly terminated: Uint8Array;
  /** 1 where the episode was broken off. */
  readonly truncated: Uint8Array;
  /** What went wrong in each environment in the last call; undefined where nothing did. */
  readonly errors: readonly (EnvironmentError | undefined)[];
}

/** What came of a call. The arrays are those of the batch itself, and the next call writes to them again. */
export interface BatchResult extends BatchValues {
  /** How many environments failed. */
  readonly failed: number;
  /** Workers that ended in this call and were replaced. Their environments were made again, so nothing else tells of it. */
  readonly replaced: readonly BatchError[];
}

/** Many environments of one model, on whatever device. `BatchSim` runs them on the processor. */
export interface Batch {
  /** The model of all environments. */
  readonly model: Model;
  /** How many environments there are. */
  readonly n: number;
  /** Where they run. */
  readonly device: 'cpu' | 'webgpu';
  /**
   * Sets states or controls of all environments.
   *
   * @param values A row for each environment.
   */
  write(values: Partial<Pick<BatchValues, 'states' | 'ctrl'>>): Promise<void>;
  /**
   * Advances all environments.
   *
   * @param n How many time steps; 1 by default.
   */
  step(n?: number): Promise<void>;
  /**
   * Reads values of all environments.
   *
   * @param names Which.
   * @returns Copies of them.
   */
  read<K extends keyof BatchValues>(names: readonly K[]): Promise<Pick<BatchValues, K>>;
  /**
   * Starts environments over, at the next step.
   *
   * @param mask Which: one value for each environment.
   * @param states Where they start, a row for each environment; the model's initial state by default.
   */
  resetWhere(mask: ArrayLike<boolean | number>, states?: ArrayLike<number>): void;
  /** Ends it and returns its memory. */
  close(): Promise<void>;
}

/** A batch on a device that has its own memory: fields of Data are brought here and back when they are asked for. */
export interface DeviceBatch extends Batch {
  /**
   * Reads fields of Data of all environments, as the last step left them, in one transfer.
   *
   * @param names The names of the fields, such as `xpos`.
   * @returns For each a row for each environment, one after the other.
   */
  readFields<K extends string>(names: readonly K[]): Promise<Record<K, Float64Array>>;
  /**
   * Sets an input of the steps in all environments.
   *
   * @param name The name of the field, such as `mocap_pos`.
   * @param values A row for each environment.
   */
  writeField(name: string, values: ArrayLike<number>): void;
}

/** How a batch is made. */
export interface BatchOptions {
  /** How many environments. */
  readonly n: number;
  /** Where they run: on the processor, or on a GPU if there is one (`AutoBatchOptions`). */
  readonly device?: 'cpu';
  /** Threads beside this one: as many as the machine has by default, 0 for none. The results do not depend on it. */
  readonly workers?: number | 'auto';
  /** A module with rewards, ends of episodes, callbacks (`RewardModule`) by its address; without workers also the object itself. */
  readonly reward?: URL | string | RewardModule;
  /** Whether an environment fails where `stepStrict` would throw; else it fails only where its state became useless. */
  readonly strict?: boolean;
  /** What starts over by itself in the next call: what has `failed` (default), also what is `done`, or nothing (`never`). */
  readonly autoreset?: Autoreset;
  /** The keyframe that environments start from, by name or index. */
  readonly keyframe?: string | number;
  /** Time steps after which an episode is truncated. */
  readonly maxSteps?: number;
  /** Seed of the random numbers that the reward module's `reset` is given. */
  readonly seed?: number;
  /**
   * Whether the workers work on the memory of this thread (`shared`), where the Model is stored once, or each on its own (`separate`). `auto`,
   * the default, shares where that is possible and all environments fit. The results do not depend on it.
   */
  readonly memory?: 'auto' | 'shared' | 'separate';
  /** Makes the workers of a page whose content security policy does not allow those that are made from text. */
  readonly worker?: WorkerFactory;
}

/** How a batch is made that runs on a GPU if there is one, and `@qpos/webgpu` is imported; `gpuRefusal` tells why it does not. */
export interface AutoBatchOptions extends Omit<BatchOptions, 'device'> {
  /** On a GPU if there is one. */
  readonly device: 'auto';
  /** Most contacts of an environment on a GPU. */
  readonly nconmax?: number;
  /** Most constraint rows of an environment on a GPU. */
  readonly njmax?: number;
  /** Why a GPU will not do, where the caller knows; none is asked for then. */
  readonly refusal?: string | undefined;
  /** Whether the last step of each call computes `cacc`, `cfrc_int` and `cfrc_ext` on a GPU. */
  readonly postConstraint?: boolean;
}

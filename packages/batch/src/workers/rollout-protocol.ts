import type { RolloutArrays, RolloutPlan } from '../share/rollouts.ts';
import type { EngineStart } from './programs.ts';

/** Tells a worker which models it rolls out. */
export interface RolloutModels {
  readonly kind: 'rollout-models';
  readonly engine: EngineStart;
  /** What `saveModel` wrote of each, or where it is in the memory that the workers share. */
  readonly models: readonly (Uint8Array | number)[];
  readonly module?: string | undefined;
}

/** Tells a worker to roll out rows `first` to `end`. */
export interface RolloutRequest {
  readonly kind: 'rollout';
  readonly job: number;
  readonly first: number;
  readonly end: number;
  readonly arrays: RolloutArrays;
  readonly plan: RolloutPlan;
  /** Whether results go back in the answer: they are not in shared memory. */
  readonly transferBack: boolean;
}

/** The rows are done. */
export interface RolloutAnswer {
  readonly kind: 'chunk';
  readonly job: number;
  readonly first: number;
  readonly end: number;
  readonly steps: number;
  readonly state?: Float64Array | undefined;
  readonly sensordata?: Float64Array | undefined;
}

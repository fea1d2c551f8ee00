export type { Batch, BatchOptions, BatchResult, BatchValues } from './batch.ts';
export { BatchSim } from './batch-sim.ts';
export {
  BatchError,
  type BatchErrorCode,
  EnvironmentError,
  type EnvironmentErrorCode,
} from './errors.ts';
export { RandomGenerator, type RandomState, streamOf } from './random/generator.ts';
export type { Autoreset } from './share/environments.ts';
export type { EnvironmentContext, RewardModule } from './share/reward-module.ts';

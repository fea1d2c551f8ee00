export type { AutoBatchOptions, Batch, BatchOptions, BatchResult, BatchValues, DeviceBatch } from './batch.ts';
export { BatchSim } from './batch-sim.ts';
export { type GpuBatchMaker, gpuRefusal, registerGpu, tryGpu } from './device.ts';
export {
  BatchError,
  type BatchErrorCode,
  EnvironmentError,
  type EnvironmentErrorCode,
} from './errors.ts';
export { type ChoiceOptions, RandomGenerator, type RandomState, streamOf } from './random/generator.ts';
export {
  choice,
  correlated,
  type Distribution,
  logNormal,
  normal,
  uniform,
} from './randomise/distributions.ts';
export { type Randomisation, type RandomiseOptions, randomise } from './randomise/randomise.ts';
export { type LinearisedSteps, type LineariseOptions, lineariseSteps } from './rollout/linearise.ts';
export type { RolloutOptions, RolloutProgress, RolloutResult } from './rollout/plan.ts';
export { RolloutPool, type RolloutPoolOptions } from './rollout/pool.ts';
export { rollout } from './rollout/rollout.ts';
export type { RolloutInput } from './rollout/tensors.ts';
export type { Autoreset } from './share/environments.ts';
export type { EnvironmentContext, RewardModule } from './share/reward-module.ts';
export {
  createSimulationWorker,
  SimulationWorker,
  type SimulationWorkerOptions,
} from './simulation/simulation-worker.ts';
export type { WorkerFactory } from './workers/thread.ts';

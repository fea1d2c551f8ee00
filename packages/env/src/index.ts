export { type ChoiceOptions, RandomGenerator, type RandomState } from '@qpos/batch';
export { checkEnv } from './check/check-env.ts';
export type {
  Env,
  EnvMetadata,
  Info,
  Renderer,
  ResetOptions,
  ResetResult,
  StepResult,
} from './env/env.ts';
export type { Task, TaskContext } from './env/task.ts';
export { TaskEnv, type TaskEnvOptions } from './env/task-env.ts';
export { EnvError, type EnvErrorCode } from './errors.ts';
export { type Falloff, type ToleranceOptions, tolerance } from './measures/tolerance.ts';
export { type MakeVecOptions, makeVec } from './registry/make-vec.ts';
export type { TaskOptions } from './registry/options.ts';
export {
  type MakeOptions,
  make,
  type RegisteredTask,
  register,
  registeredTasks,
  type TaskSettings,
} from './registry/registry.ts';
export type { CommandTask } from './robots/quadruped-joystick.ts';
export type { SavedNumbers } from './saved/numbers.ts';
export { Box, type BoxArray, type BoxType } from './spaces/box.ts';
export { Dict } from './spaces/dict.ts';
export { Discrete } from './spaces/discrete.ts';
export { MultiDiscrete } from './spaces/multi-discrete.ts';
export { Space } from './spaces/space.ts';
export { SyncVectorEnv } from './vector/sync-vector-env.ts';
export type {
  AutoresetMode,
  MadeVectorEnv,
  VectorEnv,
  VectorInfo,
  VectorMetadata,
  VectorResetOptions,
  VectorResetResult,
  VectorStepResult,
} from './vector/vector-env.ts';
export type { EnvWorkerFactory } from './workers/program.ts';
export { ClipAction } from './wrappers/clip-action.ts';
export { Delay, type DelayOptions, type DelaySteps } from './wrappers/delay.ts';
export { FrameStack } from './wrappers/frame-stack.ts';
export { Noise, type NoiseOptions, type NoiseScale } from './wrappers/noise.ts';
export { NormalizeObservation } from './wrappers/normalize-observation.ts';
export { NormalizeReward } from './wrappers/normalize-reward.ts';
export { type EpisodeRecord, RecordEpisodeStatistics } from './wrappers/record-episode-statistics.ts';
export { RecordVideo, type RecordVideoOptions, type Video } from './wrappers/record-video.ts';
export { RescaleAction } from './wrappers/rescale-action.ts';
export { RunningStatistics } from './wrappers/running-statistics.ts';
export { TimeLimit } from './wrappers/time-limit.ts';
export { Wrapper } from './wrappers/wrapper.ts';

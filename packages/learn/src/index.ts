export type { PpoOptions } from './algorithms/ppo.ts';
export { type PpoTrainerOptions, ppo, resume } from './algorithms/ppo-trainer.ts';
export type { KernelName } from './kernel/select.ts';
export { csvLog, jsonlLog, type TextSink } from './logs/jsonl.ts';
export { tensorboardLog } from './logs/tensorboard.ts';
export type { Activation } from './network/mlp.ts';
export { loadPolicy, Policy, type PolicyLayer, type PolicyParts, savePolicy } from './policy/policy.ts';
export type { Episode } from './training/collector.ts';
export type { ResumableEnv } from './training/environment.ts';
export {
  type Iteration,
  type LearnOptions,
  type Progress,
  Trainer,
  type TrainingLog,
  type TrainingSummary,
} from './training/trainer.ts';

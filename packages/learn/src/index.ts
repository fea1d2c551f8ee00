export {
  type Algorithm,
  type AlgorithmName,
  type AlgorithmOptions,
  algorithms,
  createTrainer,
  parseOptions,
  resume,
} from './algorithms/algorithms.ts';
export { type ArsOptions, ars } from './algorithms/ars.ts';
export { type CemOptions, cem } from './algorithms/cem.ts';
export { type PpoOptions, ppo } from './algorithms/ppo-trainer.ts';
export { type SacOptions, sac } from './algorithms/sac-trainer.ts';
export type { KernelName } from './kernel/select.ts';
export { csvLog, jsonlLog, type TextSink } from './logs/jsonl.ts';
export { tensorboardLog } from './logs/tensorboard.ts';
export type { Activation } from './network/mlp.ts';
export type { PolicyLayer, PolicyParts } from './policy/inference.ts';
export { toOnnx } from './policy/onnx.ts';
export { loadOnnxPolicy, type OnnxPolicyOptions, type OnnxRuntime, type OnnxSession } from './policy/onnx-policy.ts';
export { loadPolicy, Policy, savePolicy } from './policy/policy.ts';
export { policyFunction } from './policy/policy-function.ts';
export { privilegedSize } from './remote/privileged.ts';
export { runWork, type WorkEnvs } from './remote/run-work.ts';
export type { Schedule } from './settings/schedule.ts';
export type { OptionsOf, Setting, SettingKind, SettingsOf, SettingTable } from './settings/setting.ts';
export type { TrainingOptions } from './settings/training-options.ts';
export type { RemoteEnvs, ResumableEnv, TaskFacts, TrainingEnvs, WorkKind } from './training/environment.ts';
export type { Episode } from './training/episodes.ts';
export { type Actor, type Evaluation, type EvaluationOptions, evaluate } from './training/evaluate.ts';
export type { Snapshot } from './training/snapshot.ts';
export {
  type Iteration,
  type LearnOptions,
  type Progress,
  Trainer,
  type TrainingLog,
  type TrainingSummary,
} from './training/trainer.ts';

export { type BullmqOptions, bullmq } from './bullmq/bullmq.ts';
export { type ClusterWorker, startWorker, type WorkerOptions } from './bullmq/worker.ts';
export { ClusterError, type ClusterErrorCode } from './errors.ts';
export type { JobBlobs, JobFunction, PartialResult } from './jobs/job-function.ts';
export { type Fault, type FaultyOptions, type FaultyQueue, faulty } from './queue/faulty.ts';
export type { Job, JobOutcome, JobResult, Json } from './queue/job.ts';
export type { FailedJob, JobProgress, JobQueue, QueueStats, SubmitOptions, WorkerFacts } from './queue/job-queue.ts';
export { type LocalOptions, local } from './queue/local.ts';
export type { PatienceOptions } from './queue/settings.ts';
export type { BlobStore, Hash } from './store/blob-store.ts';
export { type FolderStoreOptions, folderStore } from './store/folder-store.ts';
export { memoryStore } from './store/memory-store.ts';
export { type DistributedRolloutOptions, distributedRollout } from './uses/distributed-rollout.ts';
export { type RemoteEnvsOptions, remoteEnvs } from './uses/remote-envs.ts';
export {
  type HalvingRule,
  type PopulationRule,
  type SettingChoice,
  type SweepOptions,
  type SweepPlan,
  type SweepResult,
  sweep,
  type Trial,
} from './uses/sweep.ts';

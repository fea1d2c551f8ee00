// Threads of Node and of browsers, and what a rollout consists of, for packages of this repository that have workers of their own.
export { type PlannedRollout, planRollout } from './rollout/plan.ts';
export {
  availableParallelism,
  canBlock,
  canShare,
  nodeProcess,
  nodeThreads,
} from './workers/platform.ts';
export {
  startThread,
  type Thread,
  type ThreadEvents,
  type WorkerFactory,
  type WorkerProgram,
} from './workers/thread.ts';

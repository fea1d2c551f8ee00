// Threads of Node and of browsers, for packages of this repository that have workers of their own.
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

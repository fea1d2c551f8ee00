import '@qpos/core/js';
import { workerText } from './workers/generated/js-worker.ts';
import { registerWorkerText } from './workers/programs.ts';

// Batches of models of the `js` back end. Its kernels are a program of their own for workers, which others need not load.
registerWorkerText('js', workerText);

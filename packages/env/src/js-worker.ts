import '@qpos/core/js';
import { serveWorker } from './workers/serve.ts';

// The program of a worker with the `js` back end.
serveWorker();

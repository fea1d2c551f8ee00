import { serveWorker } from './workers/serve.ts';

// The program of a worker. For pages whose content security policy does not allow workers made from text: a file of your own with
// `import '@qpos/env/worker'`, and `worker: () => new Worker(new URL('./that-file.js', import.meta.url), { type: 'module' })`.
serveWorker();

import type { WorkerFactory, WorkerProgram } from '@qpos/batch/threads';
import type { BackendName } from '@qpos/core';

/** Makes a worker of a browser that runs `@qpos/env/worker`, where the one that is made from text is not allowed. */
export type EnvWorkerFactory = WorkerFactory;

/** What workers on a back end run: the program as text, which is loaded here, or what a factory makes. */
export async function workerProgram(
  backend: BackendName,
  factory?: EnvWorkerFactory,
): Promise<WorkerProgram | WorkerFactory> {
  if (factory !== undefined) return factory;
  const { workerText: text } = await (backend === 'wasm'
    ? import('./generated/wasm-worker.ts')
    : import('./generated/js-worker.ts'));
  return { text, module: '@qpos/env/worker' };
}

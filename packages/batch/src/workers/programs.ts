import { type BackendName, engineModule } from '@qpos/core';
import type { EngineTicket } from '@qpos/core/threads';
import { BatchError } from '../errors.ts';
import { workerText as wasmText } from './generated/wasm-worker.ts';
import type { WorkerFactory, WorkerProgram } from './thread.ts';

const texts = new Map<BackendName, string>([['wasm', wasmText]]);

/** Makes the program of workers with a back end known. */
export function registerWorkerText(backend: BackendName, text: string): void {
  texts.set(backend, text);
}

/** Whether there is a program for workers with this back end. */
export const hasWorkerText = (backend: BackendName): boolean => texts.has(backend);

/** The program of workers with this back end, unless a factory makes them. */
export function workerProgram(backend: BackendName, factory?: WorkerFactory): WorkerProgram | WorkerFactory {
  if (factory !== undefined) return factory;
  const text = texts.get(backend);
  if (text === undefined)
    throw new BatchError('no-worker', `there is no program for workers with the ${backend} back end`, {
      hint: "import '@qpos/batch/js', or pass workers: 0",
    });
  return { text, module: '@qpos/batch/worker' };
}

/** How a worker starts its engine: on which back end, and with the module that was compiled here or on the memory of this thread. */
export interface EngineStart {
  readonly backend: BackendName;
  readonly module?: object | undefined;
  readonly ticket?: EngineTicket | undefined;
}

export const engineStart = (backend: BackendName): EngineStart => ({
  backend,
  module: backend === 'wasm' ? engineModule() : undefined,
});

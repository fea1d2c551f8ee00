import { ArgumentError, type Model } from '@qpos/core';
import type { BatchOptions } from './batch.ts';
import { availableParallelism } from './workers/platform.ts';
import { hasWorkerText } from './workers/programs.ts';

/** Refuses settings that are no object. */
export function checkSettings(name: string, settings: object): void {
  if (typeof settings !== 'object' || settings === null)
    throw new ArgumentError(`${name} must be an object, not ${String(settings)}`);
}

/** Refuses what is not a whole number of at least `least`. */
export function checkCount(name: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least || value >= 2 ** 31)
    throw new ArgumentError(`${name} must be a whole number of at least ${least}, not ${value}`);
  return value;
}

/** How many workers to start: never more than environments. */
export function countWorkers(
  model: Model,
  { workers = 'auto', n, worker, reward }: Pick<BatchOptions, 'workers' | 'n' | 'worker' | 'reward'>,
): number {
  if (workers !== 'auto') return Math.min(checkCount('workers', workers, 0), n);
  const isObject = typeof reward === 'object' && !(reward instanceof URL);
  const local = isObject || hasClosures(model) || (worker === undefined && !hasWorkerText(model.backendName));
  return local ? 0 : Math.min(availableParallelism(), n);
}

const hasClosures = ({ callbacks, plugins }: Model): boolean => Object.keys(callbacks).length > 0 || plugins.length > 0;

/** Refuses what cannot be sent to workers. */
export function checkSendable(model: Model, module: BatchOptions['reward']): void {
  if (typeof module === 'object' && !(module instanceof URL))
    throw new ArgumentError(
      'functions cannot be sent to workers',
      'unsupported',
      'pass the address of a module, or workers: 0',
    );
  if (hasClosures(model) && module === undefined)
    throw new ArgumentError(
      'the model has callbacks or plugins, which cannot be sent to workers',
      'unsupported',
      'export them from a module whose address you pass, or pass workers: 0',
    );
}

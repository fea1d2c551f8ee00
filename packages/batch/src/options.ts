import { ArgumentError, type Model, nameToId } from '@qpos/core';
import { hasRoomFor } from '@qpos/core/threads';
import type { BatchOptions } from './batch.ts';
import type { Assignment } from './share/environments.ts';
import { checkCount, countWorkers } from './start.ts';
import { canShare } from './workers/platform.ts';

/** The options of a batch, checked and complete. */
export interface CheckedOptions {
  readonly n: number;
  readonly workers: number;
  /** Whether the engines of all threads work on one memory. */
  readonly oneMemory: boolean;
  readonly assignment: Omit<Assignment, 'first' | 'end'>;
}

/** Refuses what a batch cannot be made from. */
export function checkOptions(model: Model, options: BatchOptions): CheckedOptions {
  if (model?.backendName === undefined) throw new ArgumentError('a Model is needed');
  const { n, strict = false, autoreset = 'failed', keyframe, maxSteps = 0, seed = 0, memory = 'auto' } = options ?? {};
  checkCount('n', n, 1);
  checkName('device', options.device ?? 'cpu', ['cpu', 'auto']);
  checkName('autoreset', autoreset, ['failed', 'done', 'never']);
  checkName('memory', memory, ['auto', 'shared', 'separate']);
  const workers = countWorkers(model, options);
  return {
    n,
    workers,
    oneMemory: workers > 0 && sharesMemory(model, n, memory),
    assignment: {
      strict,
      autoreset,
      keyframe: keyframeIndex(model, keyframe),
      maxSteps: checkCount('maxSteps', maxSteps, 0),
      seed: checkCount('seed', seed, 0),
      replaceable: workers > 0,
    },
  };
}

export function checkName(option: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const all = `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`;
  throw new ArgumentError(`${option} is ${all}, not '${name}'`, 'unknown-name');
}

/** Whether workers with `n` Data use the memory of this thread: where that can be, unless there would be too little of it. */
export function sharesMemory(model: Model, n: number, memory: NonNullable<BatchOptions['memory']>): boolean {
  if (memory === 'separate') return false;
  const possible = canShare() && model.backendName === 'wasm';
  if (memory === 'auto') return possible && hasRoomFor(model, n);
  if (possible) return true;
  throw new ArgumentError(
    'workers cannot share the memory of this thread',
    'unsupported',
    "it takes the wasm back end and, on a page, cross-origin isolation: memory: 'auto' takes what there is",
  );
}

function keyframeIndex(model: Model, keyframe: string | number | undefined): number {
  if (keyframe === undefined) return -1;
  const index = typeof keyframe === 'number' ? keyframe : nameToId(model, 'key', keyframe);
  if (!Number.isInteger(index) || index < 0 || index >= model.nkey)
    throw new ArgumentError(`the model has no keyframe '${keyframe}'`, 'unknown-name');
  return index;
}

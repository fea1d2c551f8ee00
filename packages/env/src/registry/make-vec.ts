import { gpuRefusal } from '@qpos/batch';
import { availableParallelism } from '@qpos/batch/threads';
import type { BackendName } from '@qpos/core';
import { backendName } from '@qpos/core';
import type { Env } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import { GpuVectorEnv } from '../vector/gpu-vector-env.ts';
import { ParallelVectorEnv } from '../vector/parallel-vector-env.ts';
import { SyncVectorEnv } from '../vector/sync-vector-env.ts';
import { type AutoresetMode, checkAutoreset, type MadeVectorEnv } from '../vector/vector-env.ts';
import type { EnvWorkerFactory } from '../workers/program.ts';
import { environmentMaker, isBuiltin, type MakeOptions } from './registry.ts';

/** How environments are made side by side. Everything else is an option of the task. */
export interface MakeVecOptions extends MakeOptions {
  /** How many environments. */
  readonly n: number;
  /**
   * How many workers run them: 0, the default, means this thread; `auto` one for each processor. The results are the same.
   */
  readonly workers?: number | 'auto';
  /**
   * Where the physics runs: on the processor, on a GPU (`@qpos/webgpu` has to be imported), or there if it can (`auto`; `gpuRefusal` of `@qpos/batch`
   * tells why it cannot). A GPU computes in single precision, and only `stepAsync` takes steps there.
   */
  readonly device?: 'cpu' | 'gpu' | 'auto';
  /** When a finished environment starts over; `next-step` by default, as in Gymnasium. */
  readonly autoreset?: AutoresetMode;
  /** The address of a module that registers the task, which workers import; tasks of the package need none. */
  readonly module?: string | URL;
  /** Makes a worker that runs `@qpos/env/worker`, for pages whose content security policy does not allow workers made from text. */
  readonly worker?: EnvWorkerFactory;
  /** Wraps each environment; in this thread only. */
  readonly wrap?: (env: Env, index: number) => Env;
}

/** Whether a value arrives in a worker as it is. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol';
  if (ArrayBuffer.isView(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (Array.isArray(value) || prototype === Object.prototype) && Object.values(value).every(isPlain);
}

/** Why environments cannot be made in workers; undefined if they can. */
function obstacle(id: string, { wrap, module, n: _, worker, ...task }: MakeVecOptions): [string, string] | undefined {
  if (wrap !== undefined)
    return [
      'functions such as wrap cannot be sent to workers',
      'register the task with wrap in a module, or leave out workers',
    ];
  if (!isBuiltin(id) && module === undefined && worker === undefined)
    return [
      `workers do not know the task '${id}', which was registered in this thread`,
      "pass the address of a module that registers it: module: new URL('./my-task.js', import.meta.url)",
    ];
  const odd = Object.entries(task).find(([, value]) => !isPlain(value));
  if (odd !== undefined)
    return [`the option '${odd[0]}' cannot be sent to workers`, 'leave it out, or leave out workers'];
  return undefined;
}

function countWorkers(id: string, options: MakeVecOptions): number {
  const { workers = 0, n } = options;
  if (workers === 'auto') return obstacle(id, options) === undefined ? Math.min(availableParallelism(), n) : 0;
  if (!Number.isSafeInteger(workers) || workers < 0)
    throw new EnvError('bad-argument', `${String(workers)} is no number of workers`, {
      hint: "a whole number, or 'auto'",
    });
  const reason = workers === 0 ? undefined : obstacle(id, options);
  if (reason !== undefined) throw new EnvError('unsupported', reason[0], { hint: reason[1] });
  return Math.min(workers, n);
}

const DEVICES: readonly unknown[] = ['cpu', 'gpu', 'auto'];

function checkDevice(device: unknown): void {
  if (!DEVICES.includes(device))
    throw new EnvError('bad-argument', `'${String(device)}' is no device`, { hint: `one of ${DEVICES.join(', ')}` });
}

/** The back end that the models of an environment use. */
const backendOf = (env: Env): BackendName =>
  (env.unwrapped as { model?: { backendName?: BackendName } }).model?.backendName ?? backendName();

/**
 * Makes environments of a registered task side by side, in this thread or in workers.
 *
 * @param id The id of the task.
 * @param options How many, in how many workers, when they start over, and options of the task.
 * @returns The environments.
 * @example
 * const vec = await makeVec('HalfCheetah-v5', { n: 4, autoreset: 'next-step' });
 * vec.reset({ seed: 1 });
 * const { obs, rewards } = vec.step(new Float64Array(4 * 6));
 * console.log(obs.length, rewards.length); // 68 4
 */
export async function makeVec(id: string, options: MakeVecOptions): Promise<MadeVectorEnv> {
  const { n, workers: _, device = 'cpu', autoreset = 'next-step', wrap, module, worker, ...rest } = options ?? {};
  if (!Number.isSafeInteger(n) || n < 1)
    throw new EnvError('bad-argument', `makeVec cannot make ${String(n)} environments`, {
      hint: 'makeVec(id, { n: 8 })',
    });
  checkAutoreset(autoreset);
  const makeOne = environmentMaker(id, rest);
  checkDevice(device);
  const makeAll = (): SyncVectorEnv =>
    new SyncVectorEnv(
      Array.from({ length: n }, (_, k) => {
        const env = makeOne();
        return wrap?.(env, k) ?? env;
      }),
      autoreset,
    );
  if (device !== 'cpu') {
    const onGpu = await GpuVectorEnv.create(makeAll());
    if (onGpu !== undefined) return onGpu;
    if (device === 'gpu')
      throw new EnvError('unsupported', gpuRefusal() ?? 'no GPU', { hint: "device: 'auto' goes on without" });
  }
  const count = countWorkers(id, options);
  if (count === 0) return makeAll();
  const example = makeOne();
  return ParallelVectorEnv.create(example, {
    n,
    workers: count,
    task: { id, options: rest, autoreset, module: module === undefined ? undefined : String(module) },
    backend: backendOf(example),
    ...(worker !== undefined && { worker }),
  });
}

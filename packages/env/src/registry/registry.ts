import type { Env, Renderer } from '../env/env.ts';
import type { Task } from '../env/task.ts';
import { checkTask, TaskEnv } from '../env/task-env.ts';
import { checkSettings, EnvError, suggest } from '../errors.ts';
import { SyncVectorEnv } from '../vector/sync-vector-env.ts';
import { TimeLimit } from '../wrappers/time-limit.ts';
import { builtinTasks } from './builtin.ts';
import { type LocalMaker, offerLocalMaker } from './local-maker.ts';
import { mergeOptions, type TaskOptions } from './options.ts';

/** What a task is registered with. */
export interface TaskSettings {
  /** One sentence about it. */
  readonly description?: string;
  /** Steps after which an episode is truncated; none by default. */
  readonly maxEpisodeSteps?: number;
  /** The return at which the task counts as solved. */
  readonly rewardThreshold?: number;
  /** Its options with their defaults. Others are refused then; without it a task that is a function gets whatever is given. */
  readonly options?: TaskOptions;
  /** Wraps each environment of the task, below the time limit. */
  readonly wrap?: (env: Env, options: TaskOptions) => Env;
}

/** A registered task. */
export interface RegisteredTask extends Omit<TaskSettings, 'wrap'> {
  /** Its id, such as `Hopper-v5`. */
  readonly id: string;
}

/** How an environment is made. Everything else is an option of the task. */
export interface MakeOptions {
  /** Steps after which an episode is truncated, in place of the task's own; 0 for none. */
  readonly maxEpisodeSteps?: number;
  /** Draws pictures for `render`. */
  readonly renderer?: Renderer;
  /** An option of the task. */
  readonly [option: string]: unknown;
}

type TaskFactory = (options: never) => Task;

interface Entry extends RegisteredTask {
  readonly task: Task | TaskFactory;
  readonly wrap?: (env: Env, options: never) => Env;
}

const ID = /^(?:[\w:.-]+\/)?[\w:.-]+-v\d+$/;
const entries = new Map<string, Entry>(builtinTasks.map((entry) => [entry.id, entry]));

/**
 * Registers a task, so that `make` and `makeVec` find it by its id.
 *
 * @param id A name and a version: `MyTask-v0`, or `me/MyTask-v0`.
 * @param task The task, or a function of its options that makes one for each environment.
 * @param settings Time limit, options and description.
 * @example
 * register('Pendulum-v0', {
 *   model: () => loadModel('<mujoco><worldbody><body><joint name="a"/><geom size=".1" pos="1 0 0"/></body></worldbody><actuator><motor joint="a"/></actuator></mujoco>'),
 *   reset: (ctx, rng) => void (ctx.data.qpos[0] = rng.uniform(-3, 3)),
 *   observe: (ctx, out) => out.set([...ctx.data.qpos, ...ctx.data.qvel]),
 *   evaluate: (ctx) => void (ctx.reward = Math.cos(ctx.data.qpos[0] ?? 0)),
 * });
 * console.log((await make('Pendulum-v0')).reset({ seed: 1 }).obs);
 */
export function register<Options extends TaskOptions>(
  id: string,
  task: Task | ((options: Options) => Task),
  settings: TaskSettings = {},
): void {
  if (typeof id !== 'string' || !ID.test(id))
    throw new EnvError('bad-argument', `'${String(id)}' is no id of a task`, { hint: "ids look like 'MyTask-v0'" });
  if (typeof task !== 'function') checkTask(task, id);
  checkSettings('settings', settings);
  entries.set(id, { ...settings, id, task });
  offerLocalMaker(makeLocal); // should this be a worker: the task is registered in this copy of the package
}

/**
 * All tasks that can be made, in alphabetical order.
 *
 * @returns Ids, limits, options.
 * @example
 * console.log(registeredTasks().map(({ id }) => id)); // Ant-v5 HalfCheetah-v5 ...
 */
export function registeredTasks(): RegisteredTask[] {
  return [...entries.values()]
    .map(({ task: _, wrap: __, ...facts }) => facts)
    .toSorted((a, b) => (a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1));
}

function findEntry(id: string): Entry {
  const entry = entries.get(id);
  if (entry !== undefined) return entry;
  const name = String(id).replace(/-v\d+$/, '');
  const versions = [...entries.keys()].filter((known) => known.replace(/-v\d+$/, '') === name);
  const hint = versions.length > 0 ? `there is ${versions.join(', ')}` : suggest(String(id), [...entries.keys()]);
  throw new EnvError('unknown-task', `there is no task '${String(id)}'`, { hint });
}

function makeTask({ id, task, options }: Entry, given: TaskOptions): { task: Task; options: TaskOptions } {
  if (options !== undefined || typeof task !== 'function') {
    const merged = mergeOptions(id, options ?? {}, given);
    return { task: typeof task === 'function' ? task(merged as never) : task, options: merged };
  }
  return { task: task(given as never), options: given };
}

/** Whether a task comes with the package, so that every worker knows it. */
export const isBuiltin = (id: string): boolean => builtinTasks.some((task) => task === entries.get(id));

/** Makes environments of one entry; those after the first use its model. */
export function environmentMaker(id: string, options: MakeOptions): () => Env {
  checkSettings('options', options);
  const entry = findEntry(id);
  const { maxEpisodeSteps = entry.maxEpisodeSteps ?? 0, renderer, ...given } = options;
  let first: TaskEnv | undefined;
  return () => {
    const { task, options: merged } = makeTask(entry, given);
    const inner = new TaskEnv(task, {
      id,
      ...(renderer !== undefined && { renderer }),
      ...(first !== undefined && { model: first.model }),
    });
    first ??= inner;
    const env = entry.wrap?.(inner, merged as never) ?? inner;
    return maxEpisodeSteps === 0 ? env : new TimeLimit(env, maxEpisodeSteps);
  };
}

/**
 * Makes an environment of a registered task.
 *
 * @param id The id of the task.
 * @param options Options of the task, under Gymnasium's names; a time limit and a renderer.
 * @returns The environment.
 * @example
 * const env = await make('Hopper-v5', { reset_noise_scale: 0 });
 * let { obs } = env.reset({ seed: 1 });
 * for (let k = 0; k < 10; k++) {
 *   const result = env.step(env.actionSpace.sample() as Float32Array);
 *   obs = result.obs;
 *   if (result.terminated || result.truncated) env.reset();
 * }
 * console.log(obs);
 */
export async function make(id: string, options: MakeOptions = {}): Promise<Env> {
  return environmentMaker(id, options)();
}

/** Environments side by side in this thread. */
export const makeLocal: LocalMaker = (id, options, n, autoreset) => {
  const makeOne = environmentMaker(id, options);
  return new SyncVectorEnv(Array.from({ length: n }, makeOne), autoreset);
};

import type { Env, Renderer } from '../env/env.ts';
import type { Task } from '../env/task.ts';
import { checkTask, TaskEnv } from '../env/task-env.ts';
import { checkSettings, EnvError, suggest } from '../errors.ts';
import { SyncVectorEnv } from '../vector/sync-vector-env.ts';
import { type AutoresetMode, checkAutoreset, type MadeVectorEnv } from '../vector/vector-env.ts';
import { TimeLimit } from '../wrappers/time-limit.ts';
import { builtinTasks } from './builtin.ts';
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

/** How environments are made side by side. Everything else is an option of the task. */
export interface MakeVecOptions extends MakeOptions {
  /** How many environments. */
  readonly n: number;
  /** How many workers run them: 0, the default, means this thread. */
  readonly workers?: number;
  /** When a finished environment starts over; `next-step` by default, as in Gymnasium. */
  readonly autoreset?: AutoresetMode;
  /** Wraps each environment. */
  readonly wrap?: (env: Env, index: number) => Env;
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

/** Makes environments of one entry; those after the first use its model. */
function environmentMaker(id: string, options: MakeOptions): () => Env {
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

/**
 * Makes environments of a registered task side by side.
 *
 * @param id The id of the task.
 * @param options How many, when they start over, and options of the task.
 * @returns The environments.
 * @example
 * const vec = await makeVec('HalfCheetah-v5', { n: 4, autoreset: 'next-step' });
 * vec.reset({ seed: 1 });
 * const { obs, rewards } = vec.step(new Float64Array(4 * 6));
 * console.log(obs.length, rewards.length); // 68 4
 */
export async function makeVec(id: string, options: MakeVecOptions): Promise<MadeVectorEnv> {
  const { n, workers = 0, autoreset = 'next-step', wrap, ...rest } = options ?? {};
  if (!Number.isSafeInteger(n) || n < 1)
    throw new EnvError('bad-argument', `makeVec cannot make ${String(n)} environments`, {
      hint: 'makeVec(id, { n: 8 })',
    });
  if (!Number.isSafeInteger(workers) || workers < 0)
    throw new EnvError('bad-argument', `${String(workers)} is no number of workers`);
  if (workers > 0)
    throw new EnvError('unsupported', 'vector environments on workers are not available yet', {
      hint: 'leave out workers: all environments then run in this thread, with the same results',
    });
  checkAutoreset(autoreset);
  const makeOne = environmentMaker(id, rest);
  return new SyncVectorEnv(
    Array.from({ length: n }, (_, k) => {
      const env = makeOne();
      return wrap?.(env, k) ?? env;
    }),
    autoreset,
  );
}

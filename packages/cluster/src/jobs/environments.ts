import { type MadeVectorEnv, makeVec } from '@qpos/env';
import { ClusterError } from '../errors.ts';
import type { Json } from '../queue/job.ts';

/** A task and its options, as jobs name it. */
export interface TaskArgs {
  readonly task: string;
  readonly options: Readonly<Record<string, Json>>;
}

/** Options of `makeVec` that are not of the task: a job must not say what a worker imports, nor start threads there. */
const NOT_OF_THE_TASK = ['autoreset', 'module', 'worker', 'workers', 'wrap'];

/** Refuses options that jobs cannot have. */
export function checkTaskOptions(options: Readonly<Record<string, unknown>>): void {
  const wrong = NOT_OF_THE_TASK.find((name) => Object.hasOwn(options, name));
  if (wrong !== undefined)
    throw new ClusterError('bad-argument', `the option '${wrong}' cannot be sent to other machines`, {
      hint: 'tasks of your own are registered by a module that workers are given: qpos worker --jobs my-tasks.js',
    });
}

const MOST = 8;

/** Environments that no job uses now, those that were used last at the end. */
const idle: { readonly name: string; readonly env: MadeVectorEnv }[] = [];

/** Lends environments of a task to one job, and keeps them for the next. */
export async function withEnvironments<T>(
  { task, options }: TaskArgs,
  n: number,
  use: (env: MadeVectorEnv) => Promise<T>,
): Promise<T> {
  checkTaskOptions(options);
  const name = JSON.stringify([task, options, n]);
  const at = idle.findLastIndex((one) => one.name === name);
  const [found] = at < 0 ? [] : idle.splice(at, 1);
  const env = found?.env ?? (await makeVec(task, { ...options, n, autoreset: 'same-step' }));
  try {
    return await use(env);
  } finally {
    idle.push({ name, env });
    if (idle.length > MOST) await idle.shift()?.env.close();
  }
}

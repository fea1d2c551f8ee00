import type { VectorEnv } from '@qpos/env';
import { checkVectorEnv } from '../training/arguments.ts';
import { PRIVILEGED } from '../training/collector.ts';

/**
 * How many numbers a task tells critics alone. The environments begin new episodes.
 *
 * @param env Environments of the task.
 * @returns How many numbers, 0 for most tasks.
 * @example
 * const vec = await makeVec('Hopper-v5', { n: 1 });
 * console.log(privilegedSize(vec)); // 0
 */
export function privilegedSize(env: VectorEnv): number {
  checkVectorEnv(env);
  const { info } = env.reset({ seed: 0 });
  return (info[PRIVILEGED]?.length ?? 0) / env.n;
}

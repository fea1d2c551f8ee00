import type { Env } from '../env/env.ts';
import type { Task } from '../env/task.ts';
import type { TaskOptions } from './options.ts';

/** A task that comes with the package. */
export interface BuiltinTask {
  readonly id: string;
  readonly description: string;
  readonly task: (options: never) => Task;
  readonly options: TaskOptions;
  readonly maxEpisodeSteps: number;
  readonly rewardThreshold?: number;
  readonly wrap?: (env: Env, options: never) => Env;
}

import { controlTasks } from '../control/index.ts';
import { gymnasiumTasks } from '../gymnasium/index.ts';
import { robotTasks } from '../robots/index.ts';
import type { BuiltinTask } from './builtin-task.ts';

/** Every task that comes with the package. */
export const builtinTasks: readonly BuiltinTask[] = [...gymnasiumTasks, ...controlTasks, ...robotTasks];

import { gymnasiumTasks } from '../gymnasium/index.ts';
import type { BuiltinTask } from './builtin-task.ts';

/** Every task that comes with the package. */
export const builtinTasks: readonly BuiltinTask[] = [...gymnasiumTasks];

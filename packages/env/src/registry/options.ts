import { EnvError, suggest } from '../errors.ts';

/** Settings of a task by name. */
export type TaskOptions = Readonly<Record<string, unknown>>;

const describe = (value: unknown): string => {
  if (Array.isArray(value)) return `an array of ${value.length} numbers`;
  return value === null || value === undefined ? String(value) : `a ${typeof value}`;
};

const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);

/** Whether a value is of the same kind as the default; one that is undefined by default takes anything. */
function fits(value: unknown, byDefault: unknown): boolean {
  if (byDefault === undefined) return true;
  if (Array.isArray(byDefault))
    return Array.isArray(value) && value.length === byDefault.length && value.every(isNumber);
  return typeof value === typeof byDefault && !Number.isNaN(value);
}

/** The defaults with what was given in their place; names and kinds must be those of the defaults. */
export function mergeOptions<T extends object>(id: string, defaults: T, given: TaskOptions): T {
  const known = defaults as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(known, name))
      throw new EnvError('bad-option', `${id} has no option '${name}'`, { hint: suggest(name, Object.keys(known)) });
    if (!fits(value, known[name]))
      throw new EnvError('bad-option', `option '${name}' of ${id} is ${describe(known[name])}, not ${describe(value)}`);
    if (name === 'frame_skip' && (!Number.isSafeInteger(value) || (value as number) < 1))
      throw new EnvError('bad-option', `frame_skip of ${id} is a whole number from 1 on, not ${String(value)}`);
    if (Array.isArray(value) && value.length === 2 && value[0] > value[1])
      throw new EnvError('bad-option', `option '${name}' of ${id} is a range, and ${value[0]} is above ${value[1]}`);
  }
  return { ...defaults, ...given };
}

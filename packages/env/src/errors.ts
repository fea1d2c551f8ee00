import { QposError } from '@qpos/core/errors';

/**
 * What an environment cannot take:
 *
 * - `unknown-task`: no task is registered under this id;
 * - `bad-option`: an option that the task does not have, or a value that it cannot take;
 * - `bad-task`: a task without a function that it needs, or one that breaks its own spaces;
 * - `bad-space`: bounds, sizes or types that make no space;
 * - `bad-action`: of the wrong length, not numbers, or outside a discrete space;
 * - `bad-argument`: a seed, mask, index or setting that makes no sense;
 * - `not-reset`: `step` before the first `reset`, or after the end of an episode where nothing resets by itself;
 * - `closed`: the environment was closed;
 * - `saved-state`: bytes that are no saved environment, or one of another task, size or wrapping;
 * - `busy`: an asynchronous call is still running;
 * - `cannot-block`: a page's main thread must not wait for workers;
 * - `worker`: a worker cannot be started, or ended again and again;
 * - `unsupported`: valid, but not available here.
 */
export type EnvErrorCode =
  | 'unknown-task'
  | 'bad-option'
  | 'bad-task'
  | 'bad-space'
  | 'bad-action'
  | 'bad-argument'
  | 'not-reset'
  | 'closed'
  | 'saved-state'
  | 'busy'
  | 'cannot-block'
  | 'worker'
  | 'unsupported';

/**
 * An environment, space or wrapper was given something that it cannot take.
 *
 * @example
 * try {
 *   await make('Hoper-v5');
 * } catch (error) {
 *   if (error instanceof EnvError) console.log(error.code, error.hint); // unknown-task did you mean 'Hopper-v5'?
 * }
 */
export class EnvError extends QposError<EnvErrorCode> {
  static override readonly name: string = 'EnvError';
}

/** Refuses settings that are no object. */
export function checkSettings(name: string, settings: object): void {
  if (typeof settings !== 'object' || settings === null)
    throw new EnvError('bad-argument', `${name} must be an object, not ${String(settings)}`);
}

/** The number of single edits that turn one word into the other, letters of either case alike. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1]?.toLowerCase() === b[j - 1]?.toLowerCase() ? 0 : 1;
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** A hint for a word that is none of those known: the nearest one, if it is near, or all of them. */
export function suggest(word: string, known: readonly string[]): string {
  const [nearest] = known.map((name) => ({ name, edits: distance(word, name) })).toSorted((a, b) => a.edits - b.edits);
  const longer = known.find((name) => word.length > 2 && name.toLowerCase().startsWith(word.toLowerCase()));
  if (nearest !== undefined && nearest.edits <= Math.max(2, word.length / 3)) return `did you mean '${nearest.name}'?`;
  if (longer !== undefined) return `did you mean '${longer}'?`;
  return known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
}

import type { Env } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import { Box, isNumeric } from '../spaces/box.ts';

/** How episodes begin, checked. */
export interface EpisodeStart {
  /** One for each environment, or nothing for random numbers that go on. */
  readonly seeds: readonly (number | null | undefined)[];
  /** Which environments; all if there is none. */
  readonly mask: ArrayLike<number> | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The spaces of n environments. */
export interface VectorSpaces {
  readonly singleObservation: Box;
  readonly singleAction: Box;
  readonly observation: Box;
  readonly action: Box;
}

function boxOf(env: Env, kind: 'observationSpace' | 'actionSpace'): Box {
  const space = env[kind];
  if (space instanceof Box) return space;
  throw new EnvError('unsupported', `vector environments need a Box, not ${String(space)}`);
}

/** The space of n elements of a space. */
function repeat(box: Box, n: number): Box {
  const tile = (bound: ArrayLike<number>): Float64Array =>
    Float64Array.from({ length: n * box.size }, (_, k) => bound[k % box.size] as number);
  return new Box(tile(box.low), tile(box.high), [n, ...box.shape], box.dtype);
}

/** The spaces of n environments like this one. */
export function spacesOf(env: Env, n: number): VectorSpaces {
  const singleObservation = boxOf(env, 'observationSpace');
  const singleAction = boxOf(env, 'actionSpace');
  return {
    singleObservation,
    singleAction,
    observation: repeat(singleObservation, n),
    action: repeat(singleAction, n),
  };
}

/** Refuses actions that do not fit, before any environment takes a step. */
export function checkActions(actions: ArrayLike<number>, n: number, size: number): void {
  if (!isNumeric(actions) || actions.length !== n * size)
    throw new EnvError('bad-action', `${n} environments take ${n * size} numbers, not ${actions?.length}`, {
      hint: `the action space is ${n} x ${size}, row by row`,
    });
  for (let k = 0; k < actions.length; k++)
    if (Number.isNaN(actions[k] as number)) throw new EnvError('bad-action', `actions[${k}] is NaN`);
}

/** Refuses masks that do not fit. */
export function checkMask(mask: ArrayLike<number> | undefined, n: number, isReset: boolean): void {
  if (mask === undefined) return;
  if (mask.length !== n)
    throw new EnvError('bad-argument', `reset_mask has ${mask.length} entries for ${n} environments`);
  if (!Array.from(mask).some(Boolean)) throw new EnvError('bad-argument', 'reset_mask selects no environment');
  if (!isReset)
    throw new EnvError('not-reset', 'the first reset is of all environments', { hint: 'leave out reset_mask' });
}

/** Refuses a step where an episode is over and nothing resets by itself. */
export function checkRunning(isOver: Uint8Array): void {
  const over = isOver.indexOf(1);
  if (over >= 0)
    throw new EnvError('not-reset', `the episode of environment ${over} is over`, {
      hint: 'reset it: vec.reset({ options: { reset_mask } })',
    });
}

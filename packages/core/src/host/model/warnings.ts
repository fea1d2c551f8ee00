import { CallbackError, type CallbackStage } from '../callbacks/callback-error.ts';
import { checked } from '../checks/switch.ts';
import { QposError } from '../errors/qpos-error.ts';
import { logWarning } from '../log/log.ts';
import type { Data } from './data.ts';
import { Warning } from './enums.ts';

/** The part of a step that raises each warning (`Warning`), and what a strict step calls it. */
export const warnings = {
  [Warning.INERTIA]: { stage: 'acceleration', code: 'singular-inertia' },
  [Warning.CONTACTFULL]: { stage: 'position', code: 'out-of-memory' },
  [Warning.CNSTRFULL]: { stage: 'position', code: 'out-of-memory' },
  [Warning.BADQPOS]: { stage: 'position', code: 'bad-position' },
  [Warning.BADQVEL]: { stage: 'velocity', code: 'bad-velocity' },
  [Warning.BADQACC]: { stage: 'acceleration', code: 'bad-acceleration' },
  [Warning.BADCTRL]: { stage: 'actuation', code: 'bad-control' },
} as const satisfies Readonly<Record<number, { stage: CallbackStage; code: string }>>;

/** A warning by its number. */
export const warningOf = (kind: number): (typeof warnings)[keyof typeof warnings] =>
  warnings[kind as keyof typeof warnings];

/** Counts a warning (`Warning`), remembers what it was about and tells the user's handlers. */
export function reportWarning(data: Data, kind: number, info: number): void {
  const { number, lastinfo } = data.warning;
  number[kind] = (number[kind] ?? 0) + 1;
  lastinfo[kind] = info;
  data.watch?.(kind, info);
  logWarning(kind, info);
  try {
    if (data.onWarning === undefined) return;
    data.onWarning(kind, info);
    checked.check?.('fwdPosition', data.model, data);
  } catch (cause) {
    if (cause instanceof QposError) throw cause; // as a strict step does
    throw new CallbackError('onWarning', warningOf(kind).stage, cause);
  }
}

/**
 * Has a function told of the warnings of a Data. Unlike `onWarning` it must not throw: then a step has nothing to take back, and costs no more
 * than without it.
 *
 * @param data The Data.
 * @param watch Called with the kind of each warning (`enums.Warning`) and the index of what it is about.
 * @example
 * watchWarnings(data, (kind) => counts[kind]++);
 */
export function watchWarnings(data: Data, watch: (kind: number, info: number) => void): void {
  data.watch = watch;
}

import { CallbackError, type CallbackStage } from '../callbacks/callback-error.ts';
import { checked } from '../checks/switch.ts';
import { QposError } from '../errors/qpos-error.ts';
import type { Data } from './data.ts';
import { Warning } from './enums.ts';

/** The part of a step that raises each warning (`Warning`). */
export const warningStage: Readonly<Record<number, CallbackStage>> = {
  [Warning.INERTIA]: 'acceleration',
  [Warning.CONTACTFULL]: 'position',
  [Warning.CNSTRFULL]: 'position',
  [Warning.BADQPOS]: 'position',
  [Warning.BADQVEL]: 'velocity',
  [Warning.BADQACC]: 'acceleration',
  [Warning.BADCTRL]: 'actuation',
};

/** Counts a warning (`Warning`), remembers what it was about and tells the user's handler. */
export function reportWarning(data: Data, kind: number, info: number): void {
  const { number, lastinfo } = data.warning;
  number[kind] = (number[kind] ?? 0) + 1;
  lastinfo[kind] = info;
  try {
    if (data.onWarning === undefined) return;
    data.onWarning(kind, info);
    checked.check?.('fwdPosition', data.model, data);
  } catch (cause) {
    if (cause instanceof QposError) throw cause; // as a strict step does
    throw new CallbackError('onWarning', warningStage[kind] ?? 'position', cause);
  }
}

import { EnvironmentError, type EnvironmentErrorCode } from '@qpos/batch';
import { enums } from '@qpos/core';
import type { Place, Places } from './program/addresses.ts';

const { Warning } = enums;

/** What each warning says; the first of an environment is reported. */
const meanings: readonly (readonly [warning: number, code: EnvironmentErrorCode, stage: string, message: string])[] = [
  [Warning.BADQPOS, 'bad-position', 'position', 'qpos is NaN or too large'],
  [Warning.BADQVEL, 'bad-velocity', 'velocity', 'qvel is NaN or too large'],
  [Warning.BADQACC, 'bad-acceleration', 'acceleration', 'qacc is NaN or too large'],
  [Warning.CONTACTFULL, 'out-of-memory', 'position', 'there is no room for all contacts: give a larger nconmax'],
  [Warning.CNSTRFULL, 'out-of-memory', 'position', 'there is no room for all constraint rows: give a larger njmax'],
];

/** How often environment `e` had a warning. */
const countOf = (rows: Int32Array, e: number, width: number, places: Places, warning: number): number =>
  rows[e * width + (places.get('warning_number') as Place).address + warning] as number;

/** What went wrong in each environment, in rows of `width` words. */
export function environmentErrors(
  rows: Int32Array,
  n: number,
  width: number,
  places: Places,
): readonly (EnvironmentError | undefined)[] {
  const info = (places.get('warning_lastinfo') as Place).address;
  const time = (places.get('time') as Place).address;
  const floats = new Float32Array(rows.buffer, rows.byteOffset, rows.length);
  return Array.from({ length: n }, (_, e) => {
    const found = meanings.find(([warning]) => countOf(rows, e, width, places, warning) > 0);
    if (found === undefined) return undefined;
    const [warning, code, stage, message] = found;
    const index = rows[e * width + info + warning];
    return new EnvironmentError(e, {
      code,
      stage,
      index,
      message: `${message} (${index})`,
      time: floats[e * width + time] as number,
    });
  });
}

/** 1 where contacts or rows were dropped. */
export const overflows = (rows: Int32Array, n: number, width: number, places: Places): Uint8Array =>
  Uint8Array.from({ length: n }, (_, e) =>
    countOf(rows, e, width, places, Warning.CONTACTFULL) + countOf(rows, e, width, places, Warning.CNSTRFULL) > 0
      ? 1
      : 0,
  );

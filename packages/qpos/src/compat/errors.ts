import { QposError } from '@qpos/core';

/**
 * Why a call was refused:
 *
 * - `argument`: its arguments are not what the function takes;
 * - `mujoco`: the engine refuses what was asked for;
 * - `unavailable`: the name exists in the official package and cannot exist here; the hint says what to use.
 */
export type MujocoErrorCode = 'argument' | 'mujoco' | 'unavailable';

/**
 * An error of `qpos/compat`, with the text of the official package where there is one.
 *
 * @example
 * const mujoco = await loadMujoco();
 * try {
 *   mujoco.mju_add(new Float64Array(2), [1], [1, 2]);
 * } catch (error) {
 *   if (error instanceof MujocoError) console.log(error.message); // MuJoCo Error: [mju_add] res and vec1 must have equal size, got 2 and 1
 * }
 */
export class MujocoError extends QposError<MujocoErrorCode> {
  static override readonly name: string = 'MujocoError';
}

/** Refuses arguments of a function, in the words of the official package. */
export function refuse(name: string, text: string): never {
  throw new MujocoError('argument', `MuJoCo Error: [${name}] ${text}`);
}

/** Runs what calls the engine; its errors get the prefix that programs look for. */
export function withMujocoErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof QposError) || error instanceof MujocoError) throw error;
    const { message, hint } = error;
    throw new MujocoError('mujoco', `MuJoCo Error: ${message}`, hint === undefined ? {} : { hint });
  }
}

import { firstBad, firstBadDof, startOver } from '../integrate/bad-numbers.ts';
import type { Data, Model } from '../model/classes.ts';
import { WARN_BADQACC, WARN_BADQPOS, WARN_BADQVEL } from '../model/constants.ts';
import { forward } from './forward.ts';

/**
 * Starts over if the position is bad.
 *
 * @reads qpos
 * @see mj_checkPos
 */
export function checkPos(m: Model, d: Data): void {
  const i = firstBad(d.qpos, m.nq);
  if (i >= 0) startOver(m, d, WARN_BADQPOS, i);
}

/**
 * Starts over if the velocity is bad.
 *
 * @reads qvel
 * @see mj_checkVel
 */
export function checkVel(m: Model, d: Data): void {
  const i = firstBadDof(m, d, d.qvel);
  if (i >= 0) startOver(m, d, WARN_BADQVEL, i);
}

/**
 * Starts over, and computes the accelerations of the initial state, if the acceleration is bad.
 *
 * @reads qacc
 * @see mj_checkAcc
 */
export function checkAcc(m: Model, d: Data): void {
  const i = firstBadDof(m, d, d.qacc);
  if (i >= 0 && startOver(m, d, WARN_BADQACC, i)) forward(m, d);
}

import type { F64, f64, i32 } from '../dialect.ts';
import { DSBL_AUTORESET, MAXVAL, WARN_BADQACC, WARN_BADQPOS, WARN_BADQVEL } from '../model/constants.ts';
import { hostReset, hostWarning } from '../model/host.ts';
import type { Data, Model } from '../model/kernel.ts';
import { someAsleep } from '../sleep/state.ts';
import { forward } from './forward.ts';

/** Whether a number is NaN or too large. */
function isBad(x: f64): boolean {
  return !(x <= MAXVAL && x >= -MAXVAL);
}

/** Index of the first number that is NaN or too large, or -1. */
function firstBad(a: F64, n: i32): i32 {
  for (let i = 0; i < n; i++) if (isBad(a[i])) return i;
  return -1;
}

/**
 * The same of a number per dof, of those that are awake.
 *
 * @reads nv_awake dof_awake_ind
 */
function firstBadDof(m: Model, d: Data, a: F64): i32 {
  if (!someAsleep(m, d)) return firstBad(a, m.nv);
  for (let k = 0; k < d.nv_awake; k++) if (isBad(a[d.dof_awake_ind[k]])) return d.dof_awake_ind[k];
  return -1;
}

/** Warns, and starts over where that is allowed; the warning is counted again after the reset, which clears the count. */
function complain(m: Model, d: Data, kind: i32, i: i32): boolean {
  hostWarning(d, kind, i);
  const reset = (m.opt_disableflags & DSBL_AUTORESET) === 0;
  if (reset) hostReset(m, d);
  d.warning_number[kind]++;
  d.warning_lastinfo[kind] = i;
  return reset;
}

/**
 * Starts over if the position is bad.
 *
 * @reads qpos warning_number
 * @writes warning_number warning_lastinfo
 * @see mj_checkPos
 */
export function checkPos(m: Model, d: Data): void {
  const i = firstBad(d.qpos, m.nq);
  if (i >= 0) complain(m, d, WARN_BADQPOS, i);
}

/**
 * Starts over if the velocity is bad.
 *
 * @reads qvel
 * @see mj_checkVel
 */
export function checkVel(m: Model, d: Data): void {
  const i = firstBadDof(m, d, d.qvel);
  if (i >= 0) complain(m, d, WARN_BADQVEL, i);
}

/**
 * Starts over, and computes the accelerations of the initial state, if the acceleration is bad.
 *
 * @reads qacc
 * @see mj_checkAcc
 */
export function checkAcc(m: Model, d: Data): void {
  const i = firstBadDof(m, d, d.qacc);
  if (i >= 0 && complain(m, d, WARN_BADQACC, i)) forward(m, d);
}

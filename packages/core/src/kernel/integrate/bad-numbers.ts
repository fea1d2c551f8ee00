import { type F64, type f64, type i32, isNaN64 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_AUTORESET, MAXVAL, WARN_BADQACC } from '../model/constants.ts';
import { hostReset, hostWarning } from '../model/host.ts';
import { someAsleep } from '../sleep/state.ts';

/** Whether a number is NaN or too large. */
function isBad(x: f64): boolean {
  return isNaN64(x) || Math.abs(x) > MAXVAL;
}

/** Index of the first number that is NaN or too large, or -1. */
export function firstBad(a: F64, n: i32): i32 {
  for (let i = 0; i < n; i++) if (isBad(a[i])) return i;
  return -1;
}

/**
 * The same of a number per dof, of those that are awake.
 *
 * @reads nv_awake dof_awake_ind
 */
export function firstBadDof(m: Model, d: Data, a: F64): i32 {
  if (!someAsleep(m, d)) return firstBad(a, m.nv);
  for (let k = 0; k < d.nv_awake; k++) if (isBad(a[d.dof_awake_ind[k]])) return d.dof_awake_ind[k];
  return -1;
}

/**
 * Warns of the number `i`, and starts over where that is allowed; the warning is counted again after the reset, which clears the count.
 * Returns whether it has started over.
 *
 * @reads warning_number
 * @writes warning_number warning_lastinfo
 */
export function startOver(m: Model, d: Data, kind: i32, i: i32): boolean {
  hostWarning(d, kind, i);
  const reset = (m.opt_disableflags & DSBL_AUTORESET) === 0;
  if (reset) hostReset(m, d);
  d.warning_number[kind]++;
  d.warning_lastinfo[kind] = i;
  return reset;
}

/** Warns of a bad acceleration. Returns whether the simulation has started over because of it. @reads qacc */
export function badAcceleration(m: Model, d: Data): boolean {
  const i = firstBad(d.qacc, m.nv);
  return i >= 0 && startOver(m, d, WARN_BADQACC, i);
}

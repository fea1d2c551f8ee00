// @cold

import { actuatorDisabled } from '../actuation/activation.ts';
import { biasByLength, biasByVelocity, gainByLength, gainByVelocity } from '../actuation/generated/slopes.ts';
import type { F64, f64, i32 } from '../dialect.ts';
import { norm3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_ACTUATION, GAIN_SO3 } from '../model/constants.ts';
import { actuatorAsleep, someAsleep } from '../sleep/state.ts';
import { addSquare } from './product.ts';

/**
 * qDeriv += d qfrc_actuator / d qvel. The force of an actuator is a function of the velocity of its own length; a force at a bound of its
 * range does not vary.
 *
 * @reads actuator_moment moment_rowadr moment_rownnz moment_colind
 * @writes qDeriv
 * @see mjd_actuator_vel
 */
export function actuatorByVel(m: Model, d: Data): void {
  if ((m.opt_disableflags & DSBL_ACTUATION) !== 0) return;
  const filter = someAsleep(m, d);
  for (let a = 0; a < m.nactuator; a++) {
    if (hasNoSlope(m, d, a) || (filter && actuatorAsleep(m, d, a))) continue;
    const slope = forceByVelocity(m, d, a);
    if (slope === 0) continue;
    const end = m.actuator_outadr[a] + m.actuator_outnum[a];
    for (let o = m.actuator_outadr[a]; o < end; o++)
      addSquare(d.qDeriv, m, d.actuator_moment, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o], slope);
  }
}

/** Whether the force does not vary, because it is off or at a bound of its range. */
export function hasNoSlope(m: Model, d: Data, a: i32): boolean {
  return actuatorDisabled(m, a) || saturated(m, d, a);
}

/** Whether the force is at a bound of its range. @reads actuator_force */
function saturated(m: Model, d: Data, a: i32): boolean {
  if (m.actuator_forcelimited[a] === 0) return false;
  const out = m.actuator_outadr[a];
  const most = m.actuator_forcerange[2 * a + 1];
  if (m.actuator_gaintype[a] === GAIN_SO3) return norm3(d.actuator_force, out) >= most;
  const force = d.actuator_force[out];
  return force <= m.actuator_forcerange[2 * a] || force >= most;
}

/** d force / d velocity: of the bias, and of what control or activation make. */
export function forceByVelocity(m: Model, d: Data, a: i32): f64 {
  return biasByVelocity(m, d, a) + gainByVelocity(m, d, a);
}

/** d force / d length: of the bias, and of what control or activation make. */
export function forceByLength(m: Model, d: Data, a: i32): f64 {
  return biasByLength(m, d, a) + gainByLength(m, d, a);
}

/** res (nactuator) = d force / d velocity of each actuator, 0 where the force does not vary. */
export function actuatorSlopes(m: Model, d: Data, res: F64): void {
  for (let a = 0; a < m.nactuator; a++) res[a] = hasNoSlope(m, d, a) ? 0.0 : forceByVelocity(m, d, a);
}

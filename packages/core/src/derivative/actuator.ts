import { actuatorDisabled, currentActivation } from '../actuation/activation.ts';
import { dcmotorSlope } from '../actuation/dcmotor.ts';
import { muscleGainSlope } from '../actuation/muscle.ts';
import type { f64, i32 } from '../dialect.ts';
import { norm3 } from '../math/vec3.ts';
import {
  BIAS_AFFINE,
  BIAS_SO3,
  DSBL_ACTUATION,
  DYN_NONE,
  GAIN_AFFINE,
  GAIN_DCMOTOR,
  GAIN_MUSCLE,
  GAIN_SO3,
  NBIAS,
  NGAIN,
} from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { addSquare } from './product.ts';

/**
 * qDeriv += d qfrc_actuator / d qvel. The force of an actuator is a function of the velocity of its own length; a force at a bound of its
 * range does not vary.
 *
 * @reads actuator_moment moment_rowadr moment_rownnz moment_colind
 * @see mjd_actuator_vel
 */
export function actuatorByVel(m: Model, d: Data): void {
  if ((m.opt_disableflags & DSBL_ACTUATION) !== 0) return;
  for (let a = 0; a < m.nactuator; a++) {
    if (actuatorDisabled(m, a) || saturated(m, d, a)) continue;
    const slope = forceSlope(m, d, a);
    if (slope === 0) continue;
    const end = m.actuator_outadr[a] + m.actuator_outnum[a];
    for (let o = m.actuator_outadr[a]; o < end; o++)
      addSquare(m, d, d.actuator_moment, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o], slope);
  }
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

/** d force / d velocity: of the bias, and of the gain times control or activation. */
function forceSlope(m: Model, d: Data, a: i32): f64 {
  let slope: f64 = 0;
  const bias = m.actuator_biastype[a];
  if (bias === BIAS_AFFINE || bias === BIAS_SO3) slope = m.actuator_biasprm[NBIAS * a + 2];
  if (m.actuator_gaintype[a] === GAIN_DCMOTOR) slope += dcmotorSlope(m, d, a);
  const gain = gainSlope(m, d, a);
  if (gain === 0) return slope;
  return slope + gain * input(m, d, a);
}

/** d gain / d velocity. @reads actuator_length actuator_velocity */
function gainSlope(m: Model, d: Data, a: i32): f64 {
  const p = NGAIN * a;
  const out = m.actuator_outadr[a];
  switch (m.actuator_gaintype[a]) {
    case GAIN_AFFINE:
      return m.actuator_gainprm[p + 2];
    case GAIN_MUSCLE:
      return muscleGainSlope(
        d.actuator_length[out],
        d.actuator_velocity[out],
        m.actuator_lengthrange,
        2 * out,
        m.actuator_acc0[out],
        m.actuator_gainprm,
        p,
      );
    default:
      return 0;
  }
}

/** What the gain is multiplied with. @reads ctrl */
function input(m: Model, d: Data, a: i32): f64 {
  if (m.actuator_dyntype[a] === DYN_NONE) return d.ctrl[m.actuator_ctrladr[a]];
  return currentActivation(m, d, a, m.actuator_actadr[a] + m.actuator_actnum[a] - 1);
}

import { actuatorDisabled, currentActivation } from '../actuation/activation.ts';
import { actingControl } from '../actuation/control.ts';
import { dcmotorSlope, dcmotorStiffness } from '../actuation/dcmotor.ts';
import { muscleBiasStiffness, muscleGainSlope, muscleGainStiffness } from '../actuation/muscle.ts';
import type { f64, i32 } from '../dialect.ts';
import { norm3 } from '../math/vec3.ts';
import {
  BIAS_AFFINE,
  BIAS_MUSCLE,
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
import { actuatorAsleep, someAsleep } from '../sleep/state.ts';
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

/** d force / d velocity: of the bias, and of the gain times control or activation. */
export function forceByVelocity(m: Model, d: Data, a: i32): f64 {
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

/** What the gain is multiplied with. */
function input(m: Model, d: Data, a: i32): f64 {
  if (m.actuator_dyntype[a] === DYN_NONE) return actingControl(m, d, a);
  return currentActivation(m, d, a, m.actuator_actadr[a] + m.actuator_actnum[a] - 1);
}

/**
 * d force / d length: of the bias, and of the gain times control or activation.
 *
 * @reads actuator_length actuator_velocity
 */
export function forceByLength(m: Model, d: Data, a: i32): f64 {
  const out = m.actuator_outadr[a];
  const length = d.actuator_length[out];
  const range = m.actuator_lengthrange;
  const acc0 = m.actuator_acc0[out];
  const bias = m.actuator_biastype[a];
  const gain = m.actuator_gaintype[a];
  let slope: f64 = 0;
  if (bias === BIAS_AFFINE || bias === BIAS_SO3) slope = m.actuator_biasprm[NBIAS * a + 1];
  else if (bias === BIAS_MUSCLE)
    slope = muscleBiasStiffness(length, range, 2 * out, acc0, m.actuator_biasprm, NBIAS * a);
  if (gain === GAIN_DCMOTOR) return slope + dcmotorStiffness(m, a);
  let byGain: f64 = 0;
  if (gain === GAIN_AFFINE) byGain = m.actuator_gainprm[NGAIN * a + 1];
  else if (gain === GAIN_MUSCLE) {
    const velocity = d.actuator_velocity[out];
    byGain = muscleGainStiffness(length, velocity, range, 2 * out, acc0, m.actuator_gainprm, NGAIN * a);
  }
  return byGain === 0 ? slope : slope + byGain * input(m, d, a);
}

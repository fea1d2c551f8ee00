// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { clip, PI, round } from '../math/scalar.ts';
import { norm3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  BIAS_AFFINE,
  DYN_INTEGRATOR,
  DYN_NONE,
  GAIN_FIXED,
  GAIN_PID,
  INPUT_FF,
  INPUT_POS,
  INPUT_VEL,
  INPUT_VOLTAGE,
  JNT_BALL,
  NBIAS,
  NGAIN,
  TRN_JOINT,
  TRN_JOINTINPARENT,
  TRN_SITE,
} from '../model/constants.ts';

/** Inputs of a servo: position, velocity, force, voltage; 0 where it has none. */
export const inputs = scratchF64(4);

/** inputs = the controls at `u`, by the set of inputs that the actuator has. */
export function readInputs(ctrl: F64, u: i32, spec: i32): void {
  let at = u;
  inputs[0] = 0;
  inputs[1] = 0;
  inputs[2] = 0;
  inputs[3] = 0;
  if ((spec & INPUT_POS) !== 0) inputs[0] = ctrl[at++];
  if ((spec & INPUT_VEL) !== 0) inputs[1] = ctrl[at++];
  if ((spec & INPUT_FF) !== 0) inputs[2] = ctrl[at++];
  if ((spec & INPUT_VOLTAGE) !== 0) inputs[3] = ctrl[at];
}

/** Whether the actuator follows a setpoint of its length: a position servo, one with an integrated setpoint, or a PID. */
function followsLength(m: Model, a: i32): boolean {
  if (m.actuator_gaintype[a] === GAIN_PID) return true;
  const dynamics = m.actuator_dyntype[a];
  return (
    m.actuator_gaintype[a] === GAIN_FIXED &&
    m.actuator_biastype[a] === BIAS_AFFINE &&
    m.actuator_gainprm[NGAIN * a] === -m.actuator_biasprm[NBIAS * a + 1] &&
    (dynamics === DYN_NONE || dynamics === DYN_INTEGRATOR)
  );
}

/** Period of the length of a servo: one turn of a ball joint or of a site against a reference site; 0 for all others. */
export function servoPeriod(m: Model, a: i32): f64 {
  if (!followsLength(m, a)) return 0;
  const gear = m.actuator_gear;
  const g = 6 * m.actuator_outadr[a];
  const type = m.actuator_trntype[a];
  if (type === TRN_SITE && m.actuator_trnid[2 * a + 1] >= 0 && gear[g] === 0 && gear[g + 1] === 0 && gear[g + 2] === 0)
    return 2 * PI * norm3(gear, g + 3);
  if ((type === TRN_JOINT || type === TRN_JOINTINPARENT) && m.jnt_type[m.actuator_trnid[2 * a]] === JNT_BALL)
    return 2 * PI * norm3(gear, g);
  return 0;
}

/** `setpoint` shifted by whole periods to be nearest to `length`; unchanged without a period. */
export function nearest(setpoint: f64, length: f64, period: f64): f64 {
  if (period <= 0) return setpoint;
  return setpoint - period * round((setpoint - length) / period);
}

/**
 * The setpoint under a rate limit, starting from the previous one in `act[adr]`; writes its rate to `act_dot`.
 *
 * @reads act
 * @writes act_dot
 */
export function slewLimit(m: Model, d: Data, setpoint: f64, adr: i32, rate: f64, period: f64): f64 {
  const before = d.act[adr];
  const most = rate * m.opt_timestep;
  const now = clip(nearest(setpoint, before, period), before - most, before + most);
  d.act_dot[adr] = (now - before) / m.opt_timestep;
  return now;
}

/** Rate of an integral that saturates at ±limit. */
export function boundedRate(error: f64, integral: f64, limit: f64): f64 {
  if (limit <= 0) return error;
  if (integral >= limit && error > 0) return 0;
  if (integral <= -limit && error < 0) return 0;
  return error;
}

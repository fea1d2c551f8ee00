import type { f64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { NBIAS, NDYN, NGAIN } from '../model/constants.ts';
import { lastActivation } from './activation.ts';
import { slopeInput } from './input.ts';
import {
  muscleBias,
  muscleBiasStiffness,
  muscleDynamics,
  muscleGain,
  muscleGainSlope,
  muscleGainStiffness,
} from './muscle.ts';

// The curves of `muscle.ts` at the state of an actuator.

/** @reads act ctrlUsed @writes act_dot */
export function muscleRate(m: Model, d: Data, a: i32): void {
  const last = lastActivation(m, a);
  const control = d.ctrlUsed[m.actuator_ctrladr[a]];
  d.act_dot[last] = muscleDynamics(control, d.act[last], m.actuator_dynprm, NDYN * a);
}

/** @reads actuator_length actuator_velocity */
export function muscleActuatorGain(m: Model, d: Data, a: i32): f64 {
  const out = m.actuator_outadr[a];
  const length = d.actuator_length[out];
  const velocity = d.actuator_velocity[out];
  const range = m.actuator_lengthrange;
  return muscleGain(length, velocity, range, 2 * out, m.actuator_acc0[out], m.actuator_gainprm, NGAIN * a);
}

export function muscleGainByVelocity(m: Model, d: Data, a: i32): f64 {
  const out = m.actuator_outadr[a];
  const length = d.actuator_length[out];
  const velocity = d.actuator_velocity[out];
  const range = m.actuator_lengthrange;
  const acc0 = m.actuator_acc0[out];
  const slope = muscleGainSlope(length, velocity, range, 2 * out, acc0, m.actuator_gainprm, NGAIN * a);
  return slope === 0 ? 0.0 : slope * slopeInput(m, d, a);
}

export function muscleGainByLength(m: Model, d: Data, a: i32): f64 {
  const out = m.actuator_outadr[a];
  const length = d.actuator_length[out];
  const velocity = d.actuator_velocity[out];
  const range = m.actuator_lengthrange;
  const acc0 = m.actuator_acc0[out];
  const slope = muscleGainStiffness(length, velocity, range, 2 * out, acc0, m.actuator_gainprm, NGAIN * a);
  return slope === 0 ? 0.0 : slope * slopeInput(m, d, a);
}

export function muscleActuatorBias(m: Model, d: Data, a: i32): f64 {
  const out = m.actuator_outadr[a];
  const acc0 = m.actuator_acc0[out];
  return muscleBias(d.actuator_length[out], m.actuator_lengthrange, 2 * out, acc0, m.actuator_biasprm, NBIAS * a);
}

export function muscleBiasByLength(m: Model, d: Data, a: i32): f64 {
  const out = m.actuator_outadr[a];
  const acc0 = m.actuator_acc0[out];
  const length = d.actuator_length[out];
  return muscleBiasStiffness(length, m.actuator_lengthrange, 2 * out, acc0, m.actuator_biasprm, NBIAS * a);
}

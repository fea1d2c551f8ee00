import type { f64, i32 } from '../dialect.ts';
import {
  CALLBACK_ACTGAIN,
  GAIN_AFFINE,
  GAIN_DCMOTOR,
  GAIN_FIXED,
  GAIN_MUSCLE,
  GAIN_PID,
  NGAIN,
} from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import type { Data, Model } from '../model/kernel.ts';
import { dcmotorGain } from './dcmotor.ts';
import { muscleGain } from './muscle.ts';

/**
 * Force per unit of control or activation.
 *
 * @reads actuator_length actuator_velocity act
 */
export function actuatorGain(m: Model, d: Data, a: i32): f64 {
  const out = m.actuator_outadr[a];
  const prm = m.actuator_gainprm;
  const p = NGAIN * a;
  const length = d.actuator_length[out];
  const velocity = d.actuator_velocity[out];
  switch (m.actuator_gaintype[a]) {
    case GAIN_FIXED:
      return prm[p];
    case GAIN_AFFINE:
      return prm[p] + prm[p + 1] * length + prm[p + 2] * velocity;
    case GAIN_MUSCLE:
      return muscleGain(length, velocity, m.actuator_lengthrange, 2 * out, m.actuator_acc0[out], prm, p);
    case GAIN_DCMOTOR:
      return dcmotorGain(m, d, a);
    case GAIN_PID:
      return 0;
    default:
      return (m.callbackMask & CALLBACK_ACTGAIN) !== 0 ? hostCallback(CALLBACK_ACTGAIN, m, d, a) : 1.0;
  }
}

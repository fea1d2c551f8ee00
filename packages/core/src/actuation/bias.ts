import type { f64, i32 } from '../dialect.ts';
import { BIAS_AFFINE, BIAS_DCMOTOR, BIAS_MUSCLE, BIAS_NONE, CALLBACK_ACTBIAS, NBIAS } from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import type { Data, Model } from '../model/kernel.ts';
import { dcmotorBias } from './dcmotor.ts';
import { muscleBias } from './muscle.ts';

/**
 * Force without control; `gain` is that of the actuator.
 *
 * @reads actuator_length actuator_velocity
 */
export function actuatorBias(m: Model, d: Data, a: i32, gain: f64): f64 {
  const out = m.actuator_outadr[a];
  const prm = m.actuator_biasprm;
  const p = NBIAS * a;
  const length = d.actuator_length[out];
  switch (m.actuator_biastype[a]) {
    case BIAS_NONE:
      return 0;
    case BIAS_AFFINE:
      return prm[p] + prm[p + 1] * length + prm[p + 2] * d.actuator_velocity[out];
    case BIAS_MUSCLE:
      return muscleBias(length, m.actuator_lengthrange, 2 * out, m.actuator_acc0[out], prm, p);
    case BIAS_DCMOTOR:
      return dcmotorBias(m, d, a, gain);
    default:
      return (m.callbackMask & CALLBACK_ACTBIAS) !== 0 ? hostCallback(CALLBACK_ACTBIAS, m, d, a) : 0.0;
  }
}

// @cold

import type { f64, i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
import { hasSlot, SLOT_CURRENT, torqueConstant } from '../dcmotor.ts';
import { actuatorGain } from '../generated/gain.ts';

/**
 * Back-EMF of a motor without a current state, as a torque; with one it is part of the current's dynamics.
 *
 * @reads actuator_velocity
 */
export function motorBias(m: Model, d: Data, a: i32): f64 {
  if (hasSlot(m, a, SLOT_CURRENT)) return 0;
  return -(actuatorGain(m, d, a) * torqueConstant(m, a) * d.actuator_velocity[m.actuator_outadr[a]]);
}

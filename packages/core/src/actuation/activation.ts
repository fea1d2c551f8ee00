import type { f64, i32 } from '../dialect.ts';
import { clip, MINVAL, max } from '../math/scalar.ts';
import { exp } from '../math/trig.ts';
import { DYN_DCMOTOR, DYN_FILTEREXACT, NDYN } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { dcmotorNext } from './dcmotor.ts';

/** Whether the group of the actuator is disabled. */
export function actuatorDisabled(m: Model, a: i32): boolean {
  const group = m.actuator_group[a];
  return group >= 0 && group <= 30 && (m.opt_disableactuator & (1 << group)) !== 0;
}

/**
 * Activation `adr` of actuator `a` after one time step at the rate `rate`: exact for the exact filter, else by Euler's rule; clamped to the
 * actuator's range. Motors have rules of their own.
 *
 * @reads act
 * @see mj_nextActivation
 */
export function nextActivation(m: Model, d: Data, a: i32, adr: i32, rate: f64): f64 {
  const type = m.actuator_dyntype[a];
  if (type === DYN_DCMOTOR) return dcmotorNext(m, d, a, adr, rate);
  let next: f64 = d.act[adr];
  if (type === DYN_FILTEREXACT) {
    const tau = max(MINVAL, m.actuator_dynprm[NDYN * a]);
    next += rate * tau * (1 - exp(-m.opt_timestep / tau));
  } else next += rate * m.opt_timestep;
  if (m.actuator_actlimited[a] !== 0) next = clip(next, m.actuator_actrange[2 * a], m.actuator_actrange[2 * a + 1]);
  return next;
}

/** The activation that the force of this step depends on: the one after the step for `actearly`. @reads act act_dot */
export function currentActivation(m: Model, d: Data, a: i32, adr: i32): f64 {
  return m.actuator_actearly[a] !== 0 ? nextActivation(m, d, a, adr, d.act_dot[adr]) : d.act[adr];
}

import type { F64, f64, i32 } from '../dialect.ts';
import { clip, MINVAL, max } from '../math/scalar.ts';
import { exp } from '../math/trig.ts';
import { DSBL_ACTUATION, DYN_DCMOTOR, DYN_FILTEREXACT, NDYN } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';

/**
 * Activation `adr` of `actuator` after one time step at the rate `rate`: exact for the exact filter, else by Euler's
 * rule; clamped to the actuator's range.
 *
 * @reads act
 * @see mj_nextActivation
 */
export function nextActivation(m: Model, d: Data, actuator: i32, adr: i32, rate: f64): f64 {
  const type = m.actuator_dyntype[actuator];
  let next: f64 = d.act[adr];
  if (type === DYN_FILTEREXACT) {
    const tau = max(MINVAL, m.actuator_dynprm[NDYN * actuator]);
    next += rate * tau * (1 - exp(-m.opt_timestep / tau));
  } else next += rate * m.opt_timestep;
  if (type !== DYN_DCMOTOR && m.actuator_actlimited[actuator] !== 0)
    next = clip(next, m.actuator_actrange[2 * actuator], m.actuator_actrange[2 * actuator + 1]);
  return next;
}

/** Whether the group of the actuator is disabled. */
export function actuatorDisabled(m: Model, actuator: i32): boolean {
  const group = m.actuator_group[actuator];
  return group >= 0 && group <= 30 && (m.opt_disableactuator & (1 << group)) !== 0;
}

/**
 * Activations after one time step at the rates `actDot` (na); those of disabled actuators keep their rate at 0.
 *
 * @reads act
 * @writes act
 */
export function advanceActivations(m: Model, d: Data, actDot: F64): void {
  if (m.na === 0 || (m.opt_disableflags & DSBL_ACTUATION) !== 0) return;
  const act = d.act;
  for (let k = 0; k < m.nactuator; k++) {
    const first = m.actuator_actadr[k];
    const end = first + m.actuator_actnum[k];
    const off = actuatorDisabled(m, k);
    for (let a = first; a < end; a++) {
      const rate: f64 = off ? 0.0 : actDot[a];
      act[a] = nextActivation(m, d, k, a, rate);
    }
  }
}

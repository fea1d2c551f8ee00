import type { f64, i32 } from '../dialect.ts';
import { exp } from '../math/elementary/trig.ts';
import { clip, MINVAL, max } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { NDYN } from '../model/constants.ts';

/** Rates of an integrator are its controls. @reads ctrlUsed @writes act_dot */
export function integratorRates(m: Model, d: Data, a: i32): void {
  const u = m.actuator_ctrladr[a];
  const count = m.actuator_ctrlnum[a];
  const first = m.actuator_actadr[a] + m.actuator_actnum[a] - count;
  for (let k = 0; k < count; k++) d.act_dot[first + k] = d.ctrlUsed[u + k];
}

/** (control - activation) / time constant @reads act ctrlUsed @writes act_dot */
export function filterRate(m: Model, d: Data, a: i32): void {
  const last = m.actuator_actadr[a] + m.actuator_actnum[a] - 1;
  const control = d.ctrlUsed[m.actuator_ctrladr[a]];
  d.act_dot[last] = (control - d.act[last]) / max(MINVAL, m.actuator_dynprm[NDYN * a]);
}

/** An activation after the step by Euler's rule. @reads act */
export function eulerNext(m: Model, d: Data, a: i32, adr: i32, rate: f64): f64 {
  return inRange(m, a, d.act[adr] + rate * m.opt_timestep);
}

/** An activation after one step of a filter whose control is held. @reads act */
export function exactNext(m: Model, d: Data, a: i32, adr: i32, rate: f64): f64 {
  const tau = max(MINVAL, m.actuator_dynprm[NDYN * a]);
  return inRange(m, a, d.act[adr] + rate * tau * (1 - exp(-m.opt_timestep / tau)));
}

/** `act`, clamped if activations of the actuator are limited. */
function inRange(m: Model, a: i32, act: f64): f64 {
  if (m.actuator_actlimited[a] === 0) return act;
  return clip(act, m.actuator_actrange[2 * a], m.actuator_actrange[2 * a + 1]);
}

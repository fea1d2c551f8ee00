import type { f64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { nextActivation } from './generated/next-activation.ts';

/** Whether the group of the actuator is disabled. */
export function actuatorDisabled(m: Model, a: i32): boolean {
  const group = m.actuator_group[a];
  return group >= 0 && group <= 30 && (m.opt_disableactuator & (1 << group)) !== 0;
}

/** The activation that the force of this step depends on: the one after the step for `actearly`. @reads act act_dot */
export function currentActivation(m: Model, d: Data, a: i32, adr: i32): f64 {
  return m.actuator_actearly[a] !== 0 ? nextActivation(m, d, a, adr, d.act_dot[adr]) : d.act[adr];
}

/** Address of the last activation; actuators with activations mostly have one. */
export function lastActivation(m: Model, a: i32): i32 {
  return m.actuator_actadr[a] + m.actuator_actnum[a] - 1;
}

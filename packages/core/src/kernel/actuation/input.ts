import type { f64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { DYN_NONE } from '../model/constants.ts';
import { currentActivation, lastActivation } from './activation.ts';
import { actingControl } from './control.ts';
import { nearest, servoPeriod } from './servo.ts';

/** What the gain multiplies: the last activation, or the control; setpoints of rotations are taken the short way round. @reads ctrlUsed actuator_length */
export function actuatorInput(m: Model, d: Data, a: i32): f64 {
  let value: f64 = 0;
  if (m.actuator_actnum[a] > 0) value = currentActivation(m, d, a, lastActivation(m, a));
  else if (m.actuator_ctrlnum[a] > 0) value = d.ctrlUsed[m.actuator_ctrladr[a]];
  return nearest(value, d.actuator_length[m.actuator_outadr[a]], servoPeriod(m, a));
}

/** The same for slopes, which may be needed before the controls are read; no servo has one. */
export function slopeInput(m: Model, d: Data, a: i32): f64 {
  if (m.actuator_dyntype[a] === DYN_NONE) return actingControl(m, d, a);
  return currentActivation(m, d, a, lastActivation(m, a));
}

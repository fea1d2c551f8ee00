import { zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { CALLBACK_PLUGIN_ACTIVATION, CALLBACK_PLUGIN_ACTUATOR, DSBL_ACTUATION } from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import { readControls } from './control.ts';
import { actuatorForces } from './force.ts';
import { jointForces } from './joint-force.ts';
import { limitActuatorForces, limitTendonForces } from './limit.ts';
import { addMotorFriction } from './motor/friction.ts';
import { activationRates } from './rates.ts';

/**
 * Actuator forces, generalised forces, and rates of the activations, from controls, activations, lengths and velocities.
 *
 * @writes actuator_force qfrc_actuator
 * @see mj_fwdActuation
 */
export function fwdActuation(m: Model, d: Data): void {
  zero(d.actuator_force, 0, m.nout);
  if (m.nactuator === 0 || (m.opt_disableflags & DSBL_ACTUATION) !== 0) {
    zero(d.qfrc_actuator, 0, m.nv);
    return;
  }
  readControls(m, d);
  activationRates(m, d);
  if ((m.callbackMask & CALLBACK_PLUGIN_ACTIVATION) !== 0) hostCallback(CALLBACK_PLUGIN_ACTIVATION, m, d, 0);
  actuatorForces(m, d);
  if ((m.callbackMask & CALLBACK_PLUGIN_ACTUATOR) !== 0) hostCallback(CALLBACK_PLUGIN_ACTUATOR, m, d, 0);
  limitTendonForces(m, d);
  limitActuatorForces(m, d);
  addMotorFriction(m, d);
  jointForces(m, d);
}

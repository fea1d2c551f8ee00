import type { f64, i32 } from '../dialect.ts';
import { ENBL_SLEEP, GAIN_DCMOTOR, GAIN_PID, GAIN_SO3 } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { actuatorAsleep } from '../sleep/state.ts';
import { actuatorDisabled, currentActivation } from './activation.ts';
import { actuatorBias } from './bias.ts';
import { dcmotorInput, hasSlot, SLOT_CURRENT } from './dcmotor.ts';
import { actuatorGain } from './gain.ts';
import { pidForce } from './pid.ts';
import { nearest, servoPeriod } from './servo.ts';
import { so3Force } from './so3.ts';

/**
 * Forces of all enabled actuators, before any limit: gain·input + bias.
 *
 * @reads actuator_length
 * @writes actuator_force
 */
export function actuatorForces(m: Model, d: Data): void {
  const filter = (m.opt_enableflags & ENBL_SLEEP) !== 0;
  for (let a = 0; a < m.nactuator; a++) {
    if (m.actuator_plugin[a] >= 0 || actuatorDisabled(m, a) || (filter && actuatorAsleep(m, d, a))) continue;
    if (m.actuator_gaintype[a] === GAIN_SO3) {
      so3Force(m, d, a);
      continue;
    }
    const gain = actuatorGain(m, d, a);
    const driven: f64 = m.actuator_gaintype[a] === GAIN_PID ? pidForce(m, d, a) : gain * input(m, d, a);
    d.actuator_force[m.actuator_outadr[a]] = driven + actuatorBias(m, d, a, gain);
  }
}

/** What the gain multiplies: the last activation, or the control; setpoints of rotation by the nearest way. @reads ctrlUsed */
function input(m: Model, d: Data, a: i32): f64 {
  if (m.actuator_gaintype[a] === GAIN_DCMOTOR && !hasSlot(m, a, SLOT_CURRENT)) return dcmotorInput(m, d, a);
  let value: f64 = 0;
  if (m.actuator_actnum[a] > 0) value = currentActivation(m, d, a, m.actuator_actadr[a] + m.actuator_actnum[a] - 1);
  else if (m.actuator_ctrlnum[a] > 0) value = d.ctrlUsed[m.actuator_ctrladr[a]];
  return nearest(value, d.actuator_length[m.actuator_outadr[a]], servoPeriod(m, a));
}

import type { Data, Model } from '../model/classes.ts';
import { ENBL_SLEEP, GAIN_SO3 } from '../model/constants.ts';
import { actuatorAsleep } from '../sleep/state.ts';
import { actuatorDisabled } from './activation.ts';
import { actuatorBias } from './generated/bias.ts';
import { drivenForce } from './generated/gain.ts';
import { so3Force } from './so3.ts';

/**
 * Forces of all enabled actuators, before any limit: gain·input + bias.
 *
 * @writes actuator_force
 */
export function actuatorForces(m: Model, d: Data): void {
  const filter = (m.opt_enableflags & ENBL_SLEEP) !== 0;
  for (let a = 0; a < m.nactuator; a++) {
    if (m.actuator_plugin[a] >= 0 || actuatorDisabled(m, a) || (filter && actuatorAsleep(m, d, a))) continue;
    if (m.actuator_gaintype[a] === GAIN_SO3) so3Force(m, d, a);
    else d.actuator_force[m.actuator_outadr[a]] = drivenForce(m, d, a) + actuatorBias(m, d, a);
  }
}

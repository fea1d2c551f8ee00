import { actuatorDisabled } from '../actuation/activation.ts';
import { nextActivation } from '../actuation/generated/next-activation.ts';
import { nearest, servoPeriod } from '../actuation/servo.ts';
import { shortenRotation } from '../actuation/so3.ts';
import type { F64, f64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_ACTUATION, DYN_INTEGRATOR, GAIN_SO3 } from '../model/constants.ts';

/**
 * Activations after one time step at the rates `actDot` (na); those of disabled actuators keep their rate at 0. Setpoints of rotation
 * are replaced by the nearest that mean the same.
 *
 * @reads act actuator_length
 * @writes act
 */
export function advanceActivations(m: Model, d: Data, actDot: F64): void {
  if (m.na === 0 || (m.opt_disableflags & DSBL_ACTUATION) !== 0) return;
  const act = d.act;
  for (let a = 0; a < m.nactuator; a++) {
    const first = m.actuator_actadr[a];
    const off = actuatorDisabled(m, a);
    for (let k = first; k < first + m.actuator_actnum[a]; k++) {
      const rate: f64 = off ? 0.0 : actDot[k];
      act[k] = nextActivation(m, d, a, k, rate);
    }
    if (m.actuator_dyntype[a] === DYN_INTEGRATOR) boundSetpoint(m, d, a);
  }
}

function boundSetpoint(m: Model, d: Data, a: i32): void {
  if (m.actuator_gaintype[a] === GAIN_SO3) {
    shortenRotation(d, m.actuator_actadr[a]);
    return;
  }
  const last = m.actuator_actadr[a] + m.actuator_actnum[a] - 1;
  d.act[last] = nearest(d.act[last], d.actuator_length[m.actuator_outadr[a]], servoPeriod(m, a));
}

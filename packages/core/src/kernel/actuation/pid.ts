// @cold

import type { f64, i32 } from '../dialect.ts';
import { round } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { NBIAS, NDYN, NGAIN } from '../model/constants.ts';
import { currentActivation, lastActivation } from './activation.ts';
import { boundedRate, inputs, nearest, readInputs, servoPeriod, slewLimit } from './servo.ts';

// dynprm
const INTEGRAL_LIMIT: i32 = 0;
const SLEW_RATE: i32 = 1;

/**
 * Rates of the states of a PID servo, the limited setpoint and the integral of the error; the limited setpoint replaces its control.
 *
 * @reads act actuator_length ctrlUsed
 * @writes act_dot ctrlUsed
 */
export function pidRates(m: Model, d: Data, a: i32): void {
  const u = m.actuator_ctrladr[a];
  const period = servoPeriod(m, a);
  const rate = m.actuator_dynprm[NDYN * a + SLEW_RATE];
  let adr = m.actuator_actadr[a];
  if (rate > 0) {
    d.ctrlUsed[u] = slewLimit(m, d, d.ctrlUsed[u], adr, rate, period);
    adr++;
  }
  if (m.actuator_gainprm[NGAIN * a] <= 0) return;
  let error: f64 = d.ctrlUsed[u] - d.actuator_length[m.actuator_outadr[a]];
  if (period > 0) error -= period * round(error / period);
  d.act_dot[adr] = boundedRate(error, d.act[adr], m.actuator_dynprm[NDYN * a + INTEGRAL_LIMIT]);
}

/**
 * What a PID servo adds to its bias kp·(-length) + kv·(-velocity): the setpoints of both, the given force, and the integral. kp and kv
 * are negative in biasprm.
 */
export function pidForce(m: Model, d: Data, a: i32): f64 {
  const b = NBIAS * a;
  const prm = m.actuator_biasprm;
  const ki = m.actuator_gainprm[NGAIN * a];
  readInputs(d.ctrlUsed, m.actuator_ctrladr[a], m.actuator_ctrlspec[a]);
  const target = nearest(inputs[0], d.actuator_length[m.actuator_outadr[a]], servoPeriod(m, a));
  const force = -prm[b + 1] * target - prm[b + 2] * inputs[1] + inputs[2];
  if (m.actuator_actnum[a] === 0 || ki <= 0) return force;
  return force + ki * currentActivation(m, d, a, lastActivation(m, a));
}

import type { i32 } from '../dialect.ts';
import { zero } from '../math/dense.ts';
import { MINVAL, max } from '../math/scalar.ts';
import {
  CALLBACK_ACTDYN,
  DYN_DCMOTOR,
  DYN_FILTER,
  DYN_FILTEREXACT,
  DYN_INTEGRATOR,
  DYN_MUSCLE,
  DYN_PID,
  ENBL_SLEEP,
  NDYN,
} from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import type { Data, Model } from '../model/kernel.ts';
import { actuatorAsleep } from '../sleep/state.ts';
import { dcmotorDynamics } from './dcmotor.ts';
import { muscleDynamics } from './muscle.ts';
import { pidDynamics } from './pid.ts';

/**
 * Rates of the activations.
 *
 * @reads act ctrlUsed
 * @writes act_dot
 */
export function activationRates(m: Model, d: Data): void {
  const filter = (m.opt_enableflags & ENBL_SLEEP) !== 0;
  for (let a = 0; a < m.nactuator; a++) {
    const first = m.actuator_actadr[a];
    if (first < 0 || (filter && actuatorAsleep(m, d, a))) continue;
    zero(d.act_dot, first, m.actuator_actnum[a]);
    setRates(m, d, a, first + m.actuator_actnum[a] - 1);
  }
}

/** `last` is the last activation of the actuator; for most it is the only one. */
function setRates(m: Model, d: Data, a: i32, last: i32): void {
  const u = m.actuator_ctrladr[a];
  switch (m.actuator_dyntype[a]) {
    case DYN_INTEGRATOR: {
      const count = m.actuator_ctrlnum[a];
      for (let k = 0; k < count; k++) d.act_dot[last - count + 1 + k] = d.ctrlUsed[u + k];
      return;
    }
    case DYN_FILTER:
    case DYN_FILTEREXACT:
      d.act_dot[last] = (d.ctrlUsed[u] - d.act[last]) / max(MINVAL, m.actuator_dynprm[NDYN * a]);
      return;
    case DYN_MUSCLE:
      d.act_dot[last] = muscleDynamics(d.ctrlUsed[u], d.act[last], m.actuator_dynprm, NDYN * a);
      return;
    case DYN_PID:
      pidDynamics(m, d, a);
      return;
    case DYN_DCMOTOR:
      dcmotorDynamics(m, d, a);
      return;
    default:
      userDynamics(m, d, a, last);
  }
}

/** A callback gives the rate of a single activation, and writes those of several itself. */
function userDynamics(m: Model, d: Data, a: i32, last: i32): void {
  if ((m.callbackMask & CALLBACK_ACTDYN) === 0) return;
  const rate = hostCallback(CALLBACK_ACTDYN, m, d, a);
  if (m.actuator_actnum[a] === 1) d.act_dot[last] = rate;
}

// @cold

import { zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { someAsleep } from '../sleep/state.ts';
import { actuatorByVel } from './actuator.ts';
import { biasByVel } from './bias.ts';
import { passiveByVel } from './passive.ts';

/**
 * qDeriv = d(qfrc_actuator + qfrc_passive - qfrc_bias) / d qvel on the pattern of D; the bias only when `withBias`.
 *
 * @writes qDeriv
 * @see mjd_smooth_vel
 */
export function smoothByVel(m: Model, d: Data, withBias: boolean): void {
  if (someAsleep(m, d)) clearAwake(m, d);
  else zero(d.qDeriv, 0, m.nD);
  actuatorByVel(m, d);
  passiveByVel(m, d);
  if (withBias) biasByVel(m, d);
}

/** qDeriv = 0 in the rows of the dofs that are awake. @reads nv_awake dof_awake_ind */
function clearAwake(m: Model, d: Data): void {
  for (let k = 0; k < d.nv_awake; k++) {
    const i = d.dof_awake_ind[k];
    zero(d.qDeriv, m.D_rowadr[i], m.D_rownnz[i]);
  }
}

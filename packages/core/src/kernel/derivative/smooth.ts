// @cold

import type { i32 } from '../dialect.ts';
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

/** Parts of `qDeriv`: the sum of those that are wanted. */
export const DERIV_ACTUATOR: i32 = 1;
export const DERIV_PASSIVE: i32 = 2;
export const DERIV_BIAS: i32 = 4;

/**
 * qDeriv = the derivatives by velocity of some of the smooth forces, the bias negative.
 *
 * @writes qDeriv
 * @see mjd_passive_vel mjd_actuator_vel mjd_rne_vel
 */
export function smoothPartsByVel(m: Model, d: Data, parts: i32): void {
  zero(d.qDeriv, 0, m.nD);
  if ((parts & DERIV_ACTUATOR) !== 0) actuatorByVel(m, d);
  if ((parts & DERIV_PASSIVE) !== 0) passiveByVel(m, d);
  if ((parts & DERIV_BIAS) !== 0) biasByVel(m, d);
}

/** qDeriv = 0 in the rows of the dofs that are awake. @reads nv_awake dof_awake_ind */
function clearAwake(m: Model, d: Data): void {
  for (let k = 0; k < d.nv_awake; k++) {
    const i = d.dof_awake_ind[k];
    zero(d.qDeriv, m.D_rowadr[i], m.D_rownnz[i]);
  }
}

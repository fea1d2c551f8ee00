import { zero } from '../math/dense.ts';
import type { Data, Model } from '../model/kernel.ts';
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
  zero(d.qDeriv, 0, m.nD);
  actuatorByVel(m, d);
  passiveByVel(m, d);
  if (withBias) biasByVel(m, d);
}

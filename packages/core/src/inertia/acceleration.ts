import { xfrcAccumulate } from '../kinematics/apply-force.ts';
import { add, addTo } from '../math/dense.ts';
import { solveMetric } from '../metric/product.ts';
import type { Data, Model } from '../model/kernel.ts';
import { solveM } from './factor.ts';

/**
 * Acceleration without constraints: M·qacc_smooth = passive - bias + applied + actuator + Jᵀ·xfrc_applied.
 *
 * @reads efm_active qfrc_passive qfrc_bias qfrc_applied qfrc_actuator qfrc_smooth
 * @writes qfrc_smooth qacc_smooth
 * @see mj_fwdAcceleration
 */
export function smoothAcceleration(m: Model, d: Data): void {
  const nv = m.nv;
  const qfrc_passive = d.qfrc_passive;
  const qfrc_bias = d.qfrc_bias;
  const qfrc_applied = d.qfrc_applied;
  const qfrc_actuator = d.qfrc_actuator;
  const qfrc_smooth = d.qfrc_smooth;
  for (let i = 0; i < nv; i++) qfrc_smooth[i] = qfrc_passive[i] - qfrc_bias[i] + qfrc_applied[i] + qfrc_actuator[i];
  xfrcAccumulate(m, d, qfrc_smooth, 0);
  if (d.efm_active !== 0) effectiveAcceleration(m, d);
  else solveM(m, d, d.qacc_smooth, 0, qfrc_smooth, 0, 1);
}

/**
 * M̂·qacc_smooth = qfrc_smooth with the forces that springs will have at the end of the step.
 *
 * @reads qfrc_smooth efm_c efm_ca metricForce
 * @writes metricForce qacc_smooth
 */
function effectiveAcceleration(m: Model, d: Data): void {
  add(d.metricForce, 0, d.qfrc_smooth, 0, d.efm_c, 0, m.nv);
  addTo(d.metricForce, 0, d.efm_ca, 0, m.nv);
  solveMetric(d.qacc_smooth, m, d, d.metricForce);
}

import { xfrcAccumulate } from '../kinematics/apply-force.ts';
import type { Data, Model } from '../model/kernel.ts';
import { solveM } from './factor.ts';

/**
 * Acceleration without constraints: M·qacc_smooth = passive - bias + applied + actuator + Jᵀ·xfrc_applied.
 *
 * @reads qfrc_passive qfrc_bias qfrc_applied qfrc_actuator qfrc_smooth
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
  solveM(m, d, d.qacc_smooth, 0, qfrc_smooth, 0, 1);
}

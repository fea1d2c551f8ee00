import type { i32 } from '../dialect.ts';
import { xfrcAccumulate } from '../kinematics/apply-force.ts';
import { add, addTo } from '../math/linear/dense.ts';
import { solveMetric } from '../metric/product.ts';
import type { Data, Model } from '../model/classes.ts';
import { S_AWAKE } from '../model/constants.ts';
import { someAsleep } from '../sleep/state.ts';
import { solveAwake, solveM } from './factor.ts';

/**
 * Forces without those of constraints: qfrc_smooth = passive - bias + applied + actuator + Jᵀ·xfrc_applied.
 *
 * @reads qfrc_passive qfrc_bias qfrc_applied qfrc_actuator nv_awake dof_awake_ind
 * @writes qfrc_smooth
 */
export function smoothForces(m: Model, d: Data): void {
  const { qfrc_passive, qfrc_bias, qfrc_applied, qfrc_actuator, qfrc_smooth } = d;
  const filter = someAsleep(m, d);
  const nv: i32 = filter ? d.nv_awake : m.nv;
  const dof_awake_ind = d.dof_awake_ind;
  for (let k = 0; k < nv; k++) {
    const i = filter ? dof_awake_ind[k] : k;
    qfrc_smooth[i] = qfrc_passive[i] - qfrc_bias[i] + qfrc_applied[i] + qfrc_actuator[i];
  }
  xfrcAccumulate(m, d, qfrc_smooth, 0);
}

/**
 * Acceleration without constraints: M·qacc_smooth = qfrc_smooth.
 *
 * @reads efm_active qfrc_smooth qLD qLDiagInv nv_awake dof_awake_ind
 * @writes qacc_smooth
 * @see mj_fwdAcceleration
 */
export function smoothAcceleration(m: Model, d: Data): void {
  smoothForces(m, d);
  if (d.efm_active !== 0) effectiveAcceleration(m, d);
  else if (someAsleep(m, d)) {
    for (let k = 0; k < d.nv_awake; k++) d.qacc_smooth[d.dof_awake_ind[k]] = d.qfrc_smooth[d.dof_awake_ind[k]];
    solveAwake(m, d, d.qacc_smooth, d.qLD, d.qLDiagInv);
  } else solveM(m, d, d.qacc_smooth, 0, d.qfrc_smooth, 0, 1);
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
  if (someAsleep(m, d)) solveAwakeMetric(m, d);
  else solveMetric(d.qacc_smooth, m, d, d.metricForce);
}

/**
 * The same at the dofs that are awake; forces on sleeping dofs are ignored.
 *
 * @reads metricForce body_awake nv_awake dof_awake_ind smoothVec
 * @writes metricForce smoothVec qacc_smooth
 */
function solveAwakeMetric(m: Model, d: Data): void {
  for (let i = 0; i < m.nv; i++) if (d.body_awake[m.dof_bodyid[i]] !== S_AWAKE) d.metricForce[i] = 0;
  solveMetric(d.smoothVec, m, d, d.metricForce);
  for (let k = 0; k < d.nv_awake; k++) d.qacc_smooth[d.dof_awake_ind[k]] = d.smoothVec[d.dof_awake_ind[k]];
}

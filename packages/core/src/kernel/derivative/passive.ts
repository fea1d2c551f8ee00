// @cold

import type { i32 } from '../dialect.ts';
import { dampingPoly, totalDamping } from '../inertia/reflected.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_DAMPER, DSBL_SPRING } from '../model/constants.ts';
import { dofSmoothLoss, frictionSlope, tendonSmoothLoss } from '../passive/friction-loss.ts';
import { jointLimitDamping, tendonLimitDamping } from '../passive/limit-penalty.ts';
import { polyDerivative } from '../passive/polynomial.ts';
import { someAsleep, tendonAsleep } from '../sleep/state.ts';
import { fluidByVel } from './fluid.ts';
import { addSquare } from './product.ts';

/**
 * qDeriv += d qfrc_passive / d qvel.
 *
 * @see mjd_passive_vel
 */
export function passiveByVel(m: Model, d: Data): void {
  const flags = m.opt_disableflags;
  if ((flags & DSBL_SPRING) !== 0 && (flags & DSBL_DAMPER) !== 0) return;
  fluidByVel(d.qDeriv, m, d, false);
  if ((flags & DSBL_DAMPER) !== 0) return;
  dofDampersByVel(m, d);
  const filter = someAsleep(m, d);
  for (let t = 0; t < m.ntendon; t++) if (!filter || !tendonAsleep(m, d, t)) tendonDamperByVel(m, d, t);
  if (m.extensionFlags !== 0) extensionsByVel(m, d);
}

/**
 * @reads qvel nv_awake dof_awake_ind
 * @writes qDeriv
 */
function dofDampersByVel(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  const nv: i32 = filter ? d.nv_awake : m.nv;
  for (let k = 0; k < nv; k++) {
    const i = filter ? d.dof_awake_ind[k] : k;
    const j = m.dof_jntid[i];
    const b = totalDamping(m, false, j, m.jnt_actuatorid[j], m.dof_damping[i], m.dof_dampingpoly, 2 * i);
    d.qDeriv[m.D_rowadr[i] + m.D_diag[i]] -= polyDerivative(b, dampingPoly, 0, Math.abs(d.qvel[i]));
  }
}

/** @reads ten_velocity ten_J */
function tendonDamperByVel(m: Model, d: Data, t: i32): void {
  const b = totalDamping(m, true, t, m.tendon_actuatorid[t], m.tendon_damping[t], m.tendon_dampingpoly, 2 * t);
  const slope = -polyDerivative(b, dampingPoly, 0, Math.abs(d.ten_velocity[t]));
  if (slope !== 0) addSquare(d.qDeriv, m, d.ten_J, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t], slope);
}

/** Friction loss and limits that are forces. @reads qvel ten_velocity ten_J */
function extensionsByVel(m: Model, d: Data): void {
  for (let i = 0; i < m.nv; i++) {
    const slope = frictionSlope(m, dofSmoothLoss(m, i), d.qvel[i]) + jointLimitDamping(m, d, m.dof_jntid[i]);
    d.qDeriv[m.D_rowadr[i] + m.D_diag[i]] -= slope;
  }
  for (let t = 0; t < m.ntendon; t++) {
    const slope = frictionSlope(m, tendonSmoothLoss(m, t), d.ten_velocity[t]) + tendonLimitDamping(m, d, t);
    if (slope !== 0) addSquare(d.qDeriv, m, d.ten_J, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t], -slope);
  }
}

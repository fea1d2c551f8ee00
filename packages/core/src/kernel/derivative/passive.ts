// @cold

import type { i32 } from '../dialect.ts';
import { dampingPoly, totalDamping } from '../inertia/reflected.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_DAMPER, DSBL_SPRING, OBJ_FLEX, S_AWAKE } from '../model/constants.ts';
import { dofSmoothLoss, frictionSlope, tendonSmoothLoss } from '../passive/friction-loss.ts';
import { jointLimitDamping, tendonLimitDamping } from '../passive/limit-penalty.ts';
import { polyDerivative } from '../passive/polynomial.ts';
import { sleepState, someAsleep, tendonAsleep } from '../sleep/state.ts';
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
  for (let f = 0; f < m.nflex; f++) if (!filter || sleepState(m, d, OBJ_FLEX, f) === S_AWAKE) flexDampersByVel(m, d, f);
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

/** Dampers along the edges of flex `f`; where they couple dofs that M does not, that is left out. @reads flexedge_J */
function flexDampersByVel(m: Model, d: Data, f: i32): void {
  const slope = -m.flex_edgedamping[f];
  if (slope === 0 || m.flex_rigid[f] !== 0) return;
  const end = m.flex_edgeadr[f] + m.flex_edgenum[f];
  for (let e = m.flex_edgeadr[f]; e < end; e++) {
    if (m.flexedge_rigid[e] !== 0) continue;
    addSquare(d.qDeriv, m, d.flexedge_J, m.flexedge_J_colind, m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e], slope);
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

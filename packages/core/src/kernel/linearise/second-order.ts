// @cold

import { freeBodyBlock, isFreeBody } from '../derivative/free-body.ts';
import { smoothByVel } from '../derivative/smooth.ts';
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { dampingPoly, totalDamping } from '../inertia/reflected.ts';
import { dampsImplicitly } from '../integrate/euler.ts';
import { comVel } from '../kinematics/com-velocity.ts';
import { lengthVelocity } from '../kinematics/length-velocity.ts';
import { copy } from '../math/linear/dense.ts';
import { max } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  BIAS_AFFINE,
  GAIN_AFFINE,
  INT_DISCRETE,
  INT_EULER,
  INT_IMPLICIT,
  INT_SPRINGDAMPER,
  JNT_FREE,
} from '../model/constants.ts';
import { polyDerivative } from '../passive/polynomial.ts';

const block = scratchF64(36); // matrix of a free body's step
const NUDGE: f64 = 1e-4; // of velocities; the slopes are linear in them, or nearly

/**
 * How the matrix of an implicit step varies with velocity: columns += h·d(D(v)·acc)/d v, with D the slope of the forces that is implicit.
 * Second derivatives commute, so that this is the slope of D along the acceleration, which takes two evaluations for all columns. `saved`
 * (2·nv from `s` on) is working memory.
 *
 * @reads qvel qacc stepAcc
 * @writes qvel
 */
export function addSecondOrder(m: Model, d: Data, columns: F64, c: i32, saved: F64, s: i32): void {
  const nv = m.nv;
  const integrator = m.opt_integrator;
  const acc: F64 = integrator === INT_DISCRETE ? d.qacc : d.stepAcc;
  copy(saved, s, d.qvel, 0, nv);
  copy(saved, s + nv, acc, 0, nv);
  if (integrator === INT_EULER || integrator === INT_SPRINGDAMPER) {
    if (integrator === INT_SPRINGDAMPER || dampsImplicitly(m, d, false)) addDampers(m, columns, c, saved, s);
    return;
  }
  let most: f64 = 0;
  for (let i = 0; i < nv; i++) most = max(most, Math.abs(saved[s + nv + i]));
  const eps: f64 = NUDGE / (1 + most);
  const varies = integrator === INT_IMPLICIT || slopesVary(m);
  addSlopes(m, d, columns, c, saved, s, eps, varies);
  addSlopes(m, d, columns, c, saved, s, -eps, varies);
  copy(d.qvel, 0, saved, s, nv);
  if (!varies) return;
  comVel(m, d);
  lengthVelocity(m, d);
}

/** Whether the slopes of dampers and actuators in the matrix of an `implicitfast` step vary with velocity. */
function slopesVary(m: Model): boolean {
  if (m.opt_integrator === INT_DISCRETE) return false;
  for (let k = 0; k < 2 * m.nv; k++) if (m.dof_dampingpoly[k] !== 0) return true;
  for (let k = 0; k < 2 * m.ntendon; k++) if (m.tendon_dampingpoly[k] !== 0) return true;
  for (let a = 0; a < m.nactuator; a++) {
    if (m.actuator_dampingpoly[2 * a] !== 0 || m.actuator_dampingpoly[2 * a + 1] !== 0) return true;
    if (m.actuator_gaintype[a] > GAIN_AFFINE || m.actuator_biastype[a] > BIAS_AFFINE) return true;
  }
  return false;
}

/** Dampers of dofs: each slope varies with its own velocity only. */
function addDampers(m: Model, columns: F64, c: i32, saved: F64, s: i32): void {
  const nv = m.nv;
  for (let i = 0; i < nv; i++) {
    const j = m.dof_jntid[i];
    const b = totalDamping(m, false, j, m.jnt_actuatorid[j], m.dof_damping[i], m.dof_dampingpoly, 2 * i);
    const more = polyDerivative(b, dampingPoly, 0, Math.abs(saved[s + i] + NUDGE));
    const less = polyDerivative(b, dampingPoly, 0, Math.abs(saved[s + i] - NUDGE));
    columns[c + i * (nv + 1)] -= m.opt_timestep * ((more - less) / (2 * NUDGE)) * saved[s + nv + i];
  }
}

/** columns += h/(2·eps)·D(v + eps·acc), of what is implicit and `varies`, and of free bodies. @reads qDeriv @writes qvel qDeriv */
function addSlopes(m: Model, d: Data, columns: F64, c: i32, saved: F64, s: i32, eps: f64, varies: boolean): void {
  const nv = m.nv;
  const scale: f64 = m.opt_timestep / (2 * eps);
  for (let i = 0; i < nv; i++) d.qvel[i] = saved[s + i] + eps * saved[s + nv + i];
  if (varies) {
    comVel(m, d);
    lengthVelocity(m, d);
    smoothByVel(m, d, m.opt_integrator === INT_IMPLICIT);
    for (let i = 0; i < nv; i++) addRow(m, d, i, columns, c, scale);
  }
  if (m.opt_integrator !== INT_IMPLICIT) subtractFreeBodies(m, d, columns, c, 1 / (2 * eps));
}

/** columns -= scale·(M - h·D) of free bodies, of which the bias is implicit, too. @reads M */
function subtractFreeBodies(m: Model, d: Data, columns: F64, c: i32, scale: f64): void {
  for (let j = 0; j < m.njnt; j++) {
    const adr = m.jnt_dofadr[j];
    if (!turnsFreely(m, d, adr) || !freeBodyBlock(m, d, j, block, d.M, false)) continue;
    for (let r = 0; r < 6; r++)
      for (let k = 0; k < 6; k++) columns[c + (adr + k) * m.nv + adr + r] -= scale * block[6 * r + k];
  }
}

/** Whether dof `i` is of a free body whose gyroscopic forces are implicit. @reads treeTouched */
function turnsFreely(m: Model, d: Data, i: i32): boolean {
  const j = m.dof_jntid[i];
  if (m.jnt_type[j] !== JNT_FREE || !isFreeBody(m, m.jnt_bodyid[j])) return false;
  return m.opt_integrator !== INT_DISCRETE || d.treeTouched[m.dof_treeid[i]] === 0;
}

/** @reads qDeriv */
function addRow(m: Model, d: Data, i: i32, columns: F64, c: i32, scale: f64): void {
  const end = m.D_rowadr[i] + m.D_rownnz[i];
  for (let k = m.D_rowadr[i]; k < end; k++) columns[c + m.D_colind[k] * m.nv + i] += scale * d.qDeriv[k];
}

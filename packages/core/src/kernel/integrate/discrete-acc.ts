// @cold

import { freeBodyBlock } from '../derivative/free-body.ts';
import { scratchF64 } from '../dialect.ts';
import { solveM } from '../inertia/factor.ts';
import { mulM } from '../inertia/mass-matrix.ts';
import { dampingPoly, totalDamping } from '../inertia/reflected.ts';
import { copy, mulMatVec } from '../math/linear/dense.ts';
import { mulMatVecSparse, mulSymVecSparse } from '../math/linear/sparse.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_EULERDAMP, INT_EULER, INT_IMPLICIT, INT_IMPLICITFAST } from '../model/constants.ts';
import { polyDerivative } from '../passive/polynomial.ts';
import { dofsHaveDamping } from './euler.ts';
import { setFastInertia, setFullInertia } from './implicit.ts';

const block = scratchF64(36); // M - h·qDeriv of a free body

/**
 * Replaces `qacc`, a difference quotient of velocities over one time step, by the acceleration that makes the
 * integrator produce it; `restoreAcc` puts it back. Runge-Kutta has no such acceleration, and that of the discrete integrator is
 * the quotient itself.
 *
 * @reads qacc smoothVec
 * @writes savedAcc qacc
 * @see mj_discreteAcc
 */
export function continuousAcc(m: Model, d: Data): void {
  copy(d.savedAcc, 0, d.qacc, 0, m.nv);
  const integrator = m.opt_integrator;
  if (integrator === INT_IMPLICIT) fullForce(m, d);
  else if (integrator === INT_IMPLICITFAST) fastForce(m, d);
  else if (integrator === INT_EULER && (m.opt_disableflags & DSBL_EULERDAMP) === 0 && dofsHaveDamping(m, d, false))
    dampedForce(m, d);
  else return;
  solveM(m, d, d.qacc, 0, d.smoothVec, 0, 1);
}

/**
 * smoothVec = (M + h·dB/dv)·qacc
 *
 * @reads qvel
 * @writes smoothVec
 */
function dampedForce(m: Model, d: Data): void {
  const force = d.smoothVec;
  mulM(m, d, force, 0, d.qacc, 0);
  for (let i = 0; i < m.nv; i++) {
    const j = m.dof_jntid[i];
    const b = totalDamping(m, false, j, m.jnt_actuatorid[j], m.dof_damping[i], m.dof_dampingpoly, 2 * i);
    force[i] += m.opt_timestep * polyDerivative(b, dampingPoly, 0, Math.abs(d.qvel[i])) * d.qacc[i];
  }
}

/**
 * smoothVec = (M - h·qDeriv)·qacc with all derivatives
 *
 * @reads qLU
 * @writes smoothVec
 */
function fullForce(m: Model, d: Data): void {
  setFullInertia(m, d);
  mulMatVecSparse(d.smoothVec, 0, d.qLU, d.qacc, 0, m.nv, m.D_rownnz, m.D_rowadr, m.D_colind);
}

/**
 * smoothVec = (M - h·qDeriv)·qacc without the bias, but with that of free bodies
 *
 * @reads qH M
 * @writes smoothVec
 */
function fastForce(m: Model, d: Data): void {
  setFastInertia(m, d);
  mulSymVecSparse(d.smoothVec, 0, d.qH, d.qacc, 0, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind);
  for (let j = 0; j < m.njnt; j++) {
    if (!freeBodyBlock(m, d, j, block, d.M, true)) continue;
    mulMatVec(d.smoothVec, m.jnt_dofadr[j], block, 0, d.qacc, m.jnt_dofadr[j], 6, 6);
  }
}

/**
 * Puts `qacc` back after `continuousAcc`.
 *
 * @reads savedAcc
 * @writes qacc
 */
export function restoreAcc(m: Model, d: Data): void {
  copy(d.qacc, 0, d.savedAcc, 0, m.nv);
}

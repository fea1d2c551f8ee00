import { solveM } from '../inertia/factor.ts';
import { mulM } from '../inertia/mass-matrix.ts';
import { dampingPoly, totalDamping } from '../inertia/reflected.ts';
import { copy } from '../math/dense.ts';
import { DSBL_EULERDAMP, INT_EULER } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { polyDerivative } from '../passive/polynomial.ts';
import { dofsHaveDamping } from './euler.ts';

/**
 * Replaces `qacc`, a difference quotient of velocities over one time step, by the acceleration that makes the
 * integrator produce it; `restoreAcc` puts it back. Runge-Kutta has no such acceleration.
 *
 * @reads qacc qvel smoothVec
 * @writes savedAcc smoothVec qacc
 * @see mj_discreteAcc
 */
export function continuousAcc(m: Model, d: Data): void {
  copy(d.savedAcc, 0, d.qacc, 0, m.nv);
  if (m.opt_integrator !== INT_EULER || (m.opt_disableflags & DSBL_EULERDAMP) !== 0 || !dofsHaveDamping(m)) return;

  // (M + h·dB/dv)·qacc
  const force = d.smoothVec;
  mulM(m, d, force, 0, d.qacc, 0);
  for (let i = 0; i < m.nv; i++) {
    const j = m.dof_jntid[i];
    const b = totalDamping(m, false, j, m.jnt_actuatorid[j], m.dof_damping[i], m.dof_dampingpoly, 2 * i);
    force[i] += m.opt_timestep * polyDerivative(b, dampingPoly, 0, Math.abs(d.qvel[i])) * d.qacc[i];
  }
  solveM(m, d, d.qacc, 0, force, 0, 1);
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

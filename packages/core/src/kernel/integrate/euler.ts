import type { i32 } from '../dialect.ts';
import { copyAwakeRows, factorInertia, solveAwake } from '../inertia/factor.ts';
import { dampingPoly, totalDamping } from '../inertia/reflected.ts';
import { add, copy } from '../math/linear/dense.ts';
import { ldlSolve } from '../math/linear/ldl.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_DAMPER, DSBL_EULERDAMP } from '../model/constants.ts';
import { polyDerivative } from '../passive/polynomial.ts';
import { someAsleep } from '../sleep/state.ts';
import { advance } from './advance.ts';

/** Whether some dof has damping, of those that are awake, if `filter`. @reads nv_awake dof_awake_ind */
export function dofsHaveDamping(m: Model, d: Data, filter: boolean): boolean {
  const nv: i32 = filter ? d.nv_awake : m.nv;
  for (let k = 0; k < nv; k++) {
    const i = filter ? d.dof_awake_ind[k] : k;
    if (m.dof_damping[i] > 0 || m.dof_dampingpoly[2 * i] !== 0 || m.dof_dampingpoly[2 * i + 1] !== 0) return true;
    if (m.jnt_actuatorid[m.dof_jntid[i]] !== -1) return true;
  }
  return false;
}

/** Whether damping of dofs is implicit in a semi-implicit Euler step. */
export function dampsImplicitly(m: Model, d: Data, filter: boolean): boolean {
  return (m.opt_disableflags & (DSBL_EULERDAMP | DSBL_DAMPER)) === 0 && dofsHaveDamping(m, d, filter);
}

/**
 * The factor of qH = M + h·dB/dv, the inertia that damping adds to over one step.
 *
 * @reads M qvel qH nv_awake dof_awake_ind
 * @writes qH qHDiagInv
 */
function factorDamped(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  const nv: i32 = filter ? d.nv_awake : m.nv;
  if (filter) copyAwakeRows(m, d, d.qH);
  else copy(d.qH, 0, d.M, 0, m.nC);
  for (let k = 0; k < nv; k++) {
    const i = filter ? d.dof_awake_ind[k] : k;
    const j = m.dof_jntid[i];
    const b = totalDamping(m, false, j, m.jnt_actuatorid[j], m.dof_damping[i], m.dof_dampingpoly, 2 * i);
    d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1] += m.opt_timestep * polyDerivative(b, dampingPoly, 0, Math.abs(d.qvel[i]));
  }
  factorInertia(m, d, d.qH, d.qHDiagInv);
}

/**
 * Semi-implicit Euler step; damping of dofs is implicit: (M + h·dB/dv)·acc = forces.
 * With `keepFactor`, qH is the factor of an earlier call.
 *
 * @reads qacc qfrc_smooth qfrc_constraint qH qHDiagInv act_dot stepAcc qvel
 * @writes stepAcc
 * @see mj_Euler
 */
export function eulerSkip(m: Model, d: Data, keepFactor: boolean): void {
  const nv = m.nv;
  const filter = someAsleep(m, d);
  if (dampsImplicitly(m, d, filter)) {
    if (!keepFactor) factorDamped(m, d);
    add(d.stepAcc, 0, d.qfrc_smooth, 0, d.qfrc_constraint, 0, nv);
    if (filter) solveAwake(m, d, d.stepAcc, d.qH, d.qHDiagInv);
    else ldlSolve(d.stepAcc, 0, d.qH, d.qHDiagInv, nv, 1, m.M_rownnz, m.M_rowadr, m.M_colind);
  } else copy(d.stepAcc, 0, d.qacc, 0, nv);
  advance(m, d, d.act_dot, d.stepAcc, d.qvel);
}

/** Semi-implicit Euler step. */
export function euler(m: Model, d: Data): void {
  eulerSkip(m, d, false);
}

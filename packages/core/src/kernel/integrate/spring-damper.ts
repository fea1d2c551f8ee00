// @cold

import { factorInertia, solveAwake } from '../inertia/factor.ts';
import { add, copy } from '../math/linear/dense.ts';
import { ldlSolve } from '../math/linear/ldl.ts';
import { dofTerms } from '../metric/metric.ts';
import { jointStiffness } from '../metric/stiffness.ts';
import type { Data, Model } from '../model/classes.ts';
import { someAsleep } from '../sleep/state.ts';
import { advance } from './advance.ts';

/**
 * Step implicit in the springs and dampers of joints, and only in those: (M + h·D + h²·K)·acc = f - h·K·v, with f all forces at the start
 * of the step. Constraints are solved in the metric of M. An extension; the discrete integrator has this metric everywhere.
 *
 * @reads M efm_diag efm_c qfrc_smooth qfrc_constraint qH qHDiagInv act_dot stepAcc qvel
 * @writes efm_c qH qHDiagInv stepAcc
 */
export function springDamperStep(m: Model, d: Data): void {
  const nv = m.nv;
  for (let i = 0; i < nv; i++) d.efm_c[i] = 0;
  jointStiffness(m, d);
  dofTerms(m, d);
  copy(d.qH, 0, d.M, 0, m.nC);
  for (let i = 0; i < nv; i++) d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1] += d.efm_diag[i];
  const filter = someAsleep(m, d);
  factorInertia(m, d, d.qH, d.qHDiagInv);
  add(d.stepAcc, 0, d.qfrc_smooth, 0, d.qfrc_constraint, 0, nv);
  for (let i = 0; i < nv; i++) d.stepAcc[i] += d.efm_c[i];
  if (filter) solveAwake(m, d, d.stepAcc, d.qH, d.qHDiagInv);
  else ldlSolve(d.stepAcc, 0, d.qH, d.qHDiagInv, nv, 1, m.M_rownnz, m.M_rowadr, m.M_colind);
  advance(m, d, d.act_dot, d.stepAcc, d.qvel);
}

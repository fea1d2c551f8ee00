// @cold

import { integratesDiscretely } from '../constraint/end-of-step.ts';
import { subtractBiasByVel } from '../derivative/inverse-dynamics.ts';
import { smoothByVel } from '../derivative/smooth.ts';
import type { F64, f64, I32, i32 } from '../dialect.ts';
import { solveM } from '../inertia/factor.ts';
import { mulM } from '../inertia/mass-matrix.ts';
import { dampsImplicitly } from '../integrate/euler.ts';
import { solveImplicit } from '../integrate/implicit.ts';
import { cholPanel, solvePanel, solvePanelT } from '../math/frontal/panel.ts';
import { copy, zero } from '../math/linear/dense.ts';
import { ldlSolve } from '../math/linear/ldl.ts';
import { luFactor, luSolve } from '../math/linear/lu.ts';
import { sym2dense } from '../math/linear/sparse.ts';
import { maxI } from '../math/scalar.ts';
import { Coupling, nextCoupling, startCouplings } from '../metric/couplings.ts';
import { setGyroscopic } from '../metric/free-bodies.ts';
import { isCoupled, metricMatrix } from '../metric/product.ts';
import type { Data, Model } from '../model/classes.ts';
import { INT_EULER, INT_IMPLICIT, INT_IMPLICITFAST, INT_SPRINGDAMPER } from '../model/constants.ts';
import { DofRange, setRowTrees } from './row-trees.ts';
import { addRows, rowsVary, updateRows } from './rows.ts';
import { addSecondOrder } from './second-order.ts';

const coupling = new Coupling(); // the term of the metric at hand
const answering = new DofRange(); // dofs whose forces the rows answer

/**
 * Derivatives of the velocity after a step by the velocity before it, from what that step has left: forces, factors, rows and their states.
 *
 *     H·acc = f(v) + JᵀW·aref(v)      H = M + JᵀWJ, W the second derivative of the cost of the rows
 *     K(v)·step = M·acc(v)            K the matrix of the integrator: M, M + h·B, M - h·D ...
 *     v' = v + h·step
 *
 * `work` is H (nv×nv), 2·nv numbers of working memory, the result, for each velocity a column of nv numbers, with room for as many columns as there are
 * activations or controls, and 36·nbody + 6·nv numbers of working memory. `stepByForce` needs H.
 *
 * @reads qDeriv
 */
export function stepByVel(m: Model, d: Data, work: F64): void {
  const nv = m.nv;
  const saved: i32 = nv * nv;
  const c: i32 = saved + 2 * nv;
  smoothByVel(m, d, false);
  zero(work, c, nv * nv);
  for (let i = 0; i < nv; i++) {
    const end = m.D_rowadr[i] + m.D_rownnz[i];
    for (let k = m.D_rowadr[i]; k < end; k++) work[c + m.D_colind[k] * nv + i] = d.qDeriv[k];
  }
  subtractBiasByVel(m, d, work, c, c + nv * maxI(nv, maxI(m.na, m.nu)));
  updateRows(m, d);
  answering.first = 0;
  answering.end = 0;
  if (rowsVary(d)) setRowTrees(m, d, answering);
  if (integratesDiscretely(m)) subtractSprings(m, d, work, c);
  if (solvesRows(m, d)) setHessian(m, d, work, c);
  if (integratesDiscretely(m)) addSecondOrder(m, d, work, c, work, saved);
  else throughRows(m, d, work, c, nv);
  if (!integratesDiscretely(m)) addSecondOrder(m, d, work, c, work, saved);
  if (m.opt_integrator === INT_SPRINGDAMPER) for (let i = 0; i < nv; i++) work[c + i * (nv + 1)] -= d.efm_ck[i];
  if (m.opt_integrator === INT_IMPLICITFAST) smoothByVel(m, d, false); // free bodies are solved with it
  finish(m, d, work, c, nv);
  for (let i = 0; i < nv; i++) work[c + i * (nv + 1)] += 1;
}

/** The `n` forces in the columns of `work` with what the rows answer; those of the discrete integrator are left. After `stepByVel`. */
export function answerForces(m: Model, d: Data, work: F64, n: i32): void {
  if (!integratesDiscretely(m)) throughRows(m, d, work, m.nv * (m.nv + 2), n);
}

/** The `n` forces in the columns of `work`, after `answerForces`, become changes of the velocity after the step. */
export function stepByForce(m: Model, d: Data, work: F64, n: i32): void {
  finish(m, d, work, m.nv * (m.nv + 2), n);
}

/** Whether accelerations are found with H: where rows vary with them, and in the metric of the discrete integrator. */
function solvesRows(m: Model, d: Data): boolean {
  return integratesDiscretely(m) || rowsVary(d);
}

/** The factor of H, and the part of the rows in the columns. @writes luLeft */
function setHessian(m: Model, d: Data, work: F64, c: i32): void {
  const nv = m.nv;
  sym2dense(work, 0, metricMatrix(d), nv, m.M_rownnz, m.M_rowadr, m.M_colind);
  if (integratesDiscretely(m)) {
    if (isCoupled(d)) addCouplings(m, d, work);
    setGyroscopic(m, d, work);
  }
  addRows(m, d, work, work, c);
  // that of the discrete integrator need not be symmetric; luLeft has the exchanged rows
  if (integratesDiscretely(m)) luFactor(work, 0, nv, d.luLeft, 0);
  else {
    const n: i32 = answering.end - answering.first;
    cholPanel(work, answering.first * (nv + 1), nv, n, n);
  }
}

/** H += the terms of tendons and actuators. */
function addCouplings(m: Model, d: Data, H: F64): void {
  startCouplings(coupling);
  while (nextCoupling(coupling, m, d)) {
    addSquare(m, H, 0, coupling.scale, coupling.value, coupling.column, coupling.adr, coupling.end);
  }
}

/** mat (nv×nv) += s·JᵀJ of a sparse row. */
function addSquare(m: Model, mat: F64, a: i32, s: f64, value: F64, column: I32, adr: i32, end: i32): void {
  for (let k = adr; k < end; k++)
    for (let l = adr; l < end; l++) mat[a + column[k] * m.nv + column[l]] += s * value[k] * value[l];
}

/**
 * Springs that act at the end of the step are stretched by h·v more: columns -= h·K.
 *
 * @reads efm_ck efm_tk efm_tid ten_J nefmT nefmA efm_aid efm_ak actuator_moment moment_colind moment_rowadr moment_rownnz
 */
function subtractSprings(m: Model, d: Data, columns: F64, c: i32): void {
  for (let i = 0; i < m.nv; i++) columns[c + i * (m.nv + 1)] -= d.efm_ck[i];
  for (let t = 0; t < d.nefmT; t++) {
    const adr = m.ten_J_rowadr[d.efm_tid[t]];
    addSquare(m, columns, c, -d.efm_tk[t], d.ten_J, m.ten_J_colind, adr, adr + m.ten_J_rownnz[d.efm_tid[t]]);
  }
  for (let k = 0; k < d.nefmA; k++) {
    const a = d.efm_aid[k];
    const end = m.actuator_outadr[a] + m.actuator_outnum[a];
    for (let o = m.actuator_outadr[a]; o < end; o++) {
      const adr = d.moment_rowadr[o];
      addSquare(m, columns, c, -d.efm_ak[k], d.actuator_moment, d.moment_colind, adr, adr + d.moment_rownnz[o]);
    }
  }
}

/** Forces with what the rows answer: M·H⁻¹·force. @writes implicitForce smoothVec */
function throughRows(m: Model, d: Data, work: F64, c: i32, n: i32): void {
  const nv = m.nv;
  const first = answering.first;
  const count: i32 = answering.end - first;
  const factor: i32 = first * (nv + 1);
  if (count === 0) return;
  zero(d.implicitForce, 0, nv);
  for (let k = 0; k < n; k++) {
    const x: i32 = c + k * nv + first;
    if (isZero(work, x, count)) continue;
    solvePanel(work, x, work, factor, nv, count, count);
    solvePanelT(work, x, work, factor, nv, count, count);
    copy(d.implicitForce, first, work, x, count);
    mulM(m, d, d.smoothVec, 0, d.implicitForce, 0);
    copy(work, x, d.smoothVec, first, count);
  }
}

function isZero(a: F64, i: i32, n: i32): boolean {
  for (let k = 0; k < n; k++) if (a[i + k] !== 0) return false;
  return true;
}

/** Velocities of forces: h·K⁻¹·force. The acceleration of the step, of which `work` has a copy, stays. @reads stepAcc qH qHDiagInv luLeft @writes implicitForce stepAcc */
function finish(m: Model, d: Data, work: F64, c: i32, n: i32): void {
  const nv = m.nv;
  for (let k = 0; k < n; k++) {
    const x: i32 = c + k * nv;
    copy(d.implicitForce, 0, work, x, nv);
    if (integratesDiscretely(m)) luSolve(d.stepAcc, 0, work, 0, d.implicitForce, 0, d.luLeft, 0, nv);
    else solveStep(m, d);
    for (let i = 0; i < nv; i++) work[x + i] = m.opt_timestep * d.stepAcc[i];
  }
  if (!integratesDiscretely(m)) copy(d.stepAcc, 0, work, nv * (nv + 1), nv);
}

/** stepAcc = K⁻¹·implicitForce, with the factor of the last step. */
function solveStep(m: Model, d: Data): void {
  const integrator = m.opt_integrator;
  if (integrator === INT_IMPLICIT || integrator === INT_IMPLICITFAST) {
    solveImplicit(m, d, true);
    return;
  }
  if (integrator === INT_EULER && !dampsImplicitly(m, d, false)) {
    solveM(m, d, d.stepAcc, 0, d.implicitForce, 0, 1);
    return;
  }
  copy(d.stepAcc, 0, d.implicitForce, 0, m.nv);
  ldlSolve(d.stepAcc, 0, d.qH, d.qHDiagInv, m.nv, 1, m.M_rownnz, m.M_rowadr, m.M_colind);
}

/** Products with the effective metric of the discrete integrator, and its inverse. @cold */
import type { F64, f64, i32 } from '../dialect.ts';
import { addScl, addToScl, copy, dot, zero } from '../math/linear/dense.ts';
import { ldlSolve } from '../math/linear/ldl.ts';
import { mulSymVecSparse } from '../math/linear/sparse.ts';
import { MINVAL } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { WARN_INERTIA } from '../model/constants.ts';
import { hostWarning } from '../model/host.ts';
import { Coupling, nextCoupling, startCouplings } from './couplings.ts';
import { addFlexes, isFlexed, leaveOutFlexes, solveFlexes } from './flex.ts';
import { inOrder, Order } from './order.ts';

const coupling = new Coupling(); // the term at hand
const modelOrder = new Order();

/** Whether the metric of the solver is more than M. @reads efm_active metricTerms */
export function isEffective(d: Data): boolean {
  return d.efm_active !== 0 && d.metricTerms !== 0;
}

/** Whether tendons, actuators or passive contacts couple dofs in the metric. @reads nefmT nefmA nefmcon */
export function isCoupled(d: Data): boolean {
  return isEffective(d) && (d.nefmT > 0 || d.nefmA > 0 || d.nefmcon > 0);
}

/** The metric in the pattern of M, without tendons and actuators. @reads M metricM */
export function metricMatrix(d: Data): F64 {
  return isEffective(d) ? d.metricM : d.M;
}

/** The factor of the metric with the diagonals of tendons and actuators. @reads qLD qH */
export function metricFactor(d: Data): F64 {
  return isEffective(d) ? d.qH : d.qLD;
}

/** The inverse diagonal of the factor. @reads qLDiagInv qHDiagInv */
export function metricDiagInv(d: Data): F64 {
  return isEffective(d) ? d.qHDiagInv : d.qLDiagInv;
}

/** res += Σ s·JᵀJ·vec over the tendons and actuators of the metric whose dofs are in [first, end) of `order`, the order of the vectors. */
export function addCouplings(res: F64, m: Model, d: Data, vec: F64, order: Order, first: i32, end: i32): void {
  startCouplings(coupling);
  while (nextCoupling(coupling, m, d)) {
    const { adr: start, end: stop, column, value } = coupling;
    if (start === stop || coupling.scale === 0) continue;
    const lead = inOrder(order, column[start]);
    if (lead < first || lead >= end) continue;
    let s: f64 = 0;
    for (let k = start; k < stop; k++) s += value[k] * vec[inOrder(order, column[k])];
    s *= coupling.scale;
    for (let k = start; k < stop; k++) res[inOrder(order, column[k])] += s * value[k];
  }
}

/** res = M̂·vec */
export function mulMetric(res: F64, m: Model, d: Data, vec: F64): void {
  mulSymVecSparse(res, 0, metricMatrix(d), vec, 0, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind);
  if (isCoupled(d)) addCouplings(res, m, d, vec, modelOrder, 0, m.nv);
  if (isFlexed(d)) addFlexes(res, m, d, vec, modelOrder, 0, m.nv);
}

/** x = vec divided by the backbone of the metric, and by the blocks of the points of flexes; these are not coupled with others here */
function solveBackbone(x: F64, m: Model, d: Data, vec: F64): void {
  copy(x, 0, vec, 0, m.nv);
  if (isFlexed(d)) leaveOutFlexes(x, m, d, modelOrder, 0, m.nv);
  ldlSolve(x, 0, metricFactor(d), metricDiagInv(d), m.nv, 1, m.M_rownnz, m.M_rowadr, m.M_colind);
  if (isFlexed(d)) solveFlexes(x, m, d, vec, modelOrder, 0, m.nv);
}

/**
 * x = M̂⁻¹·vec: directly without tendons, actuators and flexes, else by conjugate gradients with the backbone as preconditioner, until the residual
 * is `tolerance` of what it was. A `vec` that has NaN gives zero, as in the oracle.
 * `x` may be `vec`.
 *
 * @writes metricResidual metricSearch metricImage metricStep
 * @see mj_effSolve
 */
export function solveMetric(x: F64, m: Model, d: Data, vec: F64): void {
  if (!isCoupled(d) && !isFlexed(d)) {
    solveBackbone(x, m, d, vec);
    return;
  }
  const nv = m.nv;
  const { metricResidual: residual, metricSearch: search, metricImage: image, metricStep: step } = d;
  copy(residual, 0, vec, 0, nv);
  zero(x, 0, nv);
  const start = dot(residual, 0, residual, 0, nv);
  if (!(start > MINVAL)) return;
  const enough = m.opt_tolerance * m.opt_tolerance * start;
  solveBackbone(step, m, d, residual);
  copy(search, 0, step, 0, nv);
  let slope: f64 = dot(residual, 0, step, 0, nv);
  for (let k = 0; k < m.opt_iterations; k++) {
    mulMetric(image, m, d, search);
    const curvature = dot(search, 0, image, 0, nv);
    if (curvature <= 0) return;
    const alpha = slope / curvature;
    addToScl(x, 0, search, 0, alpha, nv);
    addToScl(residual, 0, image, 0, -alpha, nv);
    if (dot(residual, 0, residual, 0, nv) < enough) return;
    solveBackbone(step, m, d, residual);
    const next = dot(residual, 0, step, 0, nv);
    addScl(search, 0, step, 0, search, 0, next / slope, nv);
    slope = next;
  }
  if (dot(residual, 0, residual, 0, nv) >= enough) warnUnsolved(m, d);
}

/** The iterations did not suffice: names the dof that is farthest from its solution. */
function warnUnsolved(m: Model, d: Data): void {
  const residual = d.metricResidual;
  let worst = 0;
  for (let i = 1; i < m.nv; i++) if (Math.abs(residual[i]) > Math.abs(residual[worst])) worst = i;
  hostWarning(d, WARN_INERTIA, worst);
}

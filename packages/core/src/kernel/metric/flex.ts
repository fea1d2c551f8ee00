/**
 * The elasticity of flexes in the metric of the discrete integrator. Where something resists strain, the whole stiffness is assembled once per
 * step in `efm_K`, and the blocks of its points on the diagonal, with those of M, are factorised as a preconditioner. Sheets that
 * only bend have a constant stiffness, whose factor with M the model has (`efm0_L`); the conjugate gradients then apply its stencils.
 */
import { hasPassiveContacts } from '../constraint/contact-passive.ts';
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { isElastic } from '../flex/elastic.ts';
import { cholFactor, cholSolveSparse } from '../math/linear/cholesky.ts';
import { zeroI } from '../math/linear/dense.ts';
import { zero } from '../math/linear/leaf.ts';
import { MINVAL } from '../math/scalar.ts';
import { COUNT_NEFMDOF, COUNT_NEFML, type Data, type Model } from '../model/classes.ts';
import { DSBL_SPRING, INT_DISCRETE, SOL_NEWTON, SOL_PGS } from '../model/constants.ts';
import { reserve } from '../model/reserve.ts';
import { mulBlockRow } from './block-row.ts';
import { hasBending, mulBending } from './flex-bend.ts';
import { CLIQUE_STRETCH, hasKind, metricScale } from './flex-cliques.ts';
import { gridsAreSimple, hasGrids, mulGrids, turnStiffness } from './flex-grid.ts';
import { flexPattern, writePattern } from './flex-pattern.ts';
import { flexStiffness } from './flex-stiffness.ts';
import { inModel, inOrder, type Order } from './order.ts';

/** `metricFlex`: what of the flexes is in the metric. */
const FLEX_NONE: i32 = 0;
const FLEX_ASSEMBLED: i32 = 1;
const FLEX_BENDING: i32 = 2; // as stencils
const FLEX_GRIDS: i32 = 4; // as finite elements on any bodies

/** Whether flexes have a part in the metric. @reads metricFlex */
export function isFlexed(d: Data): boolean {
  return d.metricFlex !== FLEX_NONE;
}

/** Whether their stiffness is assembled, in whole or in part. @reads metricFlex */
export function isAssembled(d: Data): boolean {
  return (d.metricFlex & FLEX_ASSEMBLED) !== 0;
}

/** Whether finite elements are part of what is assembled. @reads metricFlex */
export function hasGridsAssembled(d: Data): boolean {
  return (d.metricFlex & FLEX_GRIDS) === 0;
}

/** Whether elastic flexes may be in the metric: all constraints are then solved as one system, as in MuJoCo. */
export function isElasticMetric(m: Model): boolean {
  if (m.opt_integrator !== INT_DISCRETE) return false;
  for (let f = 0; f < m.nflex; f++) if (isElastic(m, f)) return true;
  return hasPassiveContacts(m);
}

function hasStretch(m: Model): boolean {
  for (let f = 0; f < m.nflex; f++) if (hasKind(m, f, CLIQUE_STRETCH)) return true;
  return false;
}

/**
 * What the metric needs of the flexes at the position: their stiffness, and the factors of its blocks.
 *
 * @writes metricFlex nefmK nefmdof nefmL efm_K_rownnz efm_K_rowadr
 */
export function flexMetric(m: Model, d: Data): void {
  d.metricFlex = FLEX_NONE;
  d.nefmK = 0;
  d.nefmdof = 0;
  d.nefmL = 0;
  if (m.nflex === 0 || m.opt_integrator !== INT_DISCRETE || m.opt_solver === SOL_PGS) return;
  const grids = hasGrids(m);
  const bending = hasBending(m);
  const stretch = hasStretch(m);
  if (!grids && !bending && !stretch) {
    zeroI(d.efm_K_rownnz, 0, m.nv);
    zeroI(d.efm_K_rowadr, 0, m.nv);
    return;
  }
  if (grids) turnStiffness(m, d);
  const simple = grids && gridsAreSimple(m);
  if (stretch || simple || (bending && m.opt_solver === SOL_NEWTON)) {
    if (flexPattern(m, d, simple) > 0) {
      writePattern(m, d);
      flexStiffness(m, d, simple, 0);
      factorBlocks(m, d);
      d.metricFlex |= FLEX_ASSEMBLED;
    }
  } else {
    if (bending) d.metricFlex |= FLEX_BENDING;
    zeroI(d.efm_K_rownnz, 0, m.nv);
    zeroI(d.efm_K_rowadr, 0, m.nv);
  }
  if (grids && !simple) d.metricFlex |= FLEX_GRIDS;
}

/**
 * The 3×3 blocks of M and the stiffness on the diagonal, factorised.
 *
 * @reads M efm_K_val flexPointDof flexPairAdr flexPairNum flexPair flexPatternKey
 * @writes efm_L efm_dofid nefmdof nefmL flexBlockInv
 */
function factorBlocks(m: Model, d: Data): void {
  const points = d.flexPatternKey[1];
  reserve(m, d, COUNT_NEFMDOF, points);
  reserve(m, d, COUNT_NEFML, 9 * points);
  d.nefmdof = points;
  d.nefmL = 9 * points;
  const L = d.efm_L;
  const K = d.efm_K_val;
  for (let p = 0; p < points; p++) {
    const dof = d.flexPointDof[p];
    const adr = d.flexPairAdr[p];
    const stride = 3 * d.flexPairNum[p];
    let k = adr;
    while (d.flexPair[k] !== dof) k++;
    d.efm_dofid[p] = dof;
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) L[9 * p + 3 * r + c] = K[9 * adr + r * stride + 3 * (k - adr) + c];
      const end = m.M_rowadr[dof + r] + m.M_rownnz[dof + r];
      for (let a = m.M_rowadr[dof + r]; a < end; a++)
        if (m.M_colind[a] >= dof) L[9 * p + 3 * r + m.M_colind[a] - dof] += d.M[a];
    }
    cholFactor(L, 9 * p, 3, MINVAL);
    for (let r = 0; r < 3; r++) d.flexBlockInv[3 * p + r] = 1 / L[9 * p + 4 * r];
  }
}

/**
 * efm_c -= h·K·qvel: the force that springs will have by the motion of the step.
 *
 * @reads metricFlex qvel flexPatternKey flexPointDof flexPointFlex
 * @writes efm_c
 */
export function flexShift(m: Model, d: Data): void {
  if (!isFlexed(d) || (m.opt_disableflags & DSBL_SPRING) !== 0) return;
  const h = m.opt_timestep;
  if (isAssembled(d)) {
    const points = d.flexPatternKey[1];
    const shared = d.flexPatternKey[2] > 0; // points of several flexes, whose damping may differ: K alone takes another assembly
    if (shared) flexStiffness(m, d, hasGridsAssembled(d), h);
    for (let p = 0; p < points; p++) {
      const ratio: f64 = shared ? 1.0 : h / metricScale(m, d.flexPointFlex[p]);
      mulPoint(d, p, d.qvel);
      for (let r = 0; r < 3; r++) d.efm_c[d.flexPointDof[p] + r] -= ratio * row[r];
    }
    if (shared) flexStiffness(m, d, hasGridsAssembled(d), 0);
  }
  if ((d.metricFlex & FLEX_BENDING) !== 0) mulBending(d.efm_c, m, d, d.qvel, -h);
  if ((d.metricFlex & FLEX_GRIDS) !== 0) mulGrids(d.efm_c, m, d, d.qvel, -h);
}

const row = scratchF64(3); // K·vec at a point

/** row = K·vec at point `p`, in the order of the model. @reads efm_K_val flexPair flexPairAdr flexPairNum */
function mulPoint(d: Data, p: i32, vec: F64): void {
  const first = d.flexPairAdr[p];
  const count = d.flexPairNum[p];
  mulBlockRow(row, d.efm_K_val, 9 * first, 3 * count, vec, d.flexPair, first, count);
}

/**
 * res += K·vec over the dofs in [first, end) of `order`, the order of the vectors.
 *
 * @reads metricFlex metricGather
 * @writes metricGather
 */
export function addFlexes(res: F64, m: Model, d: Data, vec: F64, order: Order, first: i32, end: i32): void {
  let from = vec;
  if (order.moved) {
    for (let i = first; i < end; i++) d.metricGather[order.toModel[i]] = vec[i];
    from = d.metricGather;
  }
  if (isAssembled(d)) {
    const points = d.flexPatternKey[1];
    for (let p = 0; p < points; p++) {
      const i = inOrder(order, d.flexPointDof[p]);
      if (i < first || i >= end) continue;
      mulPoint(d, p, from);
      res[i] += row[0];
      res[i + 1] += row[1];
      res[i + 2] += row[2];
    }
  }
  if ((d.metricFlex & (FLEX_BENDING | FLEX_GRIDS)) !== 0) addByElements(res, m, d, from, order, first, end);
}

/** res += K·vec of what is not assembled; `vec` is in the order of the model. @writes metricSum */
function addByElements(res: F64, m: Model, d: Data, vec: F64, order: Order, first: i32, end: i32): void {
  zero(d.metricSum, 0, m.nv);
  if ((d.metricFlex & FLEX_BENDING) !== 0) mulBending(d.metricSum, m, d, vec, 0);
  if ((d.metricFlex & FLEX_GRIDS) !== 0) mulGrids(d.metricSum, m, d, vec, 0);
  for (let i = first; i < end; i++) res[i] += d.metricSum[inModel(order, i)];
}

/** Zeroes the dofs of `x` that a factor of the flexes covers, in [first, end) of `order`. @reads metricFlex nefmdof efm_dofid */
export function leaveOutFlexes(x: F64, m: Model, d: Data, order: Order, first: i32, end: i32): void {
  for (let p = 0; p < d.nefmdof; p++) {
    const i = inOrder(order, d.efm_dofid[p]);
    if (i < first || i >= end) continue;
    x[i] = 0;
    x[i + 1] = 0;
    x[i + 2] = 0;
  }
  if (!usesConstantFactor(d)) return;
  for (let k = 0; k < m.nefm0dof; k++) {
    const i = inOrder(order, m.efm0_dofid[k]);
    if (i >= first && i < end) x[i] = 0;
  }
}

/** Whether the factor of the model is the preconditioner: that of sheets that only bend. */
function usesConstantFactor(d: Data): boolean {
  return d.nefmdof === 0 && (d.metricFlex & FLEX_BENDING) !== 0;
}

/** x[i..i+2] = (L·Lᵀ)⁻¹·vec[i..i+2] for the block at L[l], whose inverse diagonal is at inv[v]. */
function solveBlock(x: F64, vec: F64, i: i32, L: F64, l: i32, inv: F64, v: i32): void {
  const l10 = L[l + 3],
    l20 = L[l + 6],
    l21 = L[l + 7];
  const i0 = inv[v],
    i1 = inv[v + 1],
    i2 = inv[v + 2];
  const y0 = vec[i] * i0;
  const y1 = (vec[i + 1] - l10 * y0) * i1;
  const y2 = (vec[i + 2] - l20 * y0 - l21 * y1) * i2;
  const x2 = y2 * i2;
  const x1 = (y1 - l21 * x2) * i1;
  x[i] = (y0 - l10 * x1 - l20 * x2) * i0;
  x[i + 1] = x1;
  x[i + 2] = x2;
}

/**
 * x = vec divided by the factors of the flexes, at the dofs that they cover in [first, end) of `order`.
 *
 * @reads nefmdof efm_dofid efm_L flexBlockInv
 * @writes metricSum
 */
export function solveFlexes(x: F64, m: Model, d: Data, vec: F64, order: Order, first: i32, end: i32): void {
  for (let p = 0; p < d.nefmdof; p++) {
    const i = inOrder(order, d.efm_dofid[p]);
    if (i >= first && i < end) solveBlock(x, vec, i, d.efm_L, 9 * p, d.flexBlockInv, 3 * p);
  }
  if (!usesConstantFactor(d)) return;
  const n = m.nefm0dof;
  const part = d.metricSum;
  for (let k = 0; k < n; k++) {
    const i = inOrder(order, m.efm0_dofid[k]);
    part[k] = i >= first && i < end ? vec[i] : 0.0;
  }
  cholSolveSparse(part, 0, m.efm0_L, part, 0, n, m.efm0_L_rownnz, m.efm0_L_rowadr, m.efm0_L_colind);
  for (let k = 0; k < n; k++) {
    const i = inOrder(order, m.efm0_dofid[k]);
    if (i >= first && i < end) x[i] = part[k];
  }
}

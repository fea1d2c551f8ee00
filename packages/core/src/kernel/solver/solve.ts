/**
 * Constraint forces and the constrained acceleration: prepares the rows for the solvers, chooses where they start, runs one of them on each
 * island, and writes what they found to the fields of Data.
 */
import { isSparse } from '../constraint/jacobian/mode.ts';
import type { F64, f64, I32, i32 } from '../dialect.ts';
import { copyI, fillI, mulMatVec, subFrom } from '../math/linear/dense.ts';
import { addTo, copy, dot, zero } from '../math/linear/leaf.ts';
import { mulMatVecSparse } from '../math/linear/sparse.ts';
import { isElasticMetric, isFlexed } from '../metric/flex.ts';
import { inModel, Order } from '../metric/order.ts';
import { isCoupled, solveMetric } from '../metric/product.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTRSTATE_SATISFIED,
  DSBL_ISLAND,
  DSBL_WARMSTART,
  EXT_CONTACT_WARMSTART,
  EXT_PGS_FALLBACK,
  SOL_PGS,
} from '../model/constants.ts';
import { makeBlocks, mulBlocks, mulBlocksT, reserveBlocks } from './blocks.ts';
import { keepContacts, recallContacts } from './contact-cache.ts';
import { IslandInertia, mulInertia, solveInertia, takeInertia } from './inertia.ts';
import { Island, takeBlocks, takeIsland, takeSystem } from './island.ts';
import { solveNoslip } from './noslip.ts';
import { solvePgs } from './pgs.ts';
import { solvePrimal } from './primal/primal.ts';
import { STAT_ISLANDS } from './statistics.ts';
import { constraintCost, updateConstraints } from './update.ts';

const rows = new Order(); // of the constraint rows and dofs, as they are loaded
const dofs = new Order();
const inertia = new IslandInertia(); // in the order of `dofs`
const system = new Island(); // all rows and dofs
const island = new Island(); // the one that is being solved

/** Starts from no constraint forces: qacc is that without constraints. @reads qacc_smooth @writes qacc qfrc_constraint solver_niter solverUnconverged */
function startWithout(m: Model, d: Data): void {
  for (let k = 0; k < STAT_ISLANDS; k++) d.solver_niter[k] = 0;
  d.solverUnconverged = 0;
  zero(d.qfrc_constraint, 0, m.nv);
  copy(d.qacc, 0, d.qacc_smooth, 0, m.nv);
}

/**
 * Leaves the constraints to the step: no row has a force yet.
 *
 * @reads nefc
 * @writes efc_force efc_state
 */
export function leaveConstraints(m: Model, d: Data): void {
  startWithout(m, d);
  zero(d.efc_force, 0, d.nefc);
  fillI(d.efc_state, 0, CNSTRSTATE_SATISFIED, d.nefc);
}

/**
 * Computes efc_force and qacc such that the constraints hold as well as their softness asks for.
 *
 * @reads nefc nisland qacc_smooth
 * @writes qacc qfrc_constraint efc_force efc_state efc_b solver_niter solverUnconverged iefc_force iefc_state iacc ifrc_constraint
 * @see mj_fwdConstraint
 */
export function fwdConstraint(m: Model, d: Data): void {
  startWithout(m, d);
  if (d.nefc === 0) return;
  const islands = (m.opt_disableflags & DSBL_ISLAND) === 0 && d.nisland > 0 && !isElasticMetric(m);
  let dual = m.opt_solver === SOL_PGS;
  if (!dual) {
    solveByIslands(m, d, islands);
    dual = d.solverUnconverged > 0 && (m.extensionFlags & EXT_PGS_FALLBACK) !== 0;
  }
  if (dual) solveDual(m, d, islands);
  if (m.opt_noslip_iterations > 0) runNoslip(m, d, islands);
  if (dual || m.opt_noslip_iterations > 0) accelerate(m, d);
  if ((m.extensionFlags & EXT_CONTACT_WARMSTART) !== 0) keepContacts(d);
}

/**
 * The same by a primal solver on all rows and dofs at once, whatever the islands are. Counts its iterations with those before.
 *
 * @reads nefc qacc_smooth
 * @writes qacc qfrc_constraint
 * @see mj_fwdConstraintCG
 */
export function solveWhole(m: Model, d: Data): void {
  if (d.nefc > 0) {
    solveByIslands(m, d, false);
    return;
  }
  zero(d.qfrc_constraint, 0, m.nv);
  copy(d.qacc, 0, d.qacc_smooth, 0, m.nv);
}

/**
 * What comes before a primal solver that threads of a GPU run together, on all rows and dofs: rows, blocks, and where it starts.
 *
 * @reads nefc
 */
export function beginPrimal(m: Model, d: Data): void {
  startWithout(m, d);
  if (d.nefc === 0) return;
  rows.moved = false;
  dofs.moved = false;
  load(m, d, false);
  chooseStart(m, d);
}

/**
 * What comes after it.
 *
 * @reads nefc
 * @writes qacc qfrc_constraint efc_force efc_state
 */
export function endPrimal(m: Model, d: Data): void {
  if (d.nefc === 0) return;
  dofs.moved = false;
  storeDofs(m, d, false);
  copy(d.efc_force, 0, d.solverForce, 0, d.nefc);
  copyI(d.efc_state, 0, d.solverState, 0, d.nefc);
}

/**
 * The cost of an acceleration, of the rows that `solveWhole` was called for last. It takes the place of what that call has left in working memory.
 *
 * @writes solverAcc
 */
export function wholeCost(m: Model, d: Data, acc: F64): f64 {
  copy(d.solverAcc, 0, acc, 0, m.nv);
  return startCost(m, d);
}

/** The primal solvers, on rows and dofs in the order of the islands. @reads nisland nidof map_iefc2efc map_idof2dof map_dof2idof */
function solveByIslands(m: Model, d: Data, islands: boolean): void {
  // one island with every dof has the order of the model
  rows.moved = islands && !(d.nisland === 1 && d.nidof === m.nv);
  rows.toModel = d.map_iefc2efc;
  dofs.moved = rows.moved && !isSorted(d.map_idof2dof, m.nv);
  dofs.toModel = d.map_idof2dof;
  dofs.fromModel = d.map_dof2idof;
  load(m, d, islands);
  chooseStart(m, d);
  solveIslands(m, d, islands);
  storeDofs(m, d, islands);
  toModel(d.efc_force, d.solverForce, rows, d.nefc);
  toModelI(d.efc_state, d.solverState, rows, d.nefc);
  if (islands) storeIslandRows(m, d);
}

/** Whether a list holds 0 to n - 1 in this order. */
function isSorted(list: I32, n: i32): boolean {
  for (let i = 0; i < n; i++) if (list[i] !== i) return false;
  return true;
}

/** The dual solver, on rows in their own order. @writes solverUnconverged */
function solveDual(m: Model, d: Data, islands: boolean): void {
  d.solverUnconverged = 0;
  rows.moved = false;
  dofs.moved = false;
  load(m, d, false);
  chooseForces(m, d);
  const parts = islands ? d.nisland : 1;
  for (let k = 0; k < parts; k++) solvePgs(m, d, partOf(d, k, islands));
}

/** The k-th part that is solved on its own: an island, or all there is. */
function partOf(d: Data, k: i32, islands: boolean): Island {
  if (!islands) return system;
  takeIsland(island, d, k);
  return island;
}

/**
 * The forces of the acceleration of the step before, or none, whichever costs less.
 *
 * @reads efc_aref qacc_warmstart efc_AR efc_AR_rownnz efc_AR_rowadr efc_AR_colind
 * @writes efc_b efc_force efc_state
 */
function chooseForces(m: Model, d: Data): void {
  const { nefc, efc_b: b, efc_aref: aref, efc_force: force, solverJar: image } = d;
  mulBlocks(b, d, d.solverAccSmooth, system);
  subFrom(b, 0, aref, 0, nefc);
  let warm = (m.opt_disableflags & DSBL_WARMSTART) === 0;
  if (warm) {
    mulBlocks(d.solverJar, d, d.qacc_warmstart, system);
    subFrom(d.solverJar, 0, aref, 0, nefc);
    updateConstraints(force, d.efc_state, d, d.solverJar, system);
    if (isSparse(m))
      mulMatVecSparse(image, 0, d.efc_AR, force, 0, nefc, d.efc_AR_rownnz, d.efc_AR_rowadr, d.efc_AR_colind);
    else mulMatVec(image, 0, d.efc_AR, 0, force, 0, nefc, nefc);
    warm = !(dot(force, 0, b, 0, nefc) + 0.5 * dot(force, 0, image, 0, nefc) > 0);
  }
  if (!warm) zero(force, 0, nefc);
}

/** @reads nisland */
function runNoslip(m: Model, d: Data, islands: boolean): void {
  const parts = islands ? d.nisland : 1;
  for (let k = 0; k < parts; k++) solveNoslip(m, d, partOf(d, k, islands));
}

/** qfrc_constraint and qacc from efc_force, in the order that dofs and rows are loaded in. @reads qacc_smooth @writes qacc qfrc_constraint */
function accelerate(m: Model, d: Data): void {
  const nv = m.nv;
  toOrder(d.solverForce, d.efc_force, rows, d.nefc);
  accelerateBy(d.solverAcc, m, d);
  toModel(d.qfrc_constraint, d.solverFrcConstraint, dofs, nv);
  if (!isCoupled(d) && !isFlexed(d)) {
    toModel(d.qacc, d.solverAcc, dofs, nv);
    return;
  }
  solveMetric(d.qacc, m, d, d.qfrc_constraint);
  addTo(d.qacc, 0, d.qacc_smooth, 0, nv);
}

/** res = x, brought from the order of the model to another. */
function toOrder(res: F64, x: F64, order: Order, n: i32): void {
  const map = order.toModel;
  if (!order.moved) copy(res, 0, x, 0, n);
  else for (let k = 0; k < n; k++) res[k] = x[map[k]];
}

/** res = x, brought back to the order of the model. */
function toModel(res: F64, x: F64, order: Order, n: i32): void {
  const map = order.toModel;
  if (!order.moved) copy(res, 0, x, 0, n);
  else for (let k = 0; k < n; k++) res[map[k]] = x[k];
}

/** The same for integers. */
function toModelI(res: I32, x: I32, order: Order, n: i32): void {
  for (let k = 0; k < n; k++) res[inModel(order, k)] = x[k];
}

/** Smooth dynamics, rows and blocks in the orders of `rows` and `dofs`. @reads qacc_smooth nefc */
function load(m: Model, d: Data, islands: boolean): void {
  toOrder(d.solverAccSmooth, d.qacc_smooth, dofs, m.nv);
  toOrder(d.solverFrcSmooth, smoothForce(d), dofs, m.nv);
  takeInertia(inertia, m, d, dofs);
  loadRows(d);
  reserveBlocks(m, d);
  takeSystem(system, m, d);
  if (!islands) {
    makeBlocks(m, d, system, rows, dofs);
    return;
  }
  island.endBlock = 0;
  for (let k = 0; k < d.nisland; k++) {
    takeIsland(island, d, k);
    island.firstBlock = island.endBlock;
    makeBlocks(m, d, island, rows, dofs);
  }
  system.endBlock = island.endBlock;
}

/** The force of the smooth acceleration in the metric of the solver. @reads efm_active metricForce qfrc_smooth */
function smoothForce(d: Data): F64 {
  return d.efm_active !== 0 ? d.metricForce : d.qfrc_smooth;
}

/** Constants of the rows. @reads efc_D efc_aref efc_R efc_frictionloss nf */
function loadRows(d: Data): void {
  const nefc = d.nefc;
  toOrder(d.solverD, d.efc_D, rows, nefc);
  toOrder(d.solverAref, d.efc_aref, rows, nefc);
  if (d.nf === 0) return;
  const { solverFloss: floss, solverBound: bound } = d;
  toOrder(floss, d.efc_frictionloss, rows, nefc);
  toOrder(bound, d.efc_R, rows, nefc);
  for (let r = 0; r < nefc; r++) bound[r] *= floss[r];
}

/** ½ (Ma - f_smooth)ᵀ(a - a_smooth), over all dofs */
function deviationCost(m: Model, d: Data): f64 {
  const { solverMa: Ma, solverFrcSmooth: frc, solverAcc: acc, solverAccSmooth: smooth } = d;
  let s: f64 = 0;
  for (let i = 0; i < m.nv; i++) s += 0.5 * (Ma[i] - frc[i]) * (acc[i] - smooth[i]);
  return s;
}

/**
 * Where the solver starts: the acceleration of the step before or the smooth one, whichever costs less. J·qacc and M·qacc of the choice are
 * kept for the first iteration.
 *
 * @reads qacc_warmstart contactsKept
 * @writes solverAcc solverMa solverJar efc_b
 */
function chooseStart(m: Model, d: Data): void {
  const nv = m.nv;
  const { nefc, solverJsmooth: smooth } = d;
  mulBlocks(smooth, d, d.solverAccSmooth, system);
  subFrom(smooth, 0, d.solverAref, 0, nefc);
  toModel(d.efc_b, smooth, rows, nefc);
  let warm = (m.opt_disableflags & DSBL_WARMSTART) === 0;
  let best: f64 = 0;
  const byContacts = warm && (m.extensionFlags & EXT_CONTACT_WARMSTART) !== 0 && d.contactsKept > 0;
  if (warm) {
    toOrder(d.solverAcc, d.qacc_warmstart, dofs, nv);
    const warmCost = startCost(m, d),
      smoothCost = constraintCost(d, smooth, system, warmCost);
    warm = !(warmCost > smoothCost);
    best = warm ? warmCost : smoothCost;
  }
  if (byContacts && recallContacts(d.solverWeight, d) > 0) {
    toOrder(d.solverForce, d.solverWeight, rows, nefc);
    accelerateBy(d.solverSearch, m, d);
    copy(d.solverMgrad, 0, d.solverAcc, 0, nv);
    copy(d.solverAcc, 0, d.solverSearch, 0, nv);
    if (startCost(m, d) < best) return;
    copy(d.solverAcc, 0, d.solverMgrad, 0, nv);
    if (warm) startCost(m, d);
  }
  if (!warm) {
    copy(d.solverAcc, 0, d.solverAccSmooth, 0, nv);
    copy(d.solverJar, 0, smooth, 0, nefc);
    mulInertia(d.solverMa, m, d, d.solverAcc, system, inertia, dofs);
  }
}

/** Cost of solverAcc. @writes solverJar solverMa */
function startCost(m: Model, d: Data): f64 {
  mulBlocks(d.solverJar, d, d.solverAcc, system);
  subFrom(d.solverJar, 0, d.solverAref, 0, system.endRow);
  mulInertia(d.solverMa, m, d, d.solverAcc, system, inertia, dofs);
  return constraintCost(d, d.solverJar, system, Infinity) + deviationCost(m, d);
}

/** res = a_smooth + M⁻¹Jᵀ·solverForce, over all dofs @writes solverFrcConstraint */
function accelerateBy(res: F64, m: Model, d: Data): void {
  mulBlocksT(d.solverFrcConstraint, d, d.solverForce, system);
  solveInertia(res, m, d, d.solverFrcConstraint, system, inertia, dofs);
  addTo(res, 0, d.solverAccSmooth, 0, system.endDof);
}

/** Runs the solver on each island, or on everything at once. @reads nisland */
function solveIslands(m: Model, d: Data, islands: boolean): void {
  const parts = islands ? d.nisland : 1;
  island.endBlock = 0;
  for (let k = 0; k < parts; k++) {
    const part = partOf(d, k, islands);
    if (islands) takeBlocks(part, d, part.endBlock);
    solvePrimal(m, d, part, inertia, dofs);
  }
}

/**
 * Accelerations and forces of the dofs, back in the order of the model; dofs outside of islands keep the smooth acceleration.
 *
 * @reads nidof map_idof2dof qacc_smooth
 * @writes qacc qfrc_constraint iacc iacc_smooth ifrc_smooth ifrc_constraint
 */
function storeDofs(m: Model, d: Data, islands: boolean): void {
  const nv = m.nv;
  const { solverAcc: acc, solverFrcConstraint: frc } = d;
  const constrained = islands ? d.nidof : nv;
  if (islands) {
    copy(d.iacc, 0, acc, 0, constrained);
    copy(d.iacc_smooth, 0, d.solverAccSmooth, 0, constrained);
    copy(d.ifrc_smooth, 0, d.solverFrcSmooth, 0, constrained);
    copy(d.ifrc_constraint, 0, frc, 0, constrained);
  }
  toModel(d.qacc, acc, dofs, constrained);
  toModel(d.qfrc_constraint, frc, dofs, constrained);
  for (let i = constrained; i < nv; i++) {
    const dof = inModel(dofs, i);
    d.qacc[dof] = d.qacc_smooth[dof];
  }
}

/**
 * Forces and states in the order of the islands. As in MuJoCo, efc_state is then that of the smooth acceleration.
 *
 * @reads nefc
 * @writes iefc_force iefc_aref iefc_state efc_state
 */
function storeIslandRows(m: Model, d: Data): void {
  const nefc = d.nefc;
  copy(d.iefc_force, 0, d.solverForce, 0, nefc);
  copy(d.iefc_aref, 0, d.solverAref, 0, nefc);
  copyI(d.iefc_state, 0, d.solverState, 0, nefc);
  if ((m.opt_disableflags & DSBL_WARMSTART) !== 0) return;
  updateConstraints(d.solverWeight, d.solverOldState, d, d.solverJsmooth, system);
  toModelI(d.efc_state, d.solverOldState, rows, nefc);
}

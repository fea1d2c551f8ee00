/**
 * Constraint forces and the constrained acceleration: prepares the rows for the solvers, chooses where they start, runs one of them on each
 * island, and writes what they found to the fields of Data.
 */
import { isSparse } from '../constraint/jacobian-mode.ts';
import type { F64, f64, I32, i32 } from '../dialect.ts';
import { copyI, mulMatVec, subFrom } from '../math/dense.ts';
import { addTo, copy, dot, zero } from '../math/leaf.ts';
import { mulMatVecSparse } from '../math/sparse.ts';
import { addCouplings, isCoupled, metricDiagInv, metricFactor, metricMatrix, solveMetric } from '../metric/product.ts';
import {
  DSBL_ISLAND,
  DSBL_WARMSTART,
  EXT_CONTACT_WARMSTART,
  EXT_PGS_FALLBACK,
  SOL_NEWTON,
  SOL_PGS,
} from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { makeBlocks, mulBlocks, mulBlocksT, reserveBlocks } from './blocks.ts';
import { keepContacts, recallContacts } from './contact-cache.ts';
import {
  END_BLOCK,
  END_DOF,
  END_ROW,
  FIRST_BLOCK,
  FIRST_DOF,
  FIRST_ROW,
  ISLAND,
  MOVED,
  PERMUTED,
  span,
} from './context.ts';
import { mulInertia, solveInertia } from './inertia.ts';
import { solveNoslip } from './noslip.ts';
import { solvePgs } from './pgs.ts';
import { solvePrimal } from './primal.ts';
import { STAT_ISLANDS } from './statistics.ts';
import { constraintCost, updateConstraints } from './update.ts';

/**
 * Computes efc_force and qacc such that the constraints hold as well as their softness asks for.
 *
 * @reads qacc_smooth qfrc_smooth qacc_warmstart M qLD qLDiagInv efc_J efc_D efc_R efc_aref efc_frictionloss efc_type efc_id
 * @writes qacc qfrc_constraint efc_force efc_state efc_b solver_niter solver_nnz iefc_force iefc_state iacc ifrc_constraint
 * @see mj_fwdConstraint
 */
export function fwdConstraint(m: Model, d: Data): void {
  for (let k = 0; k < STAT_ISLANDS; k++) d.solver_niter[k] = 0;
  d.solverUnconverged = 0;
  zero(d.qfrc_constraint, 0, m.nv);
  if (d.nefc === 0) {
    copy(d.qacc, 0, d.qacc_smooth, 0, m.nv);
    return;
  }
  const islands = (m.opt_disableflags & DSBL_ISLAND) === 0 && d.nisland > 0;
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

/** The primal solvers. */
function solveByIslands(m: Model, d: Data, islands: boolean): void {
  // one island with every dof has the order of the model
  span[PERMUTED] = islands && !(d.nisland === 1 && d.nidof === m.nv) ? 1 : 0;
  span[MOVED] = span[PERMUTED] !== 0 && !inOrder(d.map_idof2dof, m.nv) ? 1 : 0;
  loadDofs(m, d);
  loadRows(d);
  const blocks = loadBlocks(m, d, islands);
  chooseStart(m, d, blocks);
  solveIslands(m, d, islands);
  storeDofs(m, d, islands);
  storeRows(d);
  if (islands) storeIslandRows(m, d, blocks);
}

/** Whether a list holds 0 to n - 1 in this order. */
function inOrder(list: I32, n: i32): boolean {
  for (let i = 0; i < n; i++) if (list[i] !== i) return false;
  return true;
}

/** The dual solver, on rows in their own order. */
function solveDual(m: Model, d: Data, islands: boolean): void {
  d.solverUnconverged = 0;
  span[PERMUTED] = 0;
  span[MOVED] = 0;
  loadDofs(m, d);
  loadRows(d);
  const blocks = loadBlocks(m, d, false);
  chooseForces(m, d, blocks);
  if (!islands) {
    solvePgs(m, d, 0, -1, d.ne, d.nf, d.nefc);
    return;
  }
  for (let k = 0; k < d.nisland; k++) {
    solvePgs(m, d, k, d.island_iefcadr[k], d.island_ne[k], d.island_nf[k], d.island_nefc[k]);
  }
}

/** The forces of the acceleration of the step before, or none, whichever costs less. */
function chooseForces(m: Model, d: Data, blocks: i32): void {
  const nefc = d.nefc,
    b = d.efc_b,
    aref = d.efc_aref,
    force = d.efc_force,
    image = d.solverJar;
  mulBlocks(b, d, d.solverAccSmooth, 0, blocks, d.solverBuffer);
  subFrom(b, 0, aref, 0, nefc);
  let warm = (m.opt_disableflags & DSBL_WARMSTART) === 0;
  if (warm) {
    mulBlocks(d.solverJar, d, d.qacc_warmstart, 0, blocks, d.solverBuffer);
    subFrom(d.solverJar, 0, aref, 0, nefc);
    updateConstraints(force, d.efc_state, d, d.solverJar, 0, blocks);
    if (isSparse(m))
      mulMatVecSparse(image, 0, d.efc_AR, force, 0, nefc, d.efc_AR_rownnz, d.efc_AR_rowadr, d.efc_AR_colind);
    else mulMatVec(image, 0, d.efc_AR, 0, force, 0, nefc, nefc);
    warm = !(dot(force, 0, b, 0, nefc) + 0.5 * dot(force, 0, image, 0, nefc) > 0);
  }
  if (!warm) zero(force, 0, nefc);
}

function runNoslip(m: Model, d: Data, islands: boolean): void {
  if (!islands) {
    solveNoslip(m, d, 0, -1, d.ne, d.nf, d.nefc);
    return;
  }
  for (let k = 0; k < d.nisland; k++) {
    solveNoslip(m, d, k, d.island_iefcadr[k], d.island_ne[k], d.island_nf[k], d.island_nefc[k]);
  }
}

/** qfrc_constraint and qacc from efc_force, in the order that dofs and rows are loaded in. */
function accelerate(m: Model, d: Data): void {
  const nv = m.nv,
    nefc = d.nefc,
    permuted = span[PERMUTED] !== 0;
  let blocks = 0;
  for (let r = 0; r < nefc; blocks++) r += d.blockRows[blocks];
  toIslands(d.solverForce, d.efc_force, d.map_iefc2efc, nefc);
  accelerateBy(d.solverAcc, m, d, blocks);
  if (isCoupled(d)) {
    for (let i = 0; i < nv; i++) d.qfrc_constraint[permuted ? d.map_idof2dof[i] : i] = d.solverFrcConstraint[i];
    solveMetric(d.qacc, m, d, d.qfrc_constraint);
    addTo(d.qacc, 0, d.qacc_smooth, 0, nv);
    return;
  }
  for (let i = 0; i < nv; i++) {
    const dof = permuted ? d.map_idof2dof[i] : i;
    d.qacc[dof] = d.solverAcc[i];
    d.qfrc_constraint[dof] = d.solverFrcConstraint[i];
  }
}

/** Smooth dynamics in the order of the islands. */
function loadDofs(m: Model, d: Data): void {
  const nv = m.nv;
  if (span[MOVED] === 0) {
    copy(d.solverAccSmooth, 0, d.qacc_smooth, 0, nv);
    copy(d.solverFrcSmooth, 0, smoothForce(d), 0, nv);
    return;
  }
  const map = d.map_idof2dof,
    inverse = d.map_dof2idof;
  const rownnz = m.M_rownnz,
    rowadr = m.M_rowadr,
    colind = m.M_colind,
    M = metricMatrix(d),
    qLD = metricFactor(d),
    diagInv = metricDiagInv(d),
    frcSmooth = smoothForce(d);
  const nnz = d.solverMnnz,
    adr = d.solverMadr,
    ind = d.solverMind,
    toM = d.solverM,
    toLD = d.solverLD;
  let next = 0;
  for (let i = 0; i < nv; i++) {
    const dof = map[i];
    d.solverAccSmooth[i] = d.qacc_smooth[dof];
    d.solverFrcSmooth[i] = frcSmooth[dof];
    d.solverLDiagInv[i] = diagInv[dof];
    const count = rownnz[dof],
      from = rowadr[dof];
    nnz[i] = count;
    adr[i] = next;
    for (let k = 0; k < count; k++) {
      ind[next + k] = inverse[colind[from + k]];
      toM[next + k] = M[from + k];
      toLD[next + k] = qLD[from + k];
    }
    next += count;
  }
}

/** res = x, brought from the order of the model to that of the islands. */
function toIslands(res: F64, x: F64, map: I32, n: i32): void {
  if (span[PERMUTED] === 0) copy(res, 0, x, 0, n);
  else for (let r = 0; r < n; r++) res[r] = x[map[r]];
}

/** res = x, brought from the order of the islands to that of the model. */
function toModel(res: F64, x: F64, map: I32, n: i32): void {
  if (span[PERMUTED] === 0) copy(res, 0, x, 0, n);
  else for (let r = 0; r < n; r++) res[map[r]] = x[r];
}

/** The same for integers. */
function toModelI(res: I32, x: I32, map: I32, n: i32): void {
  const permuted = span[PERMUTED] !== 0;
  for (let r = 0; r < n; r++) res[permuted ? map[r] : r] = x[r];
}

/** Constants of the rows in the order of the islands. */
function loadRows(d: Data): void {
  const nefc = d.nefc,
    map = d.map_iefc2efc;
  toIslands(d.solverD, d.efc_D, map, nefc);
  toIslands(d.solverAref, d.efc_aref, map, nefc);
  if (d.nf === 0) return;
  const floss = d.solverFloss,
    bound = d.solverBound,
    R = d.efc_R,
    permuted = span[PERMUTED] !== 0;
  toIslands(floss, d.efc_frictionloss, map, nefc);
  for (let r = 0; r < nefc; r++) bound[r] = R[permuted ? map[r] : r] * floss[r];
}

/** Blocks of all rows; returns their number. */
function loadBlocks(m: Model, d: Data, islands: boolean): i32 {
  reserveBlocks(m, d);
  if (!islands) return makeBlocks(m, d, 0, 0, d.nefc, d.ne, d.nf, false);
  const permuted = span[PERMUTED] !== 0;
  let b = 0;
  for (let k = 0; k < d.nisland; k++) {
    const row = d.island_iefcadr[k];
    b = makeBlocks(m, d, b, row, row + d.island_nefc[k], d.island_ne[k], d.island_nf[k], permuted);
  }
  return b;
}

/** solverMa = M·solverAcc, over all dofs */
function mulAcceleration(m: Model, d: Data): void {
  const moved = span[MOVED] !== 0;
  if (moved) mulInertia(d.solverMa, d.solverM, d.solverAcc, 0, m.nv, d.solverMnnz, d.solverMadr, d.solverMind);
  else mulInertia(d.solverMa, metricMatrix(d), d.solverAcc, 0, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind);
  if (isCoupled(d)) addCouplings(d.solverMa, m, d, d.solverAcc, d.map_dof2idof, moved, 0, m.nv);
}

/** The force of the smooth acceleration in the metric of the solver. @reads efm_active metricForce qfrc_smooth */
function smoothForce(d: Data): F64 {
  return d.efm_active !== 0 ? d.metricForce : d.qfrc_smooth;
}

/** ½ (Ma - f_smooth)ᵀ(a - a_smooth), over all dofs */
function deviationCost(m: Model, d: Data): f64 {
  const Ma = d.solverMa,
    frc = d.solverFrcSmooth,
    acc = d.solverAcc,
    smooth = d.solverAccSmooth;
  let s: f64 = 0;
  for (let i = 0; i < m.nv; i++) s += 0.5 * (Ma[i] - frc[i]) * (acc[i] - smooth[i]);
  return s;
}

/**
 * Where the solver starts: the acceleration of the step before or the smooth one, whichever costs less. J·qacc and M·qacc of the choice are
 * kept for the first iteration.
 *
 * @writes solverAcc solverMa solverJar efc_b
 */
function chooseStart(m: Model, d: Data, blocks: i32): void {
  const nv = m.nv,
    nefc = d.nefc,
    smooth = d.solverJsmooth,
    map = d.map_iefc2efc;
  mulBlocks(smooth, d, d.solverAccSmooth, 0, blocks, d.solverBuffer);
  subFrom(smooth, 0, d.solverAref, 0, nefc);
  toModel(d.efc_b, smooth, map, nefc);
  let warm = (m.opt_disableflags & DSBL_WARMSTART) === 0;
  let best: f64 = 0;
  const byContacts = warm && (m.extensionFlags & EXT_CONTACT_WARMSTART) !== 0 && d.contactsKept > 0;
  if (warm) {
    toIslands(d.solverAcc, d.qacc_warmstart, d.map_idof2dof, nv);
    const warmCost = startCost(m, d, blocks),
      smoothCost = constraintCost(d, smooth, 0, blocks, warmCost);
    warm = !(warmCost > smoothCost);
    best = warm ? warmCost : smoothCost;
  }
  if (byContacts && recallContacts(d.solverWeight, d) > 0) {
    toIslands(d.solverForce, d.solverWeight, map, nefc);
    accelerateBy(d.solverSearch, m, d, blocks);
    copy(d.solverMgrad, 0, d.solverAcc, 0, nv);
    copy(d.solverAcc, 0, d.solverSearch, 0, nv);
    if (startCost(m, d, blocks) < best) return;
    copy(d.solverAcc, 0, d.solverMgrad, 0, nv);
    if (warm) startCost(m, d, blocks);
  }
  if (!warm) {
    copy(d.solverAcc, 0, d.solverAccSmooth, 0, nv);
    copy(d.solverJar, 0, smooth, 0, nefc);
    mulAcceleration(m, d);
  }
}

/** Cost of solverAcc. @writes solverJar solverMa */
function startCost(m: Model, d: Data, blocks: i32): f64 {
  mulBlocks(d.solverJar, d, d.solverAcc, 0, blocks, d.solverBuffer);
  subFrom(d.solverJar, 0, d.solverAref, 0, d.nefc);
  mulAcceleration(m, d);
  return constraintCost(d, d.solverJar, 0, blocks, Infinity) + deviationCost(m, d);
}

/** res = a_smooth + M⁻¹Jᵀ·solverForce @writes solverFrcConstraint */
function accelerateBy(res: F64, m: Model, d: Data, blocks: i32): void {
  const nv = m.nv,
    moved = span[MOVED] !== 0;
  mulBlocksT(d.solverFrcConstraint, d, d.solverForce, 0, blocks, 0, nv, d.solverBuffer);
  const LD = moved ? d.solverLD : metricFactor(d);
  const inv = moved ? d.solverLDiagInv : metricDiagInv(d);
  const nnz = moved ? d.solverMnnz : m.M_rownnz;
  const adr = moved ? d.solverMadr : m.M_rowadr;
  const ind = moved ? d.solverMind : m.M_colind;
  solveInertia(res, LD, inv, d.solverFrcConstraint, 0, nv, nnz, adr, ind);
  addTo(res, 0, d.solverAccSmooth, 0, nv);
}

/** Runs the solver on each island, or on everything at once. */
function solveIslands(m: Model, d: Data, islands: boolean): void {
  const newton = m.opt_solver === SOL_NEWTON;
  const count = islands ? d.nisland : 1;
  let b = 0;
  for (let k = 0; k < count; k++) {
    span[ISLAND] = k;
    span[FIRST_ROW] = islands ? d.island_iefcadr[k] : 0;
    span[END_ROW] = islands ? span[FIRST_ROW] + d.island_nefc[k] : d.nefc;
    span[FIRST_DOF] = islands ? d.island_idofadr[k] : 0;
    span[END_DOF] = islands ? span[FIRST_DOF] + d.island_nv[k] : m.nv;
    span[FIRST_BLOCK] = b;
    let row = span[FIRST_ROW];
    while (row < span[END_ROW]) {
      row += d.blockRows[b];
      b++;
    }
    span[END_BLOCK] = b;
    solvePrimal(m, d, newton, !islands);
  }
}

/** Accelerations and forces of the dofs, back in the order of the model; dofs outside of islands keep the smooth acceleration. */
function storeDofs(m: Model, d: Data, islands: boolean): void {
  const nv = m.nv,
    qacc = d.qacc,
    qfrc_constraint = d.qfrc_constraint;
  const acc = d.solverAcc,
    frc = d.solverFrcConstraint;
  const constrained = islands ? d.nidof : nv;
  if (islands) {
    copy(d.iacc, 0, acc, 0, constrained);
    copy(d.iacc_smooth, 0, d.solverAccSmooth, 0, constrained);
    copy(d.ifrc_smooth, 0, d.solverFrcSmooth, 0, constrained);
    copy(d.ifrc_constraint, 0, frc, 0, constrained);
  }
  if (span[MOVED] === 0 && constrained === nv) {
    copy(qacc, 0, acc, 0, nv);
    copy(qfrc_constraint, 0, frc, 0, nv);
    return;
  }
  const map = d.map_idof2dof;
  for (let i = 0; i < constrained; i++) {
    qacc[map[i]] = acc[i];
    qfrc_constraint[map[i]] = frc[i];
  }
  for (let i = constrained; i < nv; i++) qacc[map[i]] = d.qacc_smooth[map[i]];
}

/** Forces and states of the rows, back in the order of the model. */
function storeRows(d: Data): void {
  toModel(d.efc_force, d.solverForce, d.map_iefc2efc, d.nefc);
  toModelI(d.efc_state, d.solverState, d.map_iefc2efc, d.nefc);
}

/** Forces and states in the order of the islands. As in MuJoCo, efc_state is then that of the smooth acceleration. */
function storeIslandRows(m: Model, d: Data, blocks: i32): void {
  const nefc = d.nefc;
  copy(d.iefc_force, 0, d.solverForce, 0, nefc);
  copy(d.iefc_aref, 0, d.solverAref, 0, nefc);
  copyI(d.iefc_state, 0, d.solverState, 0, nefc);
  if ((m.opt_disableflags & DSBL_WARMSTART) !== 0) return;
  updateConstraints(d.solverWeight, d.solverOldState, d, d.solverJsmooth, 0, blocks);
  toModelI(d.efc_state, d.solverOldState, d.map_iefc2efc, nefc);
}

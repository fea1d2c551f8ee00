/**
 * The primal solvers: qacc minimises a convex cost,
 *
 *     ½ (a - a_smooth)ᵀ M (a - a_smooth) + Σ s(J·a - aref)
 *
 * by steps along a direction (Newton's, or a conjugate gradient's) with an exact line search.
 *
 * @see Todorov: Convex and analytically-invertible dynamics with contacts and constraints (2014)
 */
import { isSparse } from '../constraint/jacobian-mode.ts';
import { type f64, type i32, isNaN64 } from '../dialect.ts';
import { copyI } from '../math/dense.ts';
import { addToScl, copy, dot } from '../math/leaf.ts';
import { MINVAL, max, maxI } from '../math/scalar.ts';
import { addCouplings, isCoupled, metricDiagInv, metricFactor, metricMatrix } from '../metric/product.ts';
import { CNSTRSTATE_QUADRATIC } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { mulBlocks, mulBlocksT } from './blocks.ts';
import { conjugateDirection } from './cg.ts';
import {
  END_BLOCK,
  END_DOF,
  END_ROW,
  FIRST_BLOCK,
  FIRST_DOF,
  FIRST_ROW,
  GAIN,
  ISLAND,
  MOVED,
  NACTIVE,
  NCONE,
  NEVAL,
  NUPDATE,
  num,
  SCALE,
  SLOPE,
  span,
} from './context.ts';
import { mulInertia, solveInertia } from './inertia.ts';
import { lineSearch } from './linesearch.ts';
import { newtonSolve, newtonStart, newtonUpdate } from './newton.ts';
import { STAT_ISLANDS, saveStatistics } from './statistics.ts';
import { updateConstraints } from './update.ts';

/** ½·scale·gᵀ·Mgrad, never below zero: what the next step will gain at most, by the metric of Mgrad. */
function expectedGain(d: Data): f64 {
  const first = span[FIRST_DOF];
  return max(0, 0.5 * num[SCALE] * dot(d.solverGrad, first, d.solverMgrad, first, span[END_DOF] - first));
}

/** Forces and gradient at the present jar and Ma. */
function updateGradient(d: Data): void {
  const first = span[FIRST_BLOCK],
    end = span[END_BLOCK],
    dof = span[FIRST_DOF],
    dofEnd = span[END_DOF];
  updateConstraints(d.solverForce, d.solverState, d, d.solverJar, first, end);
  mulBlocksT(d.solverFrcConstraint, d, d.solverForce, first, end, dof, dofEnd, d.solverBuffer);
  const grad = d.solverGrad,
    Ma = d.solverMa,
    smooth = d.solverFrcSmooth,
    constraint = d.solverFrcConstraint;
  for (let i = dof; i < dofEnd; i++) grad[i] = Ma[i] - smooth[i] - constraint[i];
}

/** solverMgrad = M⁻¹·solverGrad */
function preconditionByInertia(m: Model, d: Data): void {
  const first = span[FIRST_DOF],
    end = span[END_DOF];
  if (span[MOVED] !== 0) {
    solveInertia(
      d.solverMgrad,
      d.solverLD,
      d.solverLDiagInv,
      d.solverGrad,
      first,
      end,
      d.solverMnnz,
      d.solverMadr,
      d.solverMind,
    );
  } else {
    const LD = metricFactor(d);
    solveInertia(d.solverMgrad, LD, metricDiagInv(d), d.solverGrad, first, end, m.M_rownnz, m.M_rowadr, m.M_colind);
  }
}

/** solverMv = M·solverSearch and solverJv = J·solverSearch */
function mulSearch(m: Model, d: Data): void {
  const first = span[FIRST_DOF],
    end = span[END_DOF];
  const moved = span[MOVED] !== 0;
  if (moved) mulInertia(d.solverMv, d.solverM, d.solverSearch, first, end, d.solverMnnz, d.solverMadr, d.solverMind);
  else mulInertia(d.solverMv, metricMatrix(d), d.solverSearch, first, end, m.M_rownnz, m.M_rowadr, m.M_colind);
  if (isCoupled(d)) addCouplings(d.solverMv, m, d, d.solverSearch, d.map_dof2idof, moved, first, end);
  mulBlocks(d.solverJv, d, d.solverSearch, span[FIRST_BLOCK], span[END_BLOCK], d.solverBuffer);
}

/** Sum of the diagonal of M over the dofs of the island. */
function totalInertia(m: Model, d: Data): f64 {
  const moved = span[MOVED] !== 0;
  const nnz = moved ? d.solverMnnz : m.M_rownnz;
  const adr = moved ? d.solverMadr : m.M_rowadr;
  const M = moved ? d.solverM : metricMatrix(d);
  let s: f64 = 0;
  for (let i = span[FIRST_DOF]; i < span[END_DOF]; i++) s += M[adr[i] + nnz[i] - 1];
  return s;
}

/** Number of rows that changed their state; NUPDATE counts those that changed the Hessian, and rows in cones. */
function countChanges(d: Data): i32 {
  const state = d.solverState,
    old = d.solverOldState,
    end = span[END_ROW];
  let n = 0;
  let quadratic = 0;
  for (let r = span[FIRST_ROW]; r < end; r++) {
    if (state[r] === old[r]) continue;
    n++;
    if (state[r] === CNSTRSTATE_QUADRATIC || old[r] === CNSTRSTATE_QUADRATIC) quadratic++;
  }
  span[NUPDATE] = quadratic + span[NCONE];
  return n;
}

/** Stored elements of the Jacobian of the island. */
function countJacobian(m: Model, d: Data): i32 {
  if (!isSparse(m)) return (span[END_ROW] - span[FIRST_ROW]) * (span[END_DOF] - span[FIRST_DOF]);
  let n = 0;
  for (let b = span[FIRST_BLOCK]; b < span[END_BLOCK]; b++) n += d.blockRows[b] * d.blockWidth[b];
  return n;
}

/**
 * Solves the island in `span`, starting from solverAcc with solverMa and solverJar up to date. `whole` says that it is the whole system,
 * which has a scale of its own. Returns the number of iterations.
 *
 * @reads solverD solverFloss solverBound solverFrcSmooth blockRow blockJ M qLD contact_friction contact_mu
 * @writes solverAcc solverMa solverJar solverForce solverState solverFrcConstraint solver_niter solver_nnz
 */
export function solvePrimal(m: Model, d: Data, newton: boolean, whole: boolean): i32 {
  const first = span[FIRST_DOF],
    n = span[END_DOF] - first;
  const row = span[FIRST_ROW],
    rows = span[END_ROW] - row;
  const tolerance = m.opt_tolerance;
  const scale: f64 = whole ? 1 / (m.stat_meaninertia * maxI(1, n)) : 1 / totalInertia(m, d);
  num[SCALE] = scale;
  updateGradient(d);

  // the cost is strongly convex in the metric of M, so that ½gᵀM⁻¹g bounds what can be gained: a good start may need no iteration.
  // Newton's solutions are also accurate in force, which takes a small gradient
  const grad = d.solverGrad,
    Mgrad = d.solverMgrad,
    search = d.solverSearch;
  const steep = !(scale * Math.sqrt(dot(grad, first, grad, first, n)) < tolerance);
  let done = false;
  if (!newton || !steep) {
    preconditionByInertia(m, d);
    done = expectedGain(d) < tolerance;
  }
  const certified = done;
  if (newton && !done) {
    newtonStart(m, d);
    newtonSolve(d);
    done = !steep && expectedGain(d) < tolerance;
  }
  if (!done) for (let i = first; i < first + n; i++) search[i] = -Mgrad[i];

  let iter = 0;
  let converged = done;
  while (!done && iter < m.opt_iterations) {
    const length = Math.sqrt(dot(search, first, search, first, n));
    num[SLOPE] = 1;
    num[GAIN] = 0;
    let alpha: f64 = 0;
    if (!(length < MINVAL)) {
      mulSearch(m, d);
      alpha = lineSearch(d, tolerance * m.opt_ls_tolerance, m.opt_ls_iterations, length);
    }
    if (alpha === 0) {
      converged = true;
      break;
    }

    // move
    addToScl(d.solverAcc, first, search, first, alpha, n);
    addToScl(d.solverMa, first, d.solverMv, first, alpha, n);
    addToScl(d.solverJar, row, d.solverJv, row, alpha, rows);
    if (!newton) {
      copy(d.solverGradOld, first, grad, first, n);
      copy(d.solverMgradOld, first, Mgrad, first, n);
    }
    copyI(d.solverOldState, row, d.solverState, row, rows);

    // forces and gradient
    const hadCone = span[NCONE] > 0;
    updateGradient(d);
    const improvement = scale * num[GAIN];
    const gradient = scale * Math.sqrt(dot(grad, first, grad, first, n));
    const nchange = countChanges(d),
      nupdate = newton ? span[NUPDATE] : 0;
    saveStatistics(
      d,
      span[ISLAND],
      iter,
      improvement,
      gradient,
      num[SLOPE],
      span[NACTIVE],
      nchange,
      span[NEVAL],
      nupdate,
    );
    iter++;

    // stop on a small improvement, a small gradient, or numbers that are none
    converged = (improvement > 0 && improvement < tolerance) || gradient < tolerance;
    if (converged || isNaN64(gradient) || iter === m.opt_iterations) break;

    // next direction; Newton's method stops where it promises little
    if (newton) {
      newtonUpdate(m, d, hadCone);
      newtonSolve(d);
      converged = expectedGain(d) < tolerance;
      if (converged) break;
      for (let i = first; i < first + n; i++) search[i] = -Mgrad[i];
    } else {
      preconditionByInertia(m, d);
      conjugateDirection(m, d);
    }
  }
  if (!converged) d.solverUnconverged++;
  if (span[ISLAND] < STAT_ISLANDS) {
    d.solver_niter[span[ISLAND]] += iter;
    d.solver_nnz[span[ISLAND]] = newton && !certified ? n * n : countJacobian(m, d);
  }
  return iter;
}

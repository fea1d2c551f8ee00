/**
 * The primal solvers: qacc minimises a convex cost,
 *
 *     ½ (a - a_smooth)ᵀ M (a - a_smooth) + Σ s(J·a - aref)
 *
 * by steps along a direction (Newton's, or a conjugate gradient's) with an exact line search.
 *
 * @see Todorov: Convex and analytically-invertible dynamics with contacts and constraints (2014)
 */
import { isSparse } from '../../constraint/jacobian/mode.ts';
import { type f64, type i32, isNaN64 } from '../../dialect.ts';
import { Fronts } from '../../math/frontal/fronts.ts';
import { copyI } from '../../math/linear/dense.ts';
import { addToScl, dot } from '../../math/linear/leaf.ts';
import { MINVAL, max, maxI } from '../../math/scalar.ts';
import type { Order } from '../../metric/order.ts';
import type { Data, Model } from '../../model/classes.ts';
import { CNSTRSTATE_QUADRATIC, SOL_NEWTON } from '../../model/constants.ts';
import { mulBlocks, mulBlocksT } from '../blocks.ts';
import { diagonal, type IslandInertia, mulInertia, solveInertia } from '../inertia.ts';
import type { Island } from '../island.ts';
import { Iteration, STAT_ISLANDS, saveStatistics } from '../statistics.ts';
import { updateConstraints } from '../update.ts';
import { conjugateDirection, keepGradient } from './cg.ts';
import { LineResult } from './line-cost.ts';
import { lineSearch } from './linesearch.ts';
import { newtonSolve, newtonStart, newtonUpdate } from './newton.ts';

const fronts = new Fronts(); // of the Hessian of the island, where it is large
const line = new LineResult();
const iteration = new Iteration();

/** ½·scale·gᵀ·Mgrad, never below zero: what the next step will gain at most, by the metric of Mgrad. @noinline */
function expectedGain(d: Data, island: Island, scale: f64): f64 {
  const first = island.firstDof;
  return max(0, 0.5 * scale * dot(d.solverGrad, first, d.solverMgrad, first, island.endDof - first));
}

/** scale·|g| */
function gradientNorm(d: Data, island: Island, scale: f64): f64 {
  const first = island.firstDof;
  return scale * Math.sqrt(dot(d.solverGrad, first, d.solverGrad, first, island.endDof - first));
}

/** Forces and gradient at the present jar and Ma. */
function updateGradient(d: Data, island: Island): void {
  updateConstraints(d.solverForce, d.solverState, d, d.solverJar, island);
  mulBlocksT(d.solverFrcConstraint, d, d.solverForce, island);
  const { solverGrad: grad, solverMa: Ma, solverFrcSmooth: smooth, solverFrcConstraint: constraint } = d;
  const end = island.endDof;
  for (let i = island.firstDof; i < end; i++) grad[i] = Ma[i] - smooth[i] - constraint[i];
}

/** solverMgrad = M⁻¹·solverGrad */
function preconditionByInertia(m: Model, d: Data, island: Island, inertia: IslandInertia, dofs: Order): void {
  solveInertia(d.solverMgrad, m, d, d.solverGrad, island, inertia, dofs);
}

/** solverSearch = -solverMgrad */
function searchDownhill(d: Data, island: Island): void {
  const { solverSearch: search, solverMgrad: Mgrad } = d;
  const end = island.endDof;
  for (let i = island.firstDof; i < end; i++) search[i] = -Mgrad[i];
}

/** What costs and gradients are multiplied by before they are compared with a tolerance. */
function scaleOf(m: Model, island: Island, inertia: IslandInertia): f64 {
  if (island.whole) return 1 / (m.stat_meaninertia * maxI(1, m.nv));
  let s: f64 = 0;
  for (let i = island.firstDof; i < island.endDof; i++) s += diagonal(inertia, i);
  return 1 / s;
}

/** Counts rows that changed their state; `nupdate` are those that changed the Hessian, and rows in cones. */
function countChanges(d: Data, island: Island): void {
  const { solverState: state, solverOldState: old } = d;
  const end = island.endRow;
  let n = 0;
  let quadratic = 0;
  for (let r = island.firstRow; r < end; r++) {
    if (state[r] === old[r]) continue;
    n++;
    if (state[r] === CNSTRSTATE_QUADRATIC || old[r] === CNSTRSTATE_QUADRATIC) quadratic++;
  }
  iteration.nchange = n;
  iteration.nupdate = quadratic + island.ncone;
}

/** Stored elements of the Jacobian of the island. */
function countJacobian(m: Model, d: Data, island: Island): i32 {
  if (!isSparse(m)) return (island.endRow - island.firstRow) * (island.endDof - island.firstDof);
  let n = 0;
  for (let b = island.firstBlock; b < island.endBlock; b++) n += d.blockRows[b] * d.blockWidth[b];
  return n;
}

/**
 * Moves along solverSearch to the least cost; false where there is no step.
 *
 * @writes solverMv solverJv solverAcc solverMa solverJar solverOldState
 */
function move(m: Model, d: Data, island: Island, inertia: IslandInertia, dofs: Order, scale: f64): boolean {
  const first = island.firstDof,
    n = island.endDof - first,
    row = island.firstRow,
    rows = island.endRow - row,
    search = d.solverSearch,
    length = Math.sqrt(dot(search, first, search, first, n));
  if (length < MINVAL) return false;
  mulInertia(d.solverMv, m, d, search, island, inertia, dofs);
  mulBlocks(d.solverJv, d, search, island);
  const tolerance = (m.opt_tolerance * m.opt_ls_tolerance * length) / scale;
  const alpha = lineSearch(d, island, tolerance, m.opt_ls_iterations, line);
  if (alpha === 0) return false;
  iteration.lineslope = line.slope * (scale / length);
  iteration.improvement = scale * line.gain;
  iteration.neval = line.evaluations;

  addToScl(d.solverAcc, first, search, first, alpha, n);
  addToScl(d.solverMa, first, d.solverMv, first, alpha, n);
  addToScl(d.solverJar, row, d.solverJv, row, alpha, rows);
  copyI(d.solverOldState, row, d.solverState, row, rows);
  return true;
}

/**
 * Solves an island, starting from solverAcc with solverMa and solverJar up to date.
 *
 * @writes solverAcc solverMa solverJar solverForce solverState solverFrcConstraint solver_niter solver_nnz solverUnconverged
 */
export function solvePrimal(m: Model, d: Data, island: Island, inertia: IslandInertia, dofs: Order): void {
  const newton = m.opt_solver === SOL_NEWTON,
    tolerance = m.opt_tolerance,
    scale = scaleOf(m, island, inertia);
  updateGradient(d, island);

  // the cost is strongly convex in the metric of M, so that ½gᵀM⁻¹g bounds what can be gained: a good start may need no iteration.
  // Newton's solutions are also accurate in force, which takes a small gradient
  const steep = !(gradientNorm(d, island, scale) < tolerance);
  let converged = false;
  if (!newton || !steep) {
    preconditionByInertia(m, d, island, inertia, dofs);
    converged = expectedGain(d, island, scale) < tolerance;
  }
  const factorised = newton && !converged;
  if (factorised) {
    newtonStart(m, d, island, inertia, dofs, fronts);
    newtonSolve(d, island, fronts);
    converged = !steep && expectedGain(d, island, scale) < tolerance;
  }
  if (!converged) searchDownhill(d, island);

  let iter = 0;
  while (!converged && iter < m.opt_iterations) {
    const hadCone = island.ncone > 0;
    converged = !move(m, d, island, inertia, dofs, scale);
    if (converged) break;

    // forces and gradient
    if (!newton) keepGradient(d, island);
    updateGradient(d, island);
    countChanges(d, island);
    if (!newton) iteration.nupdate = 0;
    iteration.gradient = gradientNorm(d, island, scale);
    iteration.nactive = island.nactive;
    saveStatistics(d, island.index, iter, iteration);
    iter++;

    // stop on a small improvement, a small gradient, or NaN
    const improvement = iteration.improvement;
    converged = (improvement > 0 && improvement < tolerance) || iteration.gradient < tolerance;
    if (converged || isNaN64(iteration.gradient) || iter === m.opt_iterations) break;

    // next direction; Newton's method stops where it promises little
    if (newton) {
      newtonUpdate(m, d, island, inertia, dofs, fronts, hadCone);
      newtonSolve(d, island, fronts);
      converged = expectedGain(d, island, scale) < tolerance;
      searchDownhill(d, island);
    } else {
      preconditionByInertia(m, d, island, inertia, dofs);
      conjugateDirection(m, d, island);
    }
  }
  if (!converged) d.solverUnconverged++;
  if (island.index < STAT_ISLANDS) {
    const n = island.endDof - island.firstDof;
    d.solver_niter[island.index] += iter;
    d.solver_nnz[island.index] = factorised ? n * n : countJacobian(m, d, island);
  }
}

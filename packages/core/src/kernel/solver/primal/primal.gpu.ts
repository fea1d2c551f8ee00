/**
 * Newton's method and conjugate gradients for GPUs, whose compilers copy a function to each of its calls: the iteration of `primal.ts` with
 * one call of everything that is large.
 */
import { type f64, type i32, isNaN64 } from '../../dialect.ts';
import { addToScl, dot } from '../../math/linear/leaf.ts';
import { MINVAL, max, maxI } from '../../math/scalar.ts';
import type { Order } from '../../metric/order.ts';
import type { Data, Model } from '../../model/classes.ts';
import { SOL_NEWTON } from '../../model/constants.ts';
import { mulBlocks, mulBlocksT } from '../blocks.ts';
import { diagonal, type IslandInertia, mulInertia, solveInertia } from '../inertia.ts';
import type { Island } from '../island.ts';
import { STAT_ISLANDS } from '../statistics.ts';
import { updateConstraints } from '../update.ts';
import { conjugateDirection, keepGradient } from './cg.ts';
import { LineResult } from './line-cost.ts';
import { lineSearch } from './linesearch.ts';
import { newtonDirection } from './newton-direction.gpu.ts';

const line = new LineResult();

/** Forces and gradient at the present jar and Ma; returns the norm of the gradient. */
function updateGradient(d: Data, island: Island): f64 {
  updateConstraints(d.solverForce, d.solverState, d, d.solverJar, island);
  mulBlocksT(d.solverFrcConstraint, d, d.solverForce, island);
  const { solverGrad: grad, solverMa: Ma, solverFrcSmooth: smooth, solverFrcConstraint: constraint } = d;
  let square: f64 = 0;
  for (let i = island.firstDof; i < island.endDof; i++) {
    grad[i] = Ma[i] - smooth[i] - constraint[i];
    square += grad[i] * grad[i];
  }
  return Math.sqrt(square);
}

/** What costs and gradients are multiplied by before they are compared with a tolerance. */
function scaleOf(m: Model, island: Island, inertia: IslandInertia): f64 {
  if (island.whole) return 1 / (m.stat_meaninertia * maxI(1, m.nv));
  let s: f64 = 0;
  for (let i = island.firstDof; i < island.endDof; i++) s += diagonal(inertia, i);
  return 1 / s;
}

/** Moves along the direction to the least cost; false if there is no better place. */
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
  addToScl(d.solverAcc, first, search, first, alpha, n);
  addToScl(d.solverMa, first, d.solverMv, first, alpha, n);
  addToScl(d.solverJar, row, d.solverJv, row, alpha, rows);
  return true;
}

/** solverMgrad = the gradient by the metric of the solver; returns what the next step will gain at most. */
function precondition(
  m: Model,
  d: Data,
  island: Island,
  inertia: IslandInertia,
  dofs: Order,
  newton: boolean,
  scale: f64,
): f64 {
  const first = island.firstDof;
  if (newton) newtonDirection(d, island, inertia);
  else solveInertia(d.solverMgrad, m, d, d.solverGrad, island, inertia, dofs);
  return max(0, 0.5 * scale * dot(d.solverGrad, first, d.solverMgrad, first, island.endDof - first));
}

/** Solves an island. @writes solverAcc solverMa solverJar solverForce solver_niter */
export function solvePrimal(m: Model, d: Data, island: Island, inertia: IslandInertia, dofs: Order): void {
  const newton = m.opt_solver === SOL_NEWTON;
  const tolerance = m.opt_tolerance;
  const scale = scaleOf(m, island, inertia);
  let iter: i32 = 0;
  let improvement: f64 = 0;
  let converged = false;
  while (!converged) {
    const gradient = scale * updateGradient(d, island);
    const steep = !(gradient < tolerance);

    // stop on a small improvement, a small gradient, or NaN
    if (iter > 0) converged = (improvement > 0 && improvement < tolerance) || !steep;
    if (converged || isNaN64(gradient) || iter >= m.opt_iterations) break;

    // the next direction; where it promises little, it is not worth the way
    const gain = precondition(m, d, island, inertia, dofs, newton, scale);
    if (gain < tolerance && (newton ? iter > 0 || !steep : iter === 0)) {
      converged = true;
      break;
    }
    if (newton || iter === 0)
      for (let i = island.firstDof; i < island.endDof; i++) d.solverSearch[i] = -d.solverMgrad[i];
    else conjugateDirection(m, d, island);
    if (!move(m, d, island, inertia, dofs, scale)) {
      converged = true;
      break;
    }
    if (!newton) keepGradient(d, island);
    improvement = scale * line.gain;
    iter++;
  }
  if (!converged) d.solverUnconverged++;
  if (island.index < STAT_ISLANDS) d.solver_niter[island.index] += iter;
}

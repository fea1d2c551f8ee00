// @cold

import { isSparse } from '../constraint/jacobian/mode.ts';
import { type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy, dot } from '../math/linear/leaf.ts';
import { clip, MINVAL, maxI } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { CNSTR_CONTACT_ELLIPTIC, CNSTR_CONTACT_PYRAMIDAL } from '../model/constants.ts';
import {
  costChange,
  diagonalBlock,
  prepareIsland,
  residual,
  rowAt,
  rowCount,
  solveFriction,
  updateStates,
} from './dual.ts';
import type { Island } from './island.ts';
import { Iteration, STAT_ISLANDS, saveStatistics } from './statistics.ts';

const iteration = new Iteration(); // statistics of a sweep
const res = scratchF64(6); // residual of the rows at hand
const old = scratchF64(6); // their forces before the update
const block = scratchF64(25); // their part of A
const bias = scratchF64(6); // residual without that of the forces themselves

/**
 * After the main solver: sweeps over friction only, as if it were hard (A instead of A + R), so that contacts do not creep. Normal forces,
 * and in a pyramid the sum of each pair of opposite edges, stay as they are.
 *
 * @reads efc_AR efc_b efc_R efc_frictionloss contact_friction contact_dim
 * @writes efc_force efc_state solver_niter
 */
export function solveNoslip(m: Model, d: Data, island: Island): void {
  const scale = 1 / (m.stat_meaninertia * maxI(1, m.nv)),
    index = island.index,
    isKept = index < STAT_ISLANDS;
  prepareIsland(m, d, island, true);
  updateStates(d, island);
  let iter = 0;
  let converged = false;
  while (iter < m.opt_noslip_iterations && !converged) {
    // the first sweep also drops the cost of the regulariser
    let improvement: f64 = iter === 0 ? regulariserCost(d, island) : 0;
    improvement = sweep(m, d, island, improvement);
    iteration.nchange = updateStates(d, island);
    iteration.nactive = island.nactive;
    iteration.improvement = improvement * scale;
    if (isKept) saveStatistics(d, index, iter + d.solver_niter[index], iteration);
    iter++;
    converged = iteration.improvement < m.opt_noslip_tolerance;
  }
  if (isKept) d.solver_niter[index] += iter;
}

/** ½ fᵀRf over the rows of an island. */
function regulariserCost(d: Data, island: Island): f64 {
  const force = d.efc_force,
    count = rowCount(island);
  let cost: f64 = 0;
  for (let c = 0; c < count; c++) {
    const i = rowAt(d, c);
    cost += 0.5 * force[i] * force[i] * d.efc_R[i];
  }
  return cost;
}

/** One update of all friction forces; returns `improvement` plus what the cost fell by. @reads efc_type efc_id */
function sweep(m: Model, d: Data, island: Island, improvement: f64): f64 {
  const count = rowCount(island),
    lossy = island.ne + island.nf;
  let total: f64 = improvement;
  for (let c = island.ne; c < lossy; c++) total -= updateFrictionLoss(m, d, rowAt(d, c), d.solverWeight[c]);
  let c = lossy;
  while (c < count) {
    const i = rowAt(d, c),
      type = d.efc_type[i];
    let rows = 1;
    if (type === CNSTR_CONTACT_PYRAMIDAL) {
      rows = 2 * (d.contact_dim[d.efc_id[i]] - 1);
      for (let j = 0; j < rows; j += 2) total -= updateEdges(m, d, i + j);
    } else if (type === CNSTR_CONTACT_ELLIPTIC) {
      rows = d.contact_dim[d.efc_id[i]];
      total -= updateTangent(m, d, i, rows - 1);
    }
    c += rows;
  }
  return total;
}

/** One row of friction loss; returns the change of the cost. */
function updateFrictionLoss(m: Model, d: Data, i: i32, inv: f64): f64 {
  const force = d.efc_force,
    floss = d.efc_frictionloss[i];
  residual(res, d, i, 1, isSparse(m), true);
  const before = force[i];
  force[i] = clip(before - res[0] * inv, -floss, floss);
  const step = force[i] - before;
  return (0.5 * step * step) / inv + step * res[0];
}

/** residual, old forces and block of `n` rows from `i` on */
function prepareRows(m: Model, d: Data, i: i32, n: i32): void {
  residual(res, d, i, n, isSparse(m), true);
  copy(old, 0, d.efc_force, i, n);
  diagonalBlock(block, d, i, n, true);
  for (let j = 0; j < n; j++) bias[j] = res[j] - dot(block, j * n, old, 0, n);
}

/** Two opposite edges of a pyramid, mid + y and mid - y: the best y with both not negative. */
function updateEdges(m: Model, d: Data, i: i32): f64 {
  const force = d.efc_force;
  prepareRows(m, d, i, 2);
  const mid = 0.5 * (force[i] + force[i + 1]);
  const curve = block[0] + block[3] - block[1] - block[2];
  const slope = mid * (block[0] - block[3]) + bias[0] - bias[1];
  let y: f64 = 0;
  if (!(curve < MINVAL)) y = -slope / curve;
  if (y < -mid) {
    force[i] = 0;
    force[i + 1] = 2 * mid;
  } else if (y > mid) {
    force[i] = 2 * mid;
    force[i + 1] = 0;
  } else {
    force[i] = mid + y;
    force[i + 1] = mid - y;
  }
  return costChange(block, force, i, old, res, 2);
}

/** The friction forces of a contact with an elliptic cone, `n` rows after row `i`. */
function updateTangent(m: Model, d: Data, i: i32, n: i32): f64 {
  prepareRows(m, d, i + 1, n);
  solveFriction(d, i, n, block, bias);
  return costChange(block, d.efc_force, i + 1, old, res, n);
}

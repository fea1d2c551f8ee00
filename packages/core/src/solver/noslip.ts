import { type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy, dot } from '../math/leaf.ts';
import { clip, MINVAL, maxI } from '../math/scalar.ts';
import { CNSTR_CONTACT_ELLIPTIC, CNSTR_CONTACT_PYRAMIDAL } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import {
  changedStates,
  costChange,
  diagonalBlock,
  prepareDiagonal,
  residual,
  rowAt,
  solveFriction,
  updateStates,
} from './dual.ts';
import { STAT_ISLANDS, saveStatistics } from './statistics.ts';

const res = scratchF64(6); // residual of the rows at hand
const old = scratchF64(6); // their forces before the update
const block = scratchF64(25); // their part of A
const bias = scratchF64(6); // residual without that of the forces themselves

/**
 * After the main solver: sweeps over friction only, as if it were hard (A instead of A + R), so that contacts do not creep. Normal forces,
 * and in a pyramid the sum of each pair of opposite edges, stay as they are.
 *
 * @reads efc_AR efc_b efc_R efc_frictionloss contact_friction contact_dim
 * @writes efc_force efc_state
 */
export function solveNoslip(m: Model, d: Data, island: i32, first: i32, ne: i32, nf: i32, count: i32): void {
  const scale = 1 / (m.stat_meaninertia * maxI(1, m.nv));
  const force = d.efc_force;
  prepareDiagonal(m, d, first, count, true);
  updateStates(d, first, ne, nf, count);
  let iter = 0;
  while (iter < m.opt_noslip_iterations) {
    let improvement: f64 = 0;

    // the first sweep also drops the cost of the regulariser
    if (iter === 0) {
      for (let c = 0; c < count; c++) {
        const i = rowAt(d, first, c);
        improvement += 0.5 * force[i] * force[i] * d.efc_R[i];
      }
    }
    for (let c = ne; c < ne + nf; c++) improvement -= updateFrictionLoss(m, d, rowAt(d, first, c), d.solverWeight[c]);
    let c = ne + nf;
    while (c < count) {
      const i = rowAt(d, first, c),
        type = d.efc_type[i];
      let rows = 1;
      if (type === CNSTR_CONTACT_PYRAMIDAL) {
        rows = 2 * (d.contact_dim[d.efc_id[i]] - 1);
        for (let j = 0; j < rows; j += 2) improvement -= updateEdges(m, d, i + j);
      } else if (type === CNSTR_CONTACT_ELLIPTIC) {
        rows = d.contact_dim[d.efc_id[i]];
        improvement -= updateTangent(m, d, i, rows - 1);
      }
      c += rows;
    }

    const nactive = updateStates(d, first, ne, nf, count);
    improvement *= scale;
    if (island < STAT_ISLANDS) {
      const at = iter + d.solver_niter[island];
      saveStatistics(d, island, at, improvement, 0, 0, nactive, changedStates(), 0, 0);
    }
    iter++;
    if (improvement < m.opt_noslip_tolerance) break;
  }
  if (island < STAT_ISLANDS) d.solver_niter[island] += iter;
}

/** One row of friction loss; returns the change of the cost. */
function updateFrictionLoss(m: Model, d: Data, i: i32, inv: f64): f64 {
  const force = d.efc_force,
    floss = d.efc_frictionloss[i];
  residual(res, m, d, i, 1, true);
  const before = force[i];
  force[i] = clip(before - res[0] * inv, -floss, floss);
  const step = force[i] - before;
  return (0.5 * step * step) / inv + step * res[0];
}

/** residual, old forces and block of `n` rows from `i` on */
function prepareRows(m: Model, d: Data, i: i32, n: i32): void {
  residual(res, m, d, i, n, true);
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

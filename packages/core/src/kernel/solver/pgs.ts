import { isSparse } from '../constraint/jacobian/mode.ts';
import { type f64, type i32, scratchF64, scratchI32, toF64 } from '../dialect.ts';
import { mulMatVec } from '../math/linear/dense.ts';
import { copy, dot, zero } from '../math/linear/leaf.ts';
import { rngInit, shuffleI } from '../math/rng.ts';
import { clip, MINVAL, maxI } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { CNSTR_CONTACT_ELLIPTIC } from '../model/constants.ts';
import {
  blockSize,
  costChange,
  diagonalBlock,
  prepareIsland,
  projectBlock,
  ROUNDING,
  residual,
  residualOf,
  rowAt,
  rowCount,
  solveFriction,
  updateStates,
} from './dual.ts';
import type { Island } from './island.ts';
import { Iteration, STAT_ISLANDS, saveStatistics } from './statistics.ts';

const iteration = new Iteration(); // statistics of a sweep
const rng = scratchI32(4); // the order of the blocks is the same in every run
const res = scratchF64(6); // residual of a block
const old = scratchF64(6); // its forces before the update
const block = scratchF64(36); // its part of A + R
const ray = scratchF64(6); // direction of its force
const image = scratchF64(6); // block·ray
const friction = scratchF64(25); // the friction part of the block
const bias = scratchF64(5); // and of the residual, without that of the friction forces themselves

/**
 * Projected Gauss-Seidel on one island: sweeps over its blocks in random order, each moved to its best force. Momentum is added between
 * sweeps, and dropped when it turns against the sweep.
 *
 * @reads efc_AR efc_b efc_R efc_frictionloss contact_friction contact_mu contact_dim
 * @writes efc_force efc_state solver_niter solver_nnz solverUnconverged
 * @see O'Donoghue, Candès: Adaptive restart for accelerated gradient schemes (2015)
 */
export function solvePgs(m: Model, d: Data, island: Island): void {
  const scale = 1 / (m.stat_meaninertia * maxI(1, m.nv)),
    count = rowCount(island),
    index = island.index,
    previous = d.solverPrevious,
    momentum = d.solverMomentum,
    force = d.efc_force;
  prepareIsland(m, d, island, false);
  updateStates(d, island);
  const blocks = listBlocks(d, island);
  rngInit(rng, 0);

  let iter = 0;
  let converged = false;
  let run = 0; // sweeps since the momentum was dropped
  while (iter < m.opt_iterations && !converged) {
    const beta: f64 = iter > 0 ? toF64(run - 1) / toF64(run + 2) : 0;
    if (beta > 0) extrapolate(d, island, beta);
    else for (let c = 0; c < count; c++) previous[c] = force[rowAt(d, c)];
    for (let c = 0; c < count; c++) momentum[c] = force[rowAt(d, c)];

    shuffleI(d.solverVisit, 0, blocks, rng, 0);
    const improvement = sweep(m, d, island, blocks);

    iteration.nchange = updateStates(d, island);
    iteration.nactive = island.nactive;
    iteration.improvement = improvement * scale;
    saveStatistics(d, index, iter, iteration);

    run = iter > 0 && opposesMomentum(d, island) ? 0 : run + 1;
    iter++;
    converged = iteration.improvement < m.opt_tolerance;
  }
  if (!converged) d.solverUnconverged++;
  if (index < STAT_ISLANDS) {
    d.solver_niter[index] += iter;
    d.solver_nnz[index] = countElements(m, d, island);
  }
}

/** Starts of the blocks of an island, in order; returns their number. */
function listBlocks(d: Data, island: Island): i32 {
  const count = rowCount(island);
  let blocks = 0;
  for (let c = 0; c < count; c += blockSize(d, rowAt(d, c))) {
    d.solverVisit[blocks] = c;
    blocks++;
  }
  return blocks;
}

/** Moves all forces on by β times their last change, and back into their bounds. */
function extrapolate(d: Data, island: Island, beta: f64): void {
  const force = d.efc_force,
    previous = d.solverPrevious,
    floss = d.efc_frictionloss,
    count = rowCount(island),
    lossy = island.ne + island.nf;
  for (let c = 0; c < count; c++) {
    const i = rowAt(d, c);
    const now = force[i];
    force[i] += beta * (now - previous[c]);
    previous[c] = now;
  }
  for (let c = island.ne; c < lossy; c++) {
    const i = rowAt(d, c);
    force[i] = clip(force[i], -floss[i], floss[i]);
  }
  let c = lossy;
  while (c < count) {
    const i = rowAt(d, c),
      n = blockSize(d, i);
    projectBlock(d, i, n);
    c += n;
  }
}

/** Whether the last sweep went against the momentum. */
function opposesMomentum(d: Data, island: Island): boolean {
  const count = rowCount(island);
  let s: f64 = 0;
  for (let c = 0; c < count; c++) {
    s += (d.efc_force[rowAt(d, c)] - d.solverMomentum[c]) * (d.solverMomentum[c] - d.solverPrevious[c]);
  }
  return s < 0;
}

/** Updates every block once; returns what the cost fell by. @reads efc_type */
function sweep(m: Model, d: Data, island: Island, blocks: i32): f64 {
  const sparse = isSparse(m),
    visit = d.solverVisit,
    weight = d.solverWeight,
    curvature = d.solverCurvature,
    type = d.efc_type,
    ne = island.ne,
    lossy: i32 = ne + island.nf;
  let improvement: f64 = 0;
  for (let k = 0; k < blocks; k++) {
    const c = visit[k],
      i = rowAt(d, c);
    if (type[i] === CNSTR_CONTACT_ELLIPTIC) improvement -= updateContact(d, i, weight[c], sparse);
    else improvement -= updateRow(d, i, weight[c], curvature[c], c >= ne, c < lossy, sparse);
  }
  return improvement;
}

/** Updates the forces of the contact that starts at row `i`; returns the change of the cost. */
function updateContact(d: Data, i: i32, inv: f64, sparse: boolean): f64 {
  const n = blockSize(d, i);
  residual(res, d, i, n, sparse, false);
  copy(old, 0, d.efc_force, i, n);
  diagonalBlock(block, d, i, n, false);
  updateCone(d, i, n, inv);
  return costChange(block, d.efc_force, i, old, res, n);
}

/** One row that is not of a cone: if it is `bounded`, its force stays within its friction loss where it is `lossy`, else it is not negative. */
function updateRow(d: Data, i: i32, inv: f64, curvature: f64, bounded: boolean, lossy: boolean, sparse: boolean): f64 {
  const slope = residualOf(d, i, sparse),
    before = d.efc_force[i];
  let force: f64 = before - slope * inv;
  if (bounded) {
    const floss = d.efc_frictionloss[i];
    if (lossy) force = clip(force, -floss, floss);
    else if (force < 0) force = 0;
  }
  const step = force - before,
    change = 0.5 * step * step * curvature + step * slope;
  if (change > ROUNDING) return 0;
  d.efc_force[i] = force;
  return change;
}

/** A contact: first along the ray of its force (or the normal, where there is none), then friction with the normal force fixed. */
function updateCone(d: Data, i: i32, n: i32, inv: f64): void {
  const force = d.efc_force;
  if (force[i] < MINVAL) {
    force[i] -= res[0] * inv;
    if (force[i] < 0) force[i] = 0;
    zero(force, i + 1, n - 1);
  } else {
    copy(ray, 0, force, i, n);
    mulMatVec(image, 0, block, 0, ray, 0, n, n);
    const denominator = dot(ray, 0, image, 0, n);
    if (denominator >= MINVAL) {
      let x: f64 = -dot(ray, 0, res, 0, n) / denominator;
      if (force[i] + x * ray[0] < 0) x = -ray[0] / force[i];
      for (let j = 0; j < n; j++) force[i + j] += x * ray[j];
    }
  }
  for (let j = 0; j < n - 1; j++) {
    copy(friction, j * (n - 1), block, (j + 1) * n + 1, n - 1);
    bias[j] = res[j + 1] - dot(friction, j * (n - 1), old, 1, n - 1);
    bias[j] += block[(j + 1) * n] * (force[i] - old[0]);
  }
  solveFriction(d, i, n - 1, friction, bias);
}

/** Stored elements of A + R in the rows of an island. @reads efc_AR_rownnz */
function countElements(m: Model, d: Data, island: Island): i32 {
  const count = rowCount(island);
  if (!isSparse(m)) return count * count;
  let n = 0;
  for (let c = 0; c < count; c++) n += d.efc_AR_rownnz[rowAt(d, c)];
  return n;
}

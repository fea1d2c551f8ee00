/**
 * Steps from states near to one, and their differences, in one call for many columns. What a nudge leaves as it is, is not computed again; the
 * constraint solver runs once, and finds the accelerations of the others by Newton steps with the Hessian of the first.
 * @cold
 */
import { fwdActuation } from '../actuation/actuation.ts';
import type { F64, f64, i32 } from '../dialect.ts';
import { smoothForces } from '../inertia/acceleration.ts';
import { factorM, solveM } from '../inertia/factor.ts';
import { firstBad } from '../integrate/bad-numbers.ts';
import { dampsImplicitly, eulerSkip } from '../integrate/euler.ts';
import { implicitSkip } from '../integrate/implicit.ts';
import { differentiatePos } from '../kinematics/coordinates.ts';
import { copy, zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { INT_EULER, STAGE_NONE, STAGE_POS, STAGE_VEL } from '../model/constants.ts';
import { forwardSkip } from '../pipeline/forward.ts';
import { fwdVelocity } from '../pipeline/velocity.ts';
import { NearbySolution, refineSolution, solutionSize, solveNearby } from './nearby-solve.ts';
import { nudgeInput } from './nudge.ts';
import { place } from './place.ts';

const center = new NearbySolution(); // of the state that is nudged
const other = new NearbySolution(); // of a nudged one where rows are in other states

/** Numbers in a state. */
function stateSize(m: Model): i32 {
  return m.nq + m.nv + m.na;
}

/**
 * Takes the present state as the one to nudge, and the step from it. `work` is that state, the one that the step leads to, two that nudged steps
 * lead to, and what `nearbyColumns` needs; `solution` and `spare` are solutions with room for `most` rows. False if there is no solution to find
 * others from.
 *
 * @reads qpos qvel act time nefc
 * @writes time
 */
export function beginNearby(m: Model, d: Data, work: F64, solution: F64, spare: F64, most: i32): boolean {
  if (firstBad(d.qpos, m.nq) >= 0 || firstBad(d.qvel, m.nv) >= 0) return false;
  center.memory = solution;
  other.memory = spare;
  center.most = most;
  other.most = most;
  saveState(m, d, work, 0);
  forwardSkip(m, d, STAGE_NONE, true);
  center.nefc = 0;
  // steps with a matrix of their own take only forces from the solver
  center.whole = m.opt_integrator === INT_EULER && !dampsImplicitly(m, d, false);
  other.whole = center.whole;
  if (d.nefc > 0 && !refineSolution(m, d, center)) return false;
  const time = d.time;
  integrate(m, d, false);
  d.time = time;
  saveState(m, d, work, stateSize(m));
  restoreState(m, d, work);
  return true;
}

/** Numbers that `beginNearby` needs for a solution with `most` rows. */
export function nearbySize(m: Model, most: i32): i32 {
  return solutionSize(m) + 3 * most;
}

/**
 * Columns of the derivatives of the step that `beginNearby` took: after the four states, `work` has nudges up and down for each of `count`
 * columns from `first` on, and receives the columns, each of 2·nv + na numbers. Columns are those of positions in tangent space, velocities,
 * activations and controls, and must be found from the last kind to the first. With `keepFactor`, the matrix of an implicit step is that of the
 * last step that made one.
 */
export function nearbyColumns(m: Model, d: Data, work: F64, first: i32, count: i32, keepFactor: boolean): void {
  const size = stateSize(m);
  const n: i32 = 2 * m.nv + m.na;
  const nudges: i32 = 4 * size;
  const time = d.time;
  for (let c = 0; c < count; c++) {
    const up: f64 = work[nudges + 2 * c];
    const down: f64 = work[nudges + 2 * c + 1];
    if (up !== 0) nudgedStep(m, d, work, 3 * size, first + c, up, keepFactor);
    if (down !== 0) nudgedStep(m, d, work, 2 * size, first + c, -down, keepFactor);
    const less: i32 = down !== 0 ? 2 * size : size;
    const more: i32 = up !== 0 ? 3 * size : size;
    difference(m, work, nudges + 2 * count + c * n, less, more, up + down);
    d.time = time;
  }
}

/** The state after a step from a nudged one, at `to`; the first state is there again afterwards. @reads ctrl @writes ctrl */
function nudgedStep(m: Model, d: Data, work: F64, to: i32, k: i32, by: f64, keepFactor: boolean): void {
  const n: i32 = 2 * m.nv + m.na;
  const control: f64 = k >= n ? d.ctrl[k - n] : 0;
  nudgeInput(m, d, k, by);
  const skip: i32 = k < m.nv ? STAGE_NONE : k < 2 * m.nv ? STAGE_POS : STAGE_VEL;
  accelerate(m, d, skip);
  integrate(m, d, keepFactor);
  saveState(m, d, work, to);
  restoreState(m, d, work);
  if (k >= n) d.ctrl[k - n] = control;
}

/** Forces, and accelerations where the step needs them. @reads nefc @writes qacc_warmstart */
function accelerate(m: Model, d: Data, skip: i32): void {
  if (skip < STAGE_POS) place(m, d);
  if (skip < STAGE_VEL) fwdVelocity(m, d);
  fwdActuation(m, d);
  smoothForces(m, d);
  if (d.nefc === 0 && center.nefc === 0) {
    fall(m, d, skip);
    return;
  }
  if (center.nefc > 0 && solveNearby(m, d, center)) return;
  if (center.nefc > 0) copy(d.qacc_warmstart, 0, center.memory, 2 * m.nv * m.nv, m.nv);
  forwardSkip(m, d, skip, true);
  if (d.nefc > 0) refineSolution(m, d, other);
}

/** Without rows, steps with a matrix of their own need no accelerations. @reads qfrc_smooth @writes qfrc_constraint qacc */
function fall(m: Model, d: Data, skip: i32): void {
  zero(d.qfrc_constraint, 0, m.nv);
  if (m.opt_integrator !== INT_EULER || dampsImplicitly(m, d, false)) return;
  if (skip < STAGE_POS) factorM(m, d);
  solveM(m, d, d.qacc, 0, d.qfrc_smooth, 0, 1);
}

function integrate(m: Model, d: Data, keepFactor: boolean): void {
  if (m.opt_integrator === INT_EULER) eulerSkip(m, d, keepFactor);
  else implicitSkip(m, d, keepFactor);
}

/** @reads qpos qvel act */
function saveState(m: Model, d: Data, work: F64, w: i32): void {
  copy(work, w, d.qpos, 0, m.nq);
  copy(work, w + m.nq, d.qvel, 0, m.nv);
  copy(work, w + m.nq + m.nv, d.act, 0, m.na);
}

/** @writes qpos qvel act */
function restoreState(m: Model, d: Data, work: F64): void {
  copy(d.qpos, 0, work, 0, m.nq);
  copy(d.qvel, 0, work, m.nq, m.nv);
  copy(d.act, 0, work, m.nq + m.nv, m.na);
}

/** (more - less)/h in tangent space, 0 where nothing was nudged. */
function difference(m: Model, work: F64, r: i32, less: i32, more: i32, h: f64): void {
  const nv = m.nv;
  if (h === 0) {
    zero(work, r, 2 * nv + m.na);
    return;
  }
  differentiatePos(m, work, r, work, less, work, more, h);
  for (let i = 0; i < nv + m.na; i++) work[r + nv + i] = (work[more + m.nq + i] - work[less + m.nq + i]) / h;
}

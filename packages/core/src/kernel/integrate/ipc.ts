// @cold

/**
 * Steps in which contacts of sheets never penetrate. The motion of a step minimises the cost of the constraint solver and the energies of pairs of
 * features that may touch,
 *
 *     ½·k·min(0, c(x) - λ/k)²
 *
 * of which c is the distance that a pair has above its rest, linear about the last motion that is known to be free of intersections, and λ its
 * multiplier. Each iteration solves that, searches along the line to the solution, moves the multipliers by what is left of the
 * forces, and takes as much of the motion as no pair forbids.
 *
 * @see Li et al.: augmented Lagrangian contact without a barrier, arXiv:2512.12151
 */
import { mulJacVec } from '../constraint/jacobian/product.ts';
import { constraintUpdate } from '../constraint/update.ts';
import type { F64, f64, i32 } from '../dialect.ts';
import { chooseJoining, mergeSet, startSet, updateMultipliers } from '../flex/ipc/active-set.ts';
import { listCandidates } from '../flex/ipc/candidates.ts';
import { listFeatures } from '../flex/ipc/features.ts';
import { freePart } from '../flex/ipc/impact.ts';
import { BAND, linearise, residual } from '../flex/ipc/pairs.ts';
import { OWN, placePoints, setPoints } from '../flex/ipc/points.ts';
import { addPairRows, ModelRows, removePairRows } from '../flex/ipc/rows.ts';
import { addTo, copy, subFrom, zero } from '../math/linear/dense.ts';
import { max } from '../math/scalar.ts';
import { accelerateFreeBodies } from '../metric/free-bodies.ts';
import type { Data, Model } from '../model/classes.ts';
import { sensorAcc } from '../sensor/acceleration.ts';
import { solveWhole, wholeCost } from '../solver/solve.ts';
import { advanceTo } from './advance.ts';

/** Most iterations of a step, and most in a row that take nothing of the motion. */
const ITERATIONS: i32 = 1024;
const STALLED: i32 = 64;

/** Part of the motion that is worth taking, and part from which on all of it is taken. */
const LEAST_PART: f64 = 1e-6;
const WHOLE: f64 = 1 - 1e-6;

/** Change of a velocity, in m/s, below which the iterate has converged. */
const CONVERGED: f64 = 0.05;

/** Residual, in m, below which a pair that has no row gets one. */
const VIOLATED: f64 = -1e-8;

/** Steps of the line search, and what the energy may grow by. */
const LINE_STEPS: i32 = 8;
const ROUNDING: f64 = 1e-12;

const before = new ModelRows();

/** ipcAcc = the acceleration that makes the velocity of the step `vel` @reads qvel @writes ipcAcc */
function accelerationOf(m: Model, d: Data, vel: F64): void {
  for (let i = 0; i < m.nv; i++) d.ipcAcc[i] = (vel[i] - d.qvel[i]) / m.opt_timestep;
}

/** Energy of a motion, as the solver has it. @reads ipcAcc */
function energyOf(m: Model, d: Data, vel: F64): f64 {
  accelerationOf(m, d, vel);
  return m.opt_timestep * m.opt_timestep * wholeCost(m, d, d.ipcAcc);
}

/** Takes the pairs that push where the solver may end: without constraints, or where the iterate is. @reads nipcpair ipcSmoothPos ipcPos @writes ipcTaken */
function choosePushing(d: Data): void {
  for (let p = 0; p < d.nipcpair; p++)
    d.ipcTaken[p] = residual(d, p, d.ipcSmoothPos) < 0 || residual(d, p, d.ipcPos) < 0 ? 1 : 0;
}

/** Takes the pairs that the proposal violates, too; returns whether there are any. @reads nipcpair ipcNextPos ipcTaken @writes ipcTaken */
function addViolated(d: Data): boolean {
  let some = false;
  for (let p = 0; p < d.nipcpair; p++) {
    if (d.ipcTaken[p] !== 0 || residual(d, p, d.ipcNextPos) >= VIOLATED) continue;
    d.ipcTaken[p] = 1;
    some = true;
  }
  return some;
}

/** Solves for the next motion with the rows of the pairs taken. @reads qvel qacc @writes ipcNextVel */
function solveNext(m: Model, d: Data): void {
  addPairRows(before, m, d);
  solveWhole(m, d);
  accelerateFreeBodies(m, d);
  removePairRows(before, m, d);
  for (let i = 0; i < m.nv; i++) d.ipcNextVel[i] = d.qvel[i] + m.opt_timestep * d.qacc[i];
  placePoints(d.ipcNextPos, m, d, d.ipcNextVel);
}

/**
 * The motion that minimises the energy. Only pairs that push have rows; where the solution violates another, it is found again with it, starting from
 * there.
 *
 * @reads qacc qacc_warmstart
 * @writes qacc_warmstart ipcTrialVel
 */
function propose(m: Model, d: Data): void {
  choosePushing(d);
  copy(d.ipcTrialVel, 0, d.qacc_warmstart, 0, m.nv);
  solveNext(m, d);
  while (addViolated(d)) {
    copy(d.qacc_warmstart, 0, d.qacc, 0, m.nv);
    solveNext(m, d);
  }
  copy(d.qacc_warmstart, 0, d.ipcTrialVel, 0, m.nv);
}

/** The greatest change of a velocity from the iterate to the proposal. @reads ipcNextVel ipcVel */
function greatestChange(m: Model, d: Data): f64 {
  let most: f64 = 0;
  for (let i = 0; i < m.nv; i++) most = max(most, Math.abs(d.ipcNextVel[i] - d.ipcVel[i]));
  return most;
}

/** Moves the iterate by a part of the way to the proposal. @reads ipcNextVel ipcVel @writes ipcTrialVel */
function tryPart(m: Model, d: Data, part: f64): void {
  for (let i = 0; i < m.nv; i++) d.ipcTrialVel[i] = d.ipcVel[i] + part * (d.ipcNextVel[i] - d.ipcVel[i]);
}

/**
 * Moves the iterate toward the proposal, half as far until that takes no energy; the last try counts in any case. Returns the part of the way.
 *
 * @writes ipcVel
 */
function moveIterate(m: Model, d: Data, converged: boolean): f64 {
  let part: f64 = 1;
  tryPart(m, d, part);
  if (!converged && before.solved > 0) {
    const enough = energyOf(m, d, d.ipcVel) + ROUNDING;
    for (let k = 0; k < LINE_STEPS && energyOf(m, d, d.ipcTrialVel) > enough; k++) {
      part *= 0.5;
      if (k < LINE_STEPS - 1) tryPart(m, d, part);
    }
  }
  copy(d.ipcVel, 0, d.ipcTrialVel, 0, m.nv);
  placePoints(d.ipcPos, m, d, d.ipcVel);
  return part;
}

/** Takes a part of the way from the free motion to the iterate; what moves no sheet goes all the way. @reads ipcHeld ipcVel @writes ipcFreeVel */
function moveFree(m: Model, d: Data, part: f64): void {
  for (let i = 0; i < m.nv; i++) {
    if (d.ipcHeld[i] === 0) d.ipcFreeVel[i] = d.ipcVel[i];
    else if (part > LEAST_PART) d.ipcFreeVel[i] += part * (d.ipcVel[i] - d.ipcFreeVel[i]);
  }
  placePoints(d.ipcFreePos, m, d, d.ipcFreeVel);
}

/** Starts from rest, or without constraints where no pair comes close. @reads qvel qacc_smooth ipcHeld @writes ipcVel ipcFreeVel ipcSmoothVel nipcpair */
function start(m: Model, d: Data): void {
  const h = m.opt_timestep;
  setPoints(m, d);
  listFeatures(m, d);
  zero(d.ipcVel, 0, m.nv);
  zero(d.ipcFreeVel, 0, m.nv);
  zero(d.ipcForce, 0, m.nv);
  for (let i = 0; i < m.nv; i++) d.ipcSmoothVel[i] = d.qvel[i] + h * d.qacc_smooth[i];
  placePoints(d.ipcSmoothPos, m, d, d.ipcSmoothVel);
  placePoints(d.ipcFreePos, m, d, d.ipcFreeVel);
  d.nipcpair = 0;
  listCandidates(m, d, d.ipcFreePos, d.ipcSmoothPos, BAND);
  if (d.nipcpair === 0) for (let i = 0; i < m.nv; i++) if (d.ipcHeld[i] === OWN) d.ipcVel[i] = d.ipcSmoothVel[i];
  placePoints(d.ipcPos, m, d, d.ipcVel);
  startSet(d);
}

/** The part of the way from the free motion to the iterate that no pair forbids; pairs that do join the set. @reads nipcpair */
function sweepFree(m: Model, d: Data): f64 {
  const first = d.nipcpair;
  listCandidates(m, d, d.ipcFreePos, d.ipcPos, 3 * BAND);
  for (let p = first; p < d.nipcpair; p++) linearise(m, d, p, d.ipcFreePos);
  const part = freePart(m, d, first, d.nipcpair, d.ipcFreePos, d.ipcPos);
  chooseJoining(m, d, first);
  mergeSet(m, d, first);
  return part;
}

/** Iterates until all of the motion is free and the iterate has converged; returns the part of it that is. @reads nipcpair */
function iterate(m: Model, d: Data): f64 {
  let taken: f64 = 0;
  let stalled = 0;
  for (let k = 0; k < ITERATIONS && stalled < STALLED; k++) {
    for (let p = 0; p < d.nipcpair; p++) linearise(m, d, p, d.ipcFreePos);
    propose(m, d);
    const converged = greatestChange(m, d) <= CONVERGED;
    const moved = moveIterate(m, d, converged);
    updateMultipliers(m, d);
    const part = sweepFree(m, d);
    moveFree(m, d, part);
    taken += (1 - taken) * part;
    if (taken >= WHOLE && (moved === 1 || converged)) return taken;
    stalled = part > LEAST_PART ? 0 : stalled + 1;
  }
  return taken;
}

/**
 * Sets the constraint forces of the motion: those of the rows of the model at its acceleration, and those that the pairs had last.
 *
 * @reads ipcAcc ipcForce efc_aref nefc
 * @writes qacc qfrc_constraint solverJar flg_rnepost
 */
function publish(m: Model, d: Data): void {
  accelerationOf(m, d, d.ipcFreeVel);
  copy(d.qacc, 0, d.ipcAcc, 0, m.nv);
  zero(d.qfrc_constraint, 0, m.nv);
  if (d.nefc > 0) {
    mulJacVec(m, d, d.solverJar, 0, d.qacc, 0);
    subFrom(d.solverJar, 0, d.efc_aref, 0, d.nefc);
    constraintUpdate(m, d, d.solverJar, 0, false);
  }
  addTo(d.qfrc_constraint, 0, d.ipcForce, 0, m.nv);
  d.flg_rnepost = 0;
  sensorAcc(m, d);
}

/**
 * One time step of a model with sheets whose contacts never penetrate. Where too little of the motion is free, the step ends before it, and
 * counts as one that has not converged.
 *
 * @reads act_dot ipcFreeVel
 * @writes solverUnconverged
 * @see mj_IPC
 */
export function ipc(m: Model, d: Data): void {
  if (m.nv > 0) {
    start(m, d);
    if (iterate(m, d) < WHOLE) d.solverUnconverged++;
    publish(m, d);
  }
  advanceTo(m, d, d.act_dot, d.ipcFreeVel);
}

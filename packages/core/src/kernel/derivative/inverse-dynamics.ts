// @cold

import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { worldAcceleration } from '../inertia/rne.ts';
import { addTo, addToScl, mulMatTVec, mulMatVec, scl, subFrom, zero } from '../math/linear/dense.ts';
import { addTo6, copy6, crossForce, crossMotion, dot6, mulInertVec, zero6 } from '../math/spatial.ts';
import { dot3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { JNT_BALL, JNT_FREE } from '../model/constants.ts';
import { putCross, putMoments } from './spatial-matrix.ts';

const gravity = scratchF64(6); // acceleration of the world that is equivalent to it
const velocity = scratchF64(6); // of the body, as far as its joints have been taken
const acceleration = scratchF64(6);
const part = scratchF64(6); // of a sum
const momentum = scratchF64(6);
const moments = scratchF64(9); // of inertia
const row = scratchF64(6); // cdofᵀ·crb
const rateRow = scratchF64(6); // cdofᵀ·gyro
const answer = scratchF64(6); // crb·lag + gyro·cdof_dot of a dof
const moved = scratchF64(6); // the same with the force that turns with the dof

/**
 * Derivatives of inverse dynamics, M(q)·acc + c(q, v), by positions in tangent space: column j at `r + j·nv`. Without bias, of M(q)·acc.
 *
 * A nudge of dof j moves all after it as one rigid body along cdof[j]. What the forces do not follow of that motion is, with the velocity and
 * acceleration before the dof as v and a,
 *
 *     lag = -cdof×a - cdof_dot×v        of accelerations, the same for all bodies moved
 *     cdof_dot                          of velocities
 *     d force = cdof ×* force + crb·lag + gyro·cdof_dot        of all bodies moved together
 *     gyro·x = Σ cvel ×* (I·x) + x ×* (I·cvel) - I·(cvel × x)
 *
 * The first term is seen by the dofs before j only: those after it turn with the force. Working memory is 48·nbody + 6·nv numbers from `w` on.
 *
 * @reads cdof cdof_dot cvel cinert crb qvel
 * @see Carpentier, Mansard: Analytical derivatives of rigid body dynamics algorithms (2018)
 */
export function inverseByPos(m: Model, d: Data, res: F64, r: i32, w: i32, acc: F64, withBias: boolean): void {
  const nv = m.nv;
  const nbody = m.nbody;
  const force: i32 = w + 6 * nbody;
  const gyro: i32 = force + 6 * nbody;
  const lag: i32 = gyro + 36 * nbody;
  zero6(gravity, 0);
  if (withBias) worldAcceleration(gravity, m);
  copy6(res, w, gravity, 0);
  zero(res, force, 42 * nbody);
  for (let b = 1; b < nbody; b++) {
    moveBody(m, d, b, res, w, lag, acc, withBias);
    setForce(d, b, res, w, force, withBias);
    if (withBias) setGyro(d, b, res, gyro + 36 * b);
  }
  for (let b = nbody - 1; b > 0; b--) {
    const parent = m.body_parentid[b];
    if (parent === 0) continue;
    addTo6(res, force + 6 * parent, res, force + 6 * b);
    if (withBias) addTo(res, gyro + 36 * parent, res, gyro + 36 * b, 36);
  }
  zero(res, r, nv * nv);
  for (let i = 0; i < nv; i++) addDof(m, d, i, res, r, force, gyro, lag);
}

/**
 * columns -= derivatives of the bias by velocity, column j at `c + j·nv`. A body that dof j moves, with the velocity v, turns with the rate
 *
 *     d cvel = cdof      d acc = rate - v×cdof      rate = 2·cdof_dot - cdof×(velocity of the dofs that turn together with j)
 *
 * so that, as in `inverseByPos`, d force = crb·rate + gyro·cdof of all bodies moved together. Working memory is 36·nbody + 6·nv numbers of
 * `columns` from `w` on. The same numbers as `biasByVel`, but for rounding, in time of nv times the depth.
 *
 * @reads cdof cvel cinert crb
 */
export function subtractBiasByVel(m: Model, d: Data, columns: F64, c: i32, w: i32): void {
  const nv = m.nv;
  const nbody = m.nbody;
  const rate: i32 = w + 36 * nbody;
  for (let b = 1; b < nbody; b++) setGyro(d, b, columns, w + 36 * b);
  for (let b = nbody - 1; b > 0; b--) {
    const parent = m.body_parentid[b];
    if (parent > 0) addTo(columns, w + 36 * parent, columns, w + 36 * b, 36);
  }
  for (let i = 0; i < nv; i++) {
    const b = m.dof_bodyid[i];
    const g: i32 = w + 36 * b;
    setRate(m, d, i, columns, rate + 6 * i);
    mulInertVec(row, 0, d.crb, 10 * b, d.cdof, 6 * i);
    mulMatTVec(rateRow, 0, columns, g, d.cdof, 6 * i, 6, 6);
    mulInertVec(answer, 0, d.crb, 10 * b, columns, rate + 6 * i);
    mulMatVec(part, 0, columns, g, d.cdof, 6 * i, 6, 6);
    addTo6(answer, 0, part, 0);
    columns[c + i * (nv + 1)] -= dot6(d.cdof, 6 * i, answer, 0);
    for (let j = m.dof_parentid[i]; j >= 0; j = m.dof_parentid[j]) {
      columns[c + j * nv + i] -= dot6(row, 0, columns, rate + 6 * j) + dot6(rateRow, 0, d.cdof, 6 * j);
      columns[c + i * nv + j] -= dot6(d.cdof, 6 * j, answer, 0);
    }
  }
}

/** The rate of dof `i`. @reads cdof cdof_dot qvel */
function setRate(m: Model, d: Data, i: i32, res: F64, r: i32): void {
  scl(res, r, d.cdof_dot, 6 * i, 2, 6);
  const joint = m.dof_jntid[i];
  if (m.jnt_type[joint] !== JNT_FREE && m.jnt_type[joint] !== JNT_BALL) return;
  const first = m.jnt_dofadr[joint] + (m.jnt_type[joint] === JNT_FREE ? 3 : 0);
  if (i < first) return; // translations do not turn each other
  zero6(velocity, 0);
  for (let k = first; k < first + 3; k++) addToScl(velocity, 0, d.cdof, 6 * k, d.qvel[k], 6);
  crossMotion(part, 0, d.cdof, 6 * i, velocity, 0);
  subFrom(res, r, part, 0, 6);
}

/** Acceleration of body `b`, and the lags of its dofs. */
function moveBody(m: Model, d: Data, b: i32, res: F64, w: i32, lag: i32, acc: F64, withBias: boolean): void {
  const parent = m.body_parentid[b];
  copy6(velocity, 0, d.cvel, 6 * parent);
  copy6(acceleration, 0, res, w + 6 * parent);
  const end = m.body_jntadr[b] + m.body_jntnum[b];
  for (let j = m.body_jntadr[b]; j < end; j++) {
    const type = m.jnt_type[j];
    const i = m.jnt_dofadr[j];
    const together: i32 = type === JNT_FREE || type === JNT_BALL ? 3 : 1;
    moveDofs(d, i, together, res, lag, acc, withBias);
    if (type === JNT_FREE) moveDofs(d, i + 3, 3, res, lag, acc, withBias);
  }
  copy6(res, w + 6 * b, acceleration, 0);
}

/** Takes `n` dofs from `i` on, none of which is before another. @reads cdof cdof_dot qvel */
function moveDofs(d: Data, i: i32, n: i32, res: F64, lag: i32, acc: F64, withBias: boolean): void {
  for (let k = i; k < i + n; k++) {
    crossMotion(part, 0, d.cdof, 6 * k, acceleration, 0);
    zero6(res, lag + 6 * k);
    subFrom(res, lag + 6 * k, part, 0, 6);
    if (!withBias) continue;
    crossMotion(part, 0, d.cdof_dot, 6 * k, velocity, 0);
    subFrom(res, lag + 6 * k, part, 0, 6);
  }
  for (let k = i; k < i + n; k++) {
    addToScl(acceleration, 0, d.cdof, 6 * k, acc[k], 6);
    if (!withBias) continue;
    addToScl(acceleration, 0, d.cdof_dot, 6 * k, d.qvel[k], 6);
    addToScl(velocity, 0, d.cdof, 6 * k, d.qvel[k], 6);
  }
}

/** The force on body `b`. @reads cinert cvel */
function setForce(d: Data, b: i32, res: F64, w: i32, force: i32, withBias: boolean): void {
  const f: i32 = force + 6 * b;
  mulInertVec(res, f, d.cinert, 10 * b, res, w + 6 * b);
  if (!withBias) return;
  mulInertVec(momentum, 0, d.cinert, 10 * b, d.cvel, 6 * b);
  crossForce(part, 0, d.cvel, 6 * b, momentum, 0);
  addTo6(res, f, part, 0);
}

/**
 * How the force on body `b` varies with what its velocity does not follow. By the identities of Jacobi and of the cross product with a symmetric matrix,
 * all terms with a linear x cancel. With an angular x, I the moments, c the mass times the offset of the centre of mass and p the linear momentum:
 *
 *     torque = 2·w×(I·x) - tr(I)·w×x + 2·c×(x×v)      force = 2·x×p
 *
 * @reads cinert cvel
 */
function setGyro(d: Data, b: i32, res: F64, g: i32): void {
  const vel: F64 = d.cvel;
  const v: i32 = 6 * b;
  const inert: F64 = d.cinert;
  const moment: i32 = 10 * b + 6; // mass times the offset of the centre of mass
  zero(res, g, 36);
  mulInertVec(momentum, 0, inert, 10 * b, vel, v);
  putMoments(moments, 3, inert, 10 * b);
  const trace = moments[0] + moments[4] + moments[8];
  for (let r = 0; r < 3; r++) {
    const i = (r + 1) % 3;
    const j = (r + 2) % 3;
    for (let c = 0; c < 3; c++)
      res[g + 6 * r + c] =
        2 * (vel[v + i] * moments[3 * j + c] - vel[v + j] * moments[3 * i + c] - vel[v + 3 + r] * inert[moment + c]);
    res[g + 7 * r] += 2 * dot3(inert, moment, vel, v + 3);
    res[g + 6 * r + j] -= trace * vel[v + i];
    res[g + 6 * r + i] += trace * vel[v + j];
  }
  putCross(res, g + 18, momentum, 3, -2);
}

/** Derivatives of the force of dof `i` by those before it, and of theirs by it. @reads cdof cdof_dot crb */
function addDof(m: Model, d: Data, i: i32, res: F64, r: i32, force: i32, gyro: i32, lag: i32): void {
  const nv = m.nv;
  const b = m.dof_bodyid[i];
  const g: i32 = gyro + 36 * b;
  mulInertVec(row, 0, d.crb, 10 * b, d.cdof, 6 * i);
  mulMatTVec(rateRow, 0, res, g, d.cdof, 6 * i, 6, 6);
  mulInertVec(answer, 0, d.crb, 10 * b, res, lag + 6 * i);
  mulMatVec(part, 0, res, g, d.cdof_dot, 6 * i, 6, 6);
  addTo6(answer, 0, part, 0);
  crossForce(moved, 0, d.cdof, 6 * i, res, force + 6 * b);
  addTo6(moved, 0, answer, 0);
  for (let j = i; j >= 0; j = m.dof_parentid[j]) {
    res[r + j * nv + i] = dot6(row, 0, res, lag + 6 * j) + dot6(rateRow, 0, d.cdof_dot, 6 * j);
    if (j === i) continue;
    res[r + i * nv + j] = movesTogether(m, i, j) ? dot6(d.cdof, 6 * j, answer, 0) : dot6(d.cdof, 6 * j, moved, 0);
  }
}

/** Whether two dofs are of one rotation or translation. */
function movesTogether(m: Model, i: i32, j: i32): boolean {
  const joint = m.dof_jntid[i];
  if (m.dof_jntid[j] !== joint) return false;
  const first = m.jnt_dofadr[joint];
  return i - first < 3 === j - first < 3;
}

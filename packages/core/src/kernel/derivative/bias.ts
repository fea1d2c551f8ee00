// @cold

import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { addTo, addToScl, copy, mulMatMat, mulMatVec, subFrom, transpose, zero } from '../math/linear/dense.ts';
import { addTo6, mulInertVec } from '../math/spatial.ts';
import type { Data, Model } from '../model/classes.ts';
import { JNT_BALL, JNT_FREE } from '../model/constants.ts';
import { someAsleep } from '../sleep/state.ts';
import { crossedForceMatrix, crossedMotionMatrix, crossForceMatrix, inertiaMatrix } from './spatial-matrix.ts';

const operator = scratchF64(36); // a linear map of spatial vectors
const factor = scratchF64(36); // part of one
const inertia = scratchF64(36); // of the body
const transposed = scratchF64(36); // of one of them, to be applied to rows
const momentum = scratchF64(6); // of the body

/**
 * qDeriv -= d qfrc_bias / d qvel: recursive Newton-Euler, differentiated.
 *
 *     cvel' = cvel'[parent] + cdof                         rate' = cvel' × cdof
 *     cacc' = cacc'[parent] + cdof_dot + rate'·qvel
 *     force' = cinert·cacc' + (cvel ×* cinert·cvel)'       plus that of the children
 *     bias' = cdofᵀ·force'
 *
 * A derivative of body b is a row of 6-vectors over the dofs above and below b, in the pattern B, which is that of D for the body's dofs.
 *
 * @reads cdof qvel forceByVel biasRow qDeriv nbody_awake nparent_awake nv_awake body_awake_ind parent_awake_ind dof_awake_ind
 * @writes velByVel accByVel forceByVel rateByVel biasRow qDeriv
 * @see Featherstone, Rigid Body Dynamics Algorithms (2008), §5.3
 * @see mjd_rne_vel
 */
export function biasByVel(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  const nbody: i32 = filter ? d.nbody_awake : m.nbody;
  const nchild: i32 = filter ? d.nparent_awake : m.nbody - 1;
  const nv: i32 = filter ? d.nv_awake : m.nv;
  for (let k = 1; k < nbody; k++) {
    const b = filter ? d.body_awake_ind[k] : k;
    const above = dofsAbove(m, b);
    velocityByVel(m, d, b, above);
    accelerationByVel(m, d, b, above);
    bodyForceByVel(m, d, b);
  }
  for (let k = nchild - 1; k >= 0; k--) addToParent(m, d, filter ? d.parent_awake_ind[k] : k + 1);
  for (let k = 0; k < nv; k++) {
    const i = filter ? d.dof_awake_ind[k] : k;
    const b = m.dof_bodyid[i];
    const n = m.B_rownnz[b];
    mulMatVec(d.biasRow, 0, d.forceByVel, 6 * m.B_rowadr[b], d.cdof, 6 * i, n, 6);
    subFrom(d.qDeriv, m.D_rowadr[i], d.biasRow, 0, n);
  }
}

/** The number of dofs that move the parent of body `b`: the first in the body's row. */
function dofsAbove(m: Model, b: i32): i32 {
  const parent = m.body_weldid[m.body_parentid[b]];
  let n = 0;
  if (parent > 0) for (let i = m.body_dofadr[parent] + m.body_dofnum[parent] - 1; i >= 0; i = m.dof_parentid[i]) n++;
  return n;
}

/** The derivatives of the parent, in the row of body `b`, and none by other dofs. */
function fromParent(m: Model, mat: F64, b: i32, above: i32): void {
  const row = 6 * m.B_rowadr[b];
  if (above > 0) copy(mat, row, mat, 6 * m.B_rowadr[m.body_parentid[b]], 6 * above);
  zero(mat, row + 6 * above, 6 * (m.B_rownnz[b] - above));
}

/**
 * Derivatives of the velocity of body `b`, and of the rates of its dofs.
 *
 * @reads velByVel cdof
 * @writes velByVel rateByVel
 */
function velocityByVel(m: Model, d: Data, b: i32, above: i32): void {
  const row = 6 * m.B_rowadr[b];
  fromParent(m, d.velByVel, b, above);
  const dofnum = m.body_dofnum[b];
  if (dofnum > 0) zero(d.rateByVel, 6 * m.D_rowadr[m.body_dofadr[b]], 6 * dofnum * m.B_rownnz[b]);
  let at = above;
  const end = m.body_dofadr[b] + dofnum;
  let i = m.body_dofadr[b];
  while (i < end) {
    const j = m.dof_jntid[i];
    const type = m.jnt_type[j];
    const together: i32 = type === JNT_FREE || type === JNT_BALL ? 3 : 1;
    const translation = type === JNT_FREE && i === m.jnt_dofadr[j]; // its axes do not turn
    if (!translation) for (let k = 0; k < together; k++) rateByVelocity(m, d, i + k, row, at + k);
    for (let k = 0; k < together; k++) addTo6(d.velByVel, row + 6 * (at + k), d.cdof, 6 * (i + k));
    at += together;
    i += together;
  }
}

/**
 * Derivatives of the rate of dof `i` by the first `n` dofs of its row: those of the velocity at `row`, × cdof.
 *
 * @reads cdof velByVel
 * @writes rateByVel
 */
function rateByVelocity(m: Model, d: Data, i: i32, row: i32, n: i32): void {
  crossedMotionMatrix(operator, d.cdof, 6 * i);
  transpose(transposed, 0, operator, 0, 6, 6);
  mulMatMat(d.rateByVel, 6 * m.D_rowadr[i], d.velByVel, row, transposed, 0, n, 6, 6);
}

/**
 * Derivatives of the acceleration of body `b`.
 *
 * @reads accByVel cdof_dot rateByVel qvel
 * @writes accByVel
 */
function accelerationByVel(m: Model, d: Data, b: i32, above: i32): void {
  const row = 6 * m.B_rowadr[b];
  const n = 6 * m.B_rownnz[b];
  fromParent(m, d.accByVel, b, above);
  const first = m.body_dofadr[b];
  for (let k = 0; k < m.body_dofnum[b]; k++) {
    const i = first + k;
    addTo6(d.accByVel, row + 6 * (above + k), d.cdof_dot, 6 * i);
    addToScl(d.accByVel, row, d.rateByVel, 6 * m.D_rowadr[i], d.qvel[i], n);
  }
}

/**
 * Derivatives of the force on body `b`: cinert·cacc' + (d(cvel ×* cinert·cvel)/d cvel)·cvel'.
 *
 * @reads cinert cvel accByVel velByVel forceByVel addedByVel
 * @writes forceByVel addedByVel
 */
function bodyForceByVel(m: Model, d: Data, b: i32): void {
  const row = 6 * m.B_rowadr[b];
  const n = m.B_rownnz[b];
  inertiaMatrix(inertia, d.cinert, 10 * b);
  transpose(transposed, 0, inertia, 0, 6, 6);
  mulMatMat(d.forceByVel, row, d.accByVel, row, transposed, 0, n, 6, 6);

  mulInertVec(momentum, 0, d.cinert, 10 * b, d.cvel, 6 * b);
  crossForceMatrix(factor, d.cvel, 6 * b);
  mulMatMat(transposed, 0, factor, 0, inertia, 0, 6, 6, 6);
  crossedForceMatrix(operator, momentum, 0);
  addTo(operator, 0, transposed, 0, 36);
  transpose(transposed, 0, operator, 0, 6, 6);
  mulMatMat(d.addedByVel, 0, d.velByVel, row, transposed, 0, n, 6, 6);
  addTo(d.forceByVel, row, d.addedByVel, 0, 6 * n);
}

/**
 * Adds the derivatives of the force on body `b` to its parent's, whose row has all its dofs.
 *
 * @reads forceByVel
 * @writes forceByVel
 */
function addToParent(m: Model, d: Data, b: i32): void {
  const parent = m.body_parentid[b];
  if (m.body_weldid[parent] === 0) return;
  const B_colind = m.B_colind;
  const end = m.B_rowadr[b] + m.B_rownnz[b];
  let to = m.B_rowadr[parent];
  for (let from = m.B_rowadr[b]; from < end; from++) {
    while (B_colind[to] < B_colind[from]) to++;
    addTo6(d.forceByVel, 6 * to, d.forceByVel, 6 * from);
  }
}

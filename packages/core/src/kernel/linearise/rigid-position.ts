// @cold

import { fwdActuation } from '../actuation/actuation.ts';
import { collision } from '../collision/collision.ts';
import { contactBody } from '../collision/contact-body.ts';
import { makeConstraint } from '../constraint/make.ts';
import { referenceConstraint } from '../constraint/reference.ts';
import { inverseByPos } from '../derivative/inverse-dynamics.ts';
import type { F64, f64, i32 } from '../dialect.ts';
import { comPos } from '../kinematics/com.ts';
import { comVel } from '../kinematics/com-velocity.ts';
import { kinematics } from '../kinematics/kinematics.ts';
import { tendon } from '../kinematics/tendon.ts';
import { transmission } from '../kinematics/transmission.ts';
import { copy, fill, scl, sub, zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTR_CONTACT_FRICTIONLESS,
  CNSTR_FRICTION_DOF,
  CNSTR_FRICTION_TENDON,
  CNSTR_LIMIT_JOINT,
  JNT_BALL,
  JNT_FREE,
} from '../model/constants.ts';
import { passive } from '../passive/passive.ts';
import { frozenForces, keepRows } from './frozen-rows.ts';
import { jumps } from './jumps.ts';
import { nudgePos } from './nudge.ts';

/**
 * `forcesByPos` for models whose passive and actuator forces depend on joint positions alone: the forces of rigid bodies have derivatives in
 * closed form, those of springs and actuators are differences that need no kinematics, and those of constraint rows are differences for the dofs
 * that move them. `work` is as there, with 48·nbody + 6·nv numbers more at its end. M and all factors stay those of the step.
 *
 * @reads qpos qacc stepAcc nefc ncon
 * @writes qpos smoothVec
 */
export function rigidForcesByPos(m: Model, d: Data, work: F64, eps: f64, centred: boolean): void {
  const nv = m.nv;
  const marks: i32 = 2 * nv * nv; // columns whose rows vary, then those that are rough
  const centre: i32 = marks + nv;
  const qpos: i32 = centre + 6 * nv;
  const rows: i32 = qpos + m.nq;
  const memory: i32 = rows + 6 * d.nefc + 36 * d.ncon;
  comVel(m, d); // second derivatives have left another
  inverseByPos(m, d, work, 0, memory, d.qacc, true);
  scl(work, 0, work, 0, -1, nv * nv);
  sub(d.smoothVec, 0, d.qacc, 0, d.stepAcc, 0, nv);
  inverseByPos(m, d, work, nv * nv, memory, d.smoothVec, false);
  copy(work, qpos, d.qpos, 0, m.nq);
  markColumns(m, d, work, marks);
  if (d.nefc > 0) keepRows(m, d, work, rows);
  if (m.ntendon === 0) addJointForces(m, d, work, centre, qpos, eps);
  else for (let i = 0; i < nv; i++) if (isScalar(m, i)) addSpringForces(m, d, work, i, centre, qpos, eps);
  if (d.nefc > 0) addRowForces(m, d, work, eps, centred);
}

/** Whether a dof is the only one of its joint. */
function isScalar(m: Model, i: i32): boolean {
  const type = m.jnt_type[m.dof_jntid[i]];
  return type !== JNT_FREE && type !== JNT_BALL;
}

/** Forces of springs and actuators at the present positions. @reads qfrc_passive qfrc_actuator */
function springForces(m: Model, d: Data, res: F64, r: i32): void {
  if (m.ntendon > 0) tendon(m, d);
  transmission(m, d);
  passive(m, d);
  fwdActuation(m, d);
  for (let i = 0; i < m.nv; i++) res[r + i] = d.qfrc_passive[i] + d.qfrc_actuator[i];
}

/** Without tendons a force depends on the position of its own dof alone: all are nudged at once. @writes qpos */
function addJointForces(m: Model, d: Data, work: F64, w: i32, qpos: i32, eps: f64): void {
  const nv = m.nv;
  for (let side = 0; side < 2; side++) {
    for (let i = 0; i < nv; i++) if (isScalar(m, i)) d.qpos[m.jnt_qposadr[m.dof_jntid[i]]] += side === 0 ? eps : -eps;
    springForces(m, d, work, w + side * nv);
    copy(d.qpos, 0, work, qpos, m.nq);
  }
  for (let i = 0; i < nv; i++) if (isScalar(m, i)) work[i * (nv + 1)] += (work[w + i] - work[w + nv + i]) / (2 * eps);
}

/** @writes qpos */
function addSpringForces(m: Model, d: Data, work: F64, i: i32, w: i32, qpos: i32, eps: f64): void {
  const nv = m.nv;
  nudgePos(m, d, i, eps);
  springForces(m, d, work, w);
  copy(d.qpos, 0, work, qpos, m.nq);
  nudgePos(m, d, i, -eps);
  springForces(m, d, work, w + nv);
  copy(d.qpos, 0, work, qpos, m.nq);
  for (let k = 0; k < nv; k++) work[i * nv + k] += (work[w + k] - work[w + nv + k]) / (2 * eps);
}

/**
 * Marks the dofs that move some row: of contacts those above either body, of joint limits those of the joint; friction loss does not vary, and of other
 * rows all might.
 *
 * @reads nefc efc_type efc_id
 */
function markColumns(m: Model, d: Data, marks: F64, k: i32): void {
  zero(marks, k, m.nv);
  for (let r = 0; r < d.nefc; r++) {
    const type = d.efc_type[r];
    if (type >= CNSTR_CONTACT_FRICTIONLESS) {
      markAbove(m, marks, k, contactBody(m, d, d.efc_id[r], 0));
      markAbove(m, marks, k, contactBody(m, d, d.efc_id[r], 1));
    } else if (type === CNSTR_LIMIT_JOINT) {
      const joint = d.efc_id[r];
      const count: i32 = m.jnt_type[joint] === JNT_BALL ? 3 : 1;
      fill(marks, k + m.jnt_dofadr[joint], 1, count);
    } else if (type !== CNSTR_FRICTION_DOF && type !== CNSTR_FRICTION_TENDON) fill(marks, k, 1, m.nv);
  }
}

/** Marks the dofs that move a body. */
function markAbove(m: Model, marks: F64, k: i32, body: i32): void {
  const b = m.body_weldid[body];
  if (b === 0) return;
  for (let i = m.body_dofadr[b] + m.body_dofnum[b] - 1; i >= 0; i = m.dof_parentid[i]) marks[k + i] = 1;
}

/** Adds how the forces of rows vary with marked positions. @reads nefc qfrc_constraint ncon @writes qpos */
function addRowForces(m: Model, d: Data, work: F64, eps: f64, centred: boolean): void {
  const nv = m.nv;
  const nefc = d.nefc;
  const marks: i32 = 2 * nv * nv;
  const centre: i32 = marks + nv;
  const less: i32 = centred ? centre + 2 * nv : centre;
  const more: i32 = centre + 4 * nv;
  const qpos: i32 = centre + 6 * nv;
  const rows: i32 = qpos + m.nq;
  const width: f64 = centred ? 2 * eps : eps;
  copy(work, centre, d.qfrc_constraint, 0, nv);
  for (let i = 0; i < nv; i++) {
    if (work[marks + i] === 0) continue;
    let same = true;
    if (centred) same = rowForces(m, d, work, less, i, -eps, rows, nefc);
    copy(d.qpos, 0, work, qpos, m.nq);
    same = rowForces(m, d, work, more, i, eps, rows, nefc) && same;
    copy(d.qpos, 0, work, qpos, m.nq);
    work[marks + i] = same && !(centred && jumps(work, centre, less, more, nv)) ? 0 : 1;
    for (let k = 0; k < nv; k++) work[i * nv + k] += (work[more + k] - work[less + k]) / width;
  }
}

/** Constraint forces with dof `i` nudged; false if there are other rows. @reads qfrc_constraint */
function rowForces(m: Model, d: Data, res: F64, r: i32, i: i32, by: f64, rows: i32, nefc: i32): boolean {
  nudgePos(m, d, i, by);
  kinematics(m, d);
  comPos(m, d);
  if (m.ntendon > 0) tendon(m, d);
  collision(m, d);
  makeConstraint(m, d);
  referenceConstraint(m, d);
  if (!frozenForces(m, d, res, rows, nefc)) return false;
  copy(res, r, d.qfrc_constraint, 0, m.nv);
  return true;
}

// @cold

import { collision } from '../collision/collision.ts';
import { contactBody } from '../collision/contact-body.ts';
import { isSparse } from '../constraint/jacobian/mode.ts';
import { makeConstraint } from '../constraint/make.ts';
import { referenceConstraint } from '../constraint/reference.ts';
import { type F64, type f64, type i32, toInt } from '../dialect.ts';
import { comPos } from '../kinematics/com.ts';
import { kinematics } from '../kinematics/kinematics.ts';
import { tendon } from '../kinematics/tendon.ts';
import { addTo, addToScl, copy, fill, zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTR_CONTACT_FRICTIONLESS,
  CNSTR_EQUALITY,
  CNSTR_FRICTION_DOF,
  CNSTR_FRICTION_TENDON,
  CNSTR_LIMIT_JOINT,
  CNSTR_LIMIT_TENDON,
  JNT_BALL,
} from '../model/constants.ts';
import { frozenRows } from './frozen-rows.ts';
import { jumps } from './jumps.ts';
import { nudgePos } from './nudge.ts';
import type { RigidLayout } from './rigid-layout.ts';
import { lastDof } from './row-trees.ts';

/**
 * Adds how the forces of rows vary with positions, after `keepRows`. Dofs that move different contacts or limits are nudged together: the force of
 * each of these goes to the column of the dof that moves it.
 *
 * @reads nefc qpos
 * @writes qpos
 * @see Curtis, Powell, Reid: On the estimation of sparse Jacobian matrices (1974)
 */
export function addRowForces(m: Model, d: Data, work: F64, at: RigidLayout, eps: f64, centred: boolean): void {
  const nv = m.nv;
  const nefc = d.nefc;
  const blocks = setBlocks(m, d, work, at);
  zero(work, at.first, blocks * nv);
  for (let r = 0; r < nefc; r++) addRow(m, d, r, work, at.first + toInt(work[at.block + r]) * nv);
  zero(work, at.group, nv);
  let group = 0;
  while (formGroup(m, work, at, blocks, ++group)) {
    zeroSums(work, at, group, nv);
    addFirst(work, at, blocks, nv);
    let same = true;
    if (centred) same = addNudged(m, d, work, at, group, -eps, nefc, at.sums + nv * nv);
    same = addNudged(m, d, work, at, group, eps, nefc, at.sums + 2 * nv * nv) && same;
    for (let i = 0; i < nv; i++) if (work[at.group + i] === group) setColumn(work, at, i, nv, eps, centred, same);
  }
}

/**
 * Numbers the blocks of rows, each of a contact, limit or the like, and notes the dofs that move them: of contacts those above either body, of joint
 * limits those of the joint; friction loss does not vary, and of other rows all might. Returns how many blocks there are.
 *
 * @reads nefc efc_type efc_id
 */
function setBlocks(m: Model, d: Data, work: F64, at: RigidLayout): i32 {
  let blocks = 0;
  for (let r = 0; r < d.nefc; r++) {
    const type = d.efc_type[r];
    const id = d.efc_id[r];
    if (r === 0 || type !== d.efc_type[r - 1] || id !== d.efc_id[r - 1]) {
      const touch: i32 = at.touch + blocks * m.nv;
      zero(work, touch, m.nv);
      if (type >= CNSTR_CONTACT_FRICTIONLESS)
        for (let side = 0; side < 2; side++) touchAbove(m, work, touch, contactBody(m, d, id, side));
      else if (type === CNSTR_LIMIT_JOINT) fill(work, touch + m.jnt_dofadr[id], 1, m.jnt_type[id] === JNT_BALL ? 3 : 1);
      else if (type !== CNSTR_FRICTION_DOF && type !== CNSTR_FRICTION_TENDON) fill(work, touch, 1, m.nv);
      blocks++;
    }
    work[at.block + r] = blocks - 1;
  }
  return blocks;
}

/** Notes the dofs that move a body. */
function touchAbove(m: Model, work: F64, touch: i32, body: i32): void {
  for (let i = lastDof(m, body); i >= 0; i = m.dof_parentid[i]) work[touch + i] = 1;
}

/** Takes dofs that are in no group yet, and move blocks of which each has no owner yet; false if there are none. */
function formGroup(m: Model, work: F64, at: RigidLayout, blocks: i32, group: i32): boolean {
  let found = false;
  fill(work, at.owner, -1, blocks);
  for (let i = 0; i < m.nv; i++) {
    if (work[at.group + i] !== 0 || !canOwn(work, at, blocks, i, m.nv)) continue;
    for (let b = 0; b < blocks; b++) if (work[at.touch + b * m.nv + i] !== 0) work[at.owner + b] = i;
    work[at.group + i] = group;
    found = true;
  }
  return found;
}

/** Whether a dof moves some block, and none that has an owner. */
function canOwn(work: F64, at: RigidLayout, blocks: i32, i: i32, nv: i32): boolean {
  let some = false;
  for (let b = 0; b < blocks; b++) {
    if (work[at.touch + b * nv + i] === 0) continue;
    if (work[at.owner + b] >= 0) return false;
    some = true;
  }
  return some;
}

function zeroSums(work: F64, at: RigidLayout, group: i32, nv: i32): void {
  for (let i = 0; i < nv; i++) {
    if (work[at.group + i] !== group) continue;
    for (let side = 0; side < 3; side++) zero(work, at.sums + (side * nv + i) * nv, nv);
  }
}

/** Adds the forces of blocks at the position to the sums of their owners. */
function addFirst(work: F64, at: RigidLayout, blocks: i32, nv: i32): void {
  for (let b = 0; b < blocks; b++) {
    const i = toInt(work[at.owner + b]);
    if (i >= 0) addTo(work, at.sums + i * nv, work, at.first + b * nv, nv);
  }
}

/**
 * Adds the forces of rows with the dofs of a group nudged to the sums of their owners; false if there are other rows.
 *
 * @reads qpos
 * @writes qpos
 */
function addNudged(m: Model, d: Data, work: F64, at: RigidLayout, group: i32, by: f64, nefc: i32, sums: i32): boolean {
  const nv = m.nv;
  for (let i = 0; i < nv; i++) if (work[at.group + i] === group) nudgePos(m, d, i, by);
  kinematics(m, d);
  comPos(m, d);
  if (hasTendonRows(d)) tendon(m, d);
  collision(m, d);
  makeConstraint(m, d);
  referenceConstraint(m, d);
  copy(d.qpos, 0, work, at.qpos, m.nq);
  if (!frozenRows(m, d, work, at.rows, nefc)) return false;
  for (let r = 0; r < nefc; r++) {
    const i = toInt(work[at.owner + toInt(work[at.block + r])]);
    if (i >= 0) addRow(m, d, r, work, sums + i * nv);
  }
  return true;
}

/** Whether some row may be that of a tendon whose length counts. @reads nefc efc_type */
function hasTendonRows(d: Data): boolean {
  for (let r = 0; r < d.nefc; r++)
    if (d.efc_type[r] === CNSTR_LIMIT_TENDON || d.efc_type[r] === CNSTR_EQUALITY) return true;
  return false;
}

/** res += the generalised force of a row. @reads efc_J efc_J_rownnz efc_J_rowadr efc_J_colind efc_force */
function addRow(m: Model, d: Data, r: i32, res: F64, s: i32): void {
  const force = d.efc_force[r];
  if (force === 0) return;
  if (!isSparse(m)) {
    addToScl(res, s, d.efc_J, r * m.nv, force, m.nv);
    return;
  }
  const end = d.efc_J_rowadr[r] + d.efc_J_rownnz[r];
  for (let k = d.efc_J_rowadr[r]; k < end; k++) res[s + d.efc_J_colind[k]] += force * d.efc_J[k];
}

/** Adds the difference of the sums of dof `i` to its column, and tells whether there is a derivative. */
function setColumn(work: F64, at: RigidLayout, i: i32, nv: i32, eps: f64, centred: boolean, same: boolean): void {
  const centre: i32 = at.sums + i * nv;
  const less: i32 = centred ? centre + nv * nv : centre;
  const more: i32 = centre + 2 * nv * nv;
  const width: f64 = centred ? 2 * eps : eps;
  work[at.rough + i] = same && !(centred && jumps(work, centre, less, more, nv)) ? 0 : 1;
  for (let k = 0; k < nv; k++) work[i * nv + k] += (work[more + k] - work[less + k]) / width;
}

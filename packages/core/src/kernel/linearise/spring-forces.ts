// @cold

import { fwdActuation } from '../actuation/actuation.ts';
import { type F64, type f64, type i32, toInt } from '../dialect.ts';
import { comPos } from '../kinematics/com.ts';
import { kinematics } from '../kinematics/kinematics.ts';
import { lengthVelocity } from '../kinematics/length-velocity.ts';
import { tendon } from '../kinematics/tendon.ts';
import { transmission } from '../kinematics/transmission.ts';
import { copy, fill, zero } from '../math/linear/dense.ts';
import { round } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { JNT_BALL, JNT_FREE, WRAP_JOINT, WRAP_PULLEY, WRAP_SITE } from '../model/constants.ts';
import { passive } from '../passive/passive.ts';
import { nudgePos } from './nudge.ts';
import type { RigidLayout } from './rigid-layout.ts';
import { lastDof } from './row-trees.ts';

/**
 * Adds how the forces of springs, dampers and actuators of joints and tendons vary with positions. A dof changes the force of its own joint and of the
 * tendons over it; dofs whose forces act on different dofs are nudged together.
 *
 * @reads qpos
 * @writes qpos
 */
export function addSpringForces(m: Model, d: Data, work: F64, at: RigidLayout, eps: f64, centred: boolean): void {
  const nv = m.nv;
  const spatial = hasSpatialTendons(m);
  const less: i32 = centred ? at.centre + nv : at.centre;
  const more: i32 = at.centre + 2 * nv;
  const width: f64 = centred ? 2 * eps : eps;
  setOver(m, work, at);
  zero(work, at.group, nv);
  let group = 0;
  while (formGroup(m, work, at, ++group)) {
    if (group === 1 && !centred) {
      fwdActuation(m, d); // it was nudged; all else is that of the position
      setSprings(m, d, work, less);
    }
    if (centred) springsNudged(m, d, work, at, group, -eps, less, spatial);
    springsNudged(m, d, work, at, group, eps, more, spatial);
    for (let k = 0; k < nv; k++) {
      const i = toInt(work[at.owner + k]);
      if (i >= 0) work[i * nv + k] += (work[more + k] - work[less + k]) / width;
    }
  }
}

function hasSpatialTendons(m: Model): boolean {
  for (let t = 0; t < m.ntendon; t++) if (m.wrap_type[m.tendon_adr[t]] !== WRAP_JOINT) return true;
  return false;
}

/** Takes dofs that are in no group yet, and whose forces act on dofs of which each has no owner yet; false if there are none. */
function formGroup(m: Model, work: F64, at: RigidLayout, group: i32): boolean {
  let found = false;
  fill(work, at.owner, -1, m.nv);
  for (let i = 0; i < m.nv; i++) {
    if (work[at.group + i] !== 0 || !changesForces(m, work, at, i) || !canOwn(m, work, at, i)) continue;
    own(m, work, at, i);
    work[at.group + i] = group;
    found = true;
  }
  return found;
}

/** Whether a dof is the only one of its joint, or changes a tendon. */
function changesForces(m: Model, work: F64, at: RigidLayout, i: i32): boolean {
  const type = m.jnt_type[m.dof_jntid[i]];
  if (type !== JNT_FREE && type !== JNT_BALL) return true;
  for (let t = 0; t < m.ntendon; t++) if (work[at.over + t * m.nv + i] !== 0) return true;
  return false;
}

/** Whether what a dof changes the forces of has no owner. */
function canOwn(m: Model, work: F64, at: RigidLayout, i: i32): boolean {
  if (work[at.owner + i] >= 0) return false;
  for (let t = 0; t < m.ntendon; t++) {
    const over: i32 = at.over + t * m.nv;
    if (work[over + i] === 0) continue;
    for (let k = 0; k < m.nv; k++) if (work[over + k] !== 0 && work[at.owner + k] >= 0) return false;
  }
  return true;
}

function own(m: Model, work: F64, at: RigidLayout, i: i32): void {
  work[at.owner + i] = i;
  for (let t = 0; t < m.ntendon; t++) {
    const over: i32 = at.over + t * m.nv;
    if (work[over + i] === 0) continue;
    for (let k = 0; k < m.nv; k++) if (work[over + k] !== 0) work[at.owner + k] = i;
  }
}

/** Notes the dofs that change each tendon: those of its joints, or those that move some of what it runs over and leave the rest. */
function setOver(m: Model, work: F64, at: RigidLayout): void {
  const nv = m.nv;
  zero(work, at.over, m.ntendon * nv);
  for (let t = 0; t < m.ntendon; t++) {
    const over: i32 = at.over + t * nv;
    const end = m.tendon_adr[t] + m.tendon_num[t];
    let points = 0;
    for (let w = m.tendon_adr[t]; w < end; w++) {
      const id = m.wrap_objid[w];
      const type = m.wrap_type[w];
      if (type === WRAP_JOINT) work[over + m.jnt_dofadr[id]] = 1;
      else if (type !== WRAP_PULLEY) {
        const body = type === WRAP_SITE ? m.site_bodyid[id] : m.geom_bodyid[id];
        for (let i = lastDof(m, body); i >= 0; i = m.dof_parentid[i]) work[over + i] += 1;
        points++;
        if (type === WRAP_SITE || m.wrap_prm[w] < 0) continue;
        // the site on the side that it passes
        const side = m.site_bodyid[toInt(round(m.wrap_prm[w]))];
        for (let i = lastDof(m, side); i >= 0; i = m.dof_parentid[i]) work[over + i] += 1;
        points++;
      }
    }
    for (let i = 0; i < nv; i++) if (points > 0) work[over + i] = work[over + i] > 0 && work[over + i] < points ? 1 : 0;
  }
}

/** The forces with the dofs of a group nudged. @reads qpos @writes qpos */
function springsNudged(
  m: Model,
  d: Data,
  work: F64,
  at: RigidLayout,
  group: i32,
  by: f64,
  res: i32,
  spatial: boolean,
): void {
  for (let i = 0; i < m.nv; i++) if (work[at.group + i] === group) nudgePos(m, d, i, by);
  springForces(m, d, work, res, spatial);
  copy(d.qpos, 0, work, at.qpos, m.nq);
}

/** Forces of springs and actuators at the present positions; fixed tendons need no kinematics. */
function springForces(m: Model, d: Data, res: F64, r: i32, spatial: boolean): void {
  if (spatial) {
    kinematics(m, d);
    comPos(m, d);
  }
  if (m.ntendon > 0) tendon(m, d);
  transmission(m, d);
  if (spatial) lengthVelocity(m, d);
  passive(m, d);
  fwdActuation(m, d);
  setSprings(m, d, res, r);
}

/** @reads qfrc_passive qfrc_actuator */
function setSprings(m: Model, d: Data, res: F64, r: i32): void {
  for (let i = 0; i < m.nv; i++) res[r + i] = d.qfrc_passive[i] + d.qfrc_actuator[i];
}

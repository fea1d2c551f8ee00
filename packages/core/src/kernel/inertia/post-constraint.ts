// @cold

import { contactForce } from '../constraint/contact-force.ts';
import { anchorQuat, loadAnchors } from '../constraint/equality/anchors.ts';
import { TORQUESCALE } from '../constraint/equality/weld.ts';
import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { isZero6 } from '../kinematics/apply-force.ts';
import { PointPair } from '../kinematics/jacobian.ts';
import { zero } from '../math/linear/dense.ts';
import { mulMatTVec3 } from '../math/mat3.ts';
import { mulQuat, mulQuatAxis, negQuat } from '../math/quat.ts';
import { addTo6, translateSpatial, zero6 } from '../math/spatial.ts';
import { copy3, scl3, zero3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { EQ_CONNECT, EQ_WELD, NEQDATA } from '../model/constants.ts';
import { bodyAcceleration, bodyForce, worldAcceleration } from './rne.ts';
import { addTendonWrenches } from './tendon-wrench.ts';

const wrench = scratchF64(6); // torque and force at the point of application
const moved = scratchF64(6); // the same about the com of the tree
const local = scratchF64(6); // contact force in the contact frame
const anchors = new PointPair(); // of an equality
const quat = scratchF64(4); // orientation of an object of a weld
const product = scratchF64(4); // of quaternions
const inertial = scratchF64(6); // force that a body needs to move as it does

/**
 * Accelerations and forces with everything that acts on the bodies: `cacc`, the external forces `cfrc_ext` (user, contacts,
 * connect and weld, spatial tendons) and the forces from the parents `cfrc_int`, all about the com of the tree.
 *
 * @reads ncon cacc cfrc_int cfrc_ext
 * @writes cacc cfrc_int cfrc_ext flg_rnepost
 * @see mj_rnePostConstraint
 */
export function rnePostConstraint(m: Model, d: Data): void {
  const { cfrc_int, cfrc_ext } = d;
  zero(cfrc_ext, 0, 6 * m.nbody);
  addApplied(m, d);
  for (let c = 0; c < d.ncon; c++) addContact(m, d, c);
  addEqualities(m, d);
  addTendonWrenches(m, d);

  worldAcceleration(d.cacc, m);
  zero6(cfrc_int, 0);
  for (let b = 1; b < m.nbody; b++) {
    bodyAcceleration(m, d, d.cacc, b, true);
    bodyForce(d, inertial, 0, d.cacc, b);
    for (let k = 0; k < 6; k++) cfrc_int[6 * b + k] = inertial[k] - cfrc_ext[6 * b + k];
  }
  for (let b = m.nbody - 1; b > 0; b--) addTo6(cfrc_int, 6 * m.body_parentid[b], cfrc_int, 6 * b);
  d.flg_rnepost = 1;
}

/**
 * Adds `wrench`, which acts at `at`, to the external force on body `b`, or subtracts it.
 *
 * @reads subtree_com cfrc_ext
 * @writes cfrc_ext
 */
function addWrench(m: Model, d: Data, b: i32, at: F64, p: i32, opposite: boolean): void {
  if (b === 0) return;
  translateSpatial(moved, 0, wrench, 0, true, d.subtree_com, 3 * m.body_rootid[b], at, p);
  if (opposite) for (let k = 0; k < 6; k++) d.cfrc_ext[6 * b + k] -= moved[k];
  else addTo6(d.cfrc_ext, 6 * b, moved, 0);
}

/**
 * The user's forces, at the coms.
 *
 * @reads xfrc_applied xipos
 */
function addApplied(m: Model, d: Data): void {
  for (let b = 1; b < m.nbody; b++) {
    if (isZero6(d.xfrc_applied, 6 * b)) continue;
    copy3(wrench, 0, d.xfrc_applied, 6 * b + 3);
    copy3(wrench, 3, d.xfrc_applied, 6 * b);
    addWrench(m, d, b, d.xipos, 3 * b, false);
  }
}

/**
 * A contact between geoms pushes the second and, oppositely, the first.
 *
 * @reads contact_efc_address contact_geom contact_frame contact_pos
 */
function addContact(m: Model, d: Data, c: i32): void {
  const first = d.contact_geom[2 * c];
  const second = d.contact_geom[2 * c + 1];
  if (d.contact_efc_address[c] < 0 || first < 0 || second < 0) return;
  contactForce(m, d, c, local, 0);
  mulMatTVec3(wrench, 0, d.contact_frame, 9 * c, local, 3);
  mulMatTVec3(wrench, 3, d.contact_frame, 9 * c, local, 0);
  addWrench(m, d, m.geom_bodyid[first], d.contact_pos, 3 * c, true);
  addWrench(m, d, m.geom_bodyid[second], d.contact_pos, 3 * c, false);
}

/**
 * Connect and weld constraints; other equalities act on joints and tendons, not on bodies.
 *
 * @reads ne efc_id
 */
function addEqualities(m: Model, d: Data): void {
  let row = 0;
  while (row < d.ne) {
    const e = d.efc_id[row];
    const type = m.eq_type[e];
    if (type === EQ_CONNECT || type === EQ_WELD) addEquality(m, d, e, row, type === EQ_WELD);
    const first = row;
    while (row < d.ne && d.efc_id[row] === e) row++;
    if (row === first) return;
  }
}

/** @reads efc_force */
function addEquality(m: Model, d: Data, e: i32, row: i32, weld: boolean): void {
  if (weld) setWeldTorque(m, d, e, row + 3);
  else zero3(wrench, 0);
  copy3(wrench, 3, d.efc_force, row);
  loadAnchors(anchors, m, d, e);
  addWrench(m, d, anchors.body1, anchors.points, 0, false);
  addWrench(m, d, anchors.body2, anchors.points, 3, true);
}

/**
 * The torque of a weld's rows f from `row` on, whose rate is ½·scale·q₂⁻¹·w·q₁ for a relative angular velocity w: ½·scale·q₂·f·q₁⁻¹.
 *
 * @reads efc_force
 */
function setWeldTorque(m: Model, d: Data, e: i32, row: i32): void {
  anchorQuat(quat, 0, m, d, e, 1);
  mulQuatAxis(product, 0, quat, 0, d.efc_force, row);
  anchorQuat(quat, 0, m, d, e, 0);
  negQuat(quat, 0, quat, 0);
  mulQuat(product, 0, product, 0, quat, 0);
  scl3(wrench, 0, product, 1, 0.5 * m.eq_data[NEQDATA * e + TORQUESCALE]);
}

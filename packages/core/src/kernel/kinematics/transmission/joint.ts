import { type i32, scratchF64 } from '../../dialect.ts';
import { copy4, negQuat, normalize4, quat2Vel, rotVecQuat } from '../../math/quat.ts';
import { copy3, dot3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { JNT_BALL, JNT_FREE } from '../../model/constants.ts';
import { closeJoint } from './row.ts';

const quat = scratchF64(4); // of the joint
const rotation = scratchF64(3); // the same as a rotation vector
const wrench = scratchF64(6); // the gear, in the frame of the dofs

/**
 * A joint. Its length is the position of a scalar joint, the rotation of a ball joint along the gear, and 0 for a free joint; a gear that
 * is given in the parent's frame is turned to the child's, in which the dofs of rotation are.
 *
 * @reads qpos
 * @writes actuator_length actuator_moment moment_colind
 */
export function jointTransmission(m: Model, d: Data, a: i32, out: i32, at: i32, inParent: boolean): i32 {
  const j = m.actuator_trnid[2 * a];
  const dof = m.jnt_dofadr[j];
  const q = m.jnt_qposadr[j];
  const gear = m.actuator_gear;
  const g = 6 * out;
  if (m.jnt_type[j] === JNT_FREE) {
    d.actuator_length[out] = 0;
    copy3(wrench, 0, gear, g);
    turnGear(m, d, g + 3, 3, q + 3, inParent);
    return closeJoint(d, out, at, dof, wrench, 0, 6);
  }
  if (m.jnt_type[j] === JNT_BALL) {
    turnGear(m, d, g, 0, q, inParent);
    copy4(quat, 0, d.qpos, q);
    normalize4(quat, 0);
    quat2Vel(rotation, 0, quat, 0, 1);
    d.actuator_length[out] = dot3(rotation, 0, wrench, 0);
    return closeJoint(d, out, at, dof, wrench, 0, 3);
  }
  d.actuator_length[out] = d.qpos[q] * gear[g];
  return closeJoint(d, out, at, dof, gear, g, 1);
}

/** wrench[w..] = the rotational gear, from the parent's frame if it is given there */
function turnGear(m: Model, d: Data, g: i32, w: i32, q: i32, inParent: boolean): void {
  if (!inParent) {
    copy3(wrench, w, m.actuator_gear, g);
    return;
  }
  copy4(quat, 0, d.qpos, q);
  normalize4(quat, 0);
  negQuat(quat, 0, quat, 0);
  rotVecQuat(wrench, w, m.actuator_gear, g, quat, 0);
}

// @cold

import { type i32, scratchF64 } from '../../dialect.ts';
import { copy4, normalize4, quat2Vel } from '../../math/quat.ts';
import type { Data, Model } from '../../model/classes.ts';
import { closeJoint } from './row.ts';
import { relativeRotation } from './site.ts';

const quat = scratchF64(4); // of the joint
const rotation = scratchF64(3); // the same as a rotation vector
const unit = scratchF64(1);

/**
 * An orientation, with three outputs: the rotation vector of a ball joint, or of a site relative to a reference site.
 *
 * @reads qpos
 * @writes actuator_length
 */
export function so3Transmission(m: Model, d: Data, a: i32, out: i32, first: i32): i32 {
  const id = m.actuator_trnid[2 * a];
  const ref = m.actuator_trnid[2 * a + 1];
  if (ref >= 0) return relativeRotation(m, d, id, ref, out, first);
  copy4(quat, 0, d.qpos, m.jnt_qposadr[id]);
  normalize4(quat, 0);
  quat2Vel(rotation, 0, quat, 0, 1);
  unit[0] = 1;
  let at = first;
  for (let k = 0; k < 3; k++) {
    d.actuator_length[out + k] = rotation[k];
    at = closeJoint(d, out + k, at, m.jnt_dofadr[id] + k, unit, 0, 1);
  }
  return at;
}

// @cold

import { type F64, type i32, scratchF64 } from '../../dialect.ts';
import { objectAcceleration, objectVelocity } from '../../kinematics/object-motion.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { addTo3, copy3, cross3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { objectAxes, objectOrigins } from '../object-frame.ts';
import { needAccelerations } from '../on-demand.ts';

const velocity = scratchF64(6); // of the object, world axes, rotation first
const reference = scratchF64(6); // of the reference frame
const relative = scratchF64(3);
const arm = scratchF64(3); // from the reference to the object
const swept = scratchF64(3); // arm × rotation of the reference
const acceleration = scratchF64(6); // of the object, world axes, rotation first

/** res (3) = rotation (`part` 0) or translation (`part` 3) of the sensor's object, in the world or as seen from its reference frame. */
export function frameVelocity(m: Model, d: Data, s: i32, res: F64, r: i32, part: i32): void {
  const type = m.sensor_objtype[s];
  const id = m.sensor_objid[s];
  const ref = m.sensor_refid[s];
  objectVelocity(m, d, type, id, velocity, 0, false);
  if (ref < 0) {
    copy3(res, r, velocity, part);
    return;
  }
  const reftype = m.sensor_reftype[s];
  objectVelocity(m, d, reftype, ref, reference, 0, false);
  sub3(relative, 0, velocity, part, reference, part);
  if (part === 3) {
    sub3(arm, 0, objectOrigins(d, type), 3 * id, objectOrigins(d, reftype), 3 * ref);
    cross3(swept, 0, arm, 0, reference, 0);
    addTo3(relative, 0, swept, 0);
  }
  mulMatTVec3(res, r, objectAxes(d, reftype), 9 * ref, relative, 0);
}

/** res (3) = rotational (`part` 0) or linear (`part` 3) acceleration of the sensor's object, in the world. */
export function frameAcceleration(m: Model, d: Data, s: i32, res: F64, r: i32, part: i32): void {
  needAccelerations(m, d);
  objectAcceleration(m, d, m.sensor_objtype[s], m.sensor_objid[s], acceleration, 0, false);
  copy3(res, r, acceleration, part);
}

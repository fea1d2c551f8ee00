// @cold

import { type F64, type i32, scratchF64 } from '../../dialect.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { mulQuat, negQuat } from '../../math/quat.ts';
import { copy3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { objectAxes, objectOrigins, objectQuat } from '../object-frame.ts';

const vector = scratchF64(3); // the offset or axis, world axes

/** res (3) = origin of the sensor's object, in the world or in its reference frame. */
export function framePos(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const origins = objectOrigins(d, m.sensor_objtype[s]);
  const id = m.sensor_objid[s];
  const ref = m.sensor_refid[s];
  if (ref < 0) {
    copy3(res, r, origins, 3 * id);
    return;
  }
  const reftype = m.sensor_reftype[s];
  sub3(vector, 0, origins, 3 * id, objectOrigins(d, reftype), 3 * ref);
  mulMatTVec3(res, r, objectAxes(d, reftype), 9 * ref, vector, 0);
}

/** res (3) = axis 0, 1 or 2 of the sensor's object, in the world or in its reference frame. */
export function frameAxis(m: Model, d: Data, s: i32, res: F64, r: i32, axis: i32): void {
  const mat = objectAxes(d, m.sensor_objtype[s]);
  const first = 9 * m.sensor_objid[s] + axis;
  const ref = m.sensor_refid[s];
  for (let k = 0; k < 3; k++) vector[k] = mat[first + 3 * k];
  if (ref < 0) copy3(res, r, vector, 0);
  else mulMatTVec3(res, r, objectAxes(d, m.sensor_reftype[s]), 9 * ref, vector, 0);
}

const objectRotation = scratchF64(4);
const toReference = scratchF64(4);

/** res (4) = orientation of the sensor's object, in the world or in its reference frame. */
export function frameQuat(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const ref = m.sensor_refid[s];
  if (ref < 0) {
    objectQuat(m, d, m.sensor_objtype[s], m.sensor_objid[s], res, r);
    return;
  }
  objectQuat(m, d, m.sensor_objtype[s], m.sensor_objid[s], objectRotation, 0);
  objectQuat(m, d, m.sensor_reftype[s], ref, toReference, 0);
  negQuat(toReference, 0, toReference, 0);
  mulQuat(res, r, toReference, 0, objectRotation, 0);
}

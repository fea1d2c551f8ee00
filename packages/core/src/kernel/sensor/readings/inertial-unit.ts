// @cold

import { type F64, type i32, scratchF64 } from '../../dialect.ts';
import { objectAcceleration, objectVelocity } from '../../kinematics/object-motion.ts';
import { mulMatTVec } from '../../math/linear/dense.ts';
import { copy3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { OBJ_SITE } from '../../model/constants.ts';
import { needAccelerations } from '../on-demand.ts';

const motion = scratchF64(6); // of the site, in its axes, rotation first

export function accelerometer(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  needAccelerations(m, d);
  objectAcceleration(m, d, OBJ_SITE, m.sensor_objid[s], motion, 0, true);
  copy3(res, r, motion, 3);
}

export function velocimeter(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  objectVelocity(m, d, OBJ_SITE, m.sensor_objid[s], motion, 0, true);
  copy3(res, r, motion, 3);
}

export function gyro(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  objectVelocity(m, d, OBJ_SITE, m.sensor_objid[s], motion, 0, true);
  copy3(res, r, motion, 0);
}

/** @reads site_xmat */
export function magnetometer(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  mulMatTVec(res, r, d.site_xmat, 9 * m.sensor_objid[s], m.opt_magnetic, 0, 3, 3);
}

// @cold

import type { F64, i32 } from '../../dialect.ts';
import { copy } from '../../math/linear/dense.ts';
import type { Data, Model } from '../../model/classes.ts';

/** res = the numbers of the outputs of the sensor's actuator. */
function outputs(m: Model, s: i32, values: F64, res: F64, r: i32): void {
  copy(res, r, values, m.actuator_outadr[m.sensor_objid[s]], m.sensor_dim[s]);
}

/** @reads actuator_length */
export function actuatorPos(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  outputs(m, s, d.actuator_length, res, r);
}

/** @reads actuator_velocity */
export function actuatorVel(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  outputs(m, s, d.actuator_velocity, res, r);
}

/** @reads actuator_force */
export function actuatorForce(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  outputs(m, s, d.actuator_force, res, r);
}

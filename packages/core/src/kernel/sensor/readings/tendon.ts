// @cold

import type { F64, f64, i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
import { TRN_TENDON } from '../../model/constants.ts';

/** @reads ten_length */
export function tendonPos(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  res[r] = d.ten_length[m.sensor_objid[s]];
}

/** @reads ten_velocity */
export function tendonVel(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  res[r] = d.ten_velocity[m.sensor_objid[s]];
}

/**
 * The sum of the forces of the actuators that pull on the tendon.
 *
 * @reads actuator_force
 */
export function tendonActuatorForce(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const tendon = m.sensor_objid[s];
  let force: f64 = 0;
  for (let a = 0; a < m.nactuator; a++) {
    if (m.actuator_trntype[a] === TRN_TENDON && m.actuator_trnid[2 * a] === tendon)
      force += d.actuator_force[m.actuator_outadr[a]];
  }
  res[r] = force;
}

// @cold

import type { F64, i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';

/**
 * The first constraint row of a limit (CNSTR_LIMIT_JOINT or CNSTR_LIMIT_TENDON) on the sensor's joint or tendon, or -1 if none is active.
 *
 * @reads ne nf nefc efc_type efc_id
 */
function limitRow(m: Model, d: Data, s: i32, type: i32): i32 {
  const id = m.sensor_objid[s];
  for (let row = d.ne + d.nf; row < d.nefc; row++) if (d.efc_type[row] === type && d.efc_id[row] === id) return row;
  return -1;
}

/**
 * res = how far it is from its active limit, less the margin; 0 if no limit is active.
 *
 * @reads efc_pos efc_margin
 */
export function limitDistance(m: Model, d: Data, s: i32, res: F64, r: i32, type: i32): void {
  const row = limitRow(m, d, s, type);
  res[r] = row < 0 ? 0.0 : d.efc_pos[row] - d.efc_margin[row];
}

/** res = velocity along its active limit; 0 if no limit is active. @reads efc_vel */
export function limitVelocity(m: Model, d: Data, s: i32, res: F64, r: i32, type: i32): void {
  const row = limitRow(m, d, s, type);
  res[r] = row < 0 ? 0.0 : d.efc_vel[row];
}

/** res = force of its active limit; 0 if no limit is active. @reads efc_force */
export function limitForce(m: Model, d: Data, s: i32, res: F64, r: i32, type: i32): void {
  const row = limitRow(m, d, s, type);
  res[r] = row < 0 ? 0.0 : d.efc_force[row];
}

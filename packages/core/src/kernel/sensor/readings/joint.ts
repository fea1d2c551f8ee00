// @cold

import type { F64, i32 } from '../../dialect.ts';
import { copy4, normalize4 } from '../../math/quat.ts';
import { copy3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';

/** @reads qpos */
export function jointPos(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  res[r] = d.qpos[m.jnt_qposadr[m.sensor_objid[s]]];
}

/** @reads qvel */
export function jointVel(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  res[r] = d.qvel[m.jnt_dofadr[m.sensor_objid[s]]];
}

/** @reads qfrc_actuator */
export function jointActuatorForce(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  res[r] = d.qfrc_actuator[m.jnt_dofadr[m.sensor_objid[s]]];
}

export function ballQuat(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  copy4(res, r, d.qpos, m.jnt_qposadr[m.sensor_objid[s]]);
  normalize4(res, r);
}

export function ballAngVel(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  copy3(res, r, d.qvel, m.jnt_dofadr[m.sensor_objid[s]]);
}

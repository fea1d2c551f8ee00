import { type F64, type i32, scratchF64 } from '../../dialect.ts';
import { objectVelocity } from '../../kinematics/object-motion.ts';
import { subtreeVel } from '../../kinematics/subtree-velocity.ts';
import { copy } from '../../math/dense.ts';
import { copy3 } from '../../math/vec3.ts';
import {
  CNSTR_LIMIT_JOINT,
  CNSTR_LIMIT_TENDON,
  OBJ_SITE,
  SENS_ACTUATORVEL,
  SENS_BALLANGVEL,
  SENS_FRAMEANGVEL,
  SENS_FRAMELINVEL,
  SENS_GYRO,
  SENS_JOINTLIMITVEL,
  SENS_JOINTVEL,
  SENS_SUBTREEANGMOM,
  SENS_SUBTREELINVEL,
  SENS_TENDONLIMITVEL,
  SENS_TENDONVEL,
  SENS_VELOCIMETER,
} from '../../model/constants.ts';
import type { Data, Model } from '../../model/kernel.ts';
import { limitRow } from '../limit-row.ts';
import { frameVelocity } from './frame.ts';

const motion = scratchF64(6); // of the site, rotation first

/**
 * res = what velocity sensor `s` measures.
 *
 * @reads qvel ten_velocity actuator_velocity subtree_linvel subtree_angmom flg_subtreevel
 */
export function velocitySensor(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const id = m.sensor_objid[s];
  switch (m.sensor_type[s]) {
    case SENS_VELOCIMETER:
      objectVelocity(m, d, OBJ_SITE, id, motion, 0, true);
      copy3(res, r, motion, 3);
      return;
    case SENS_GYRO:
      objectVelocity(m, d, OBJ_SITE, id, motion, 0, true);
      copy3(res, r, motion, 0);
      return;
    case SENS_JOINTVEL:
      res[r] = d.qvel[m.jnt_dofadr[id]];
      return;
    case SENS_TENDONVEL:
      res[r] = d.ten_velocity[id];
      return;
    case SENS_ACTUATORVEL:
      copy(res, r, d.actuator_velocity, m.actuator_outadr[id], m.sensor_dim[s]);
      return;
    case SENS_BALLANGVEL:
      copy3(res, r, d.qvel, m.jnt_dofadr[id]);
      return;
    case SENS_JOINTLIMITVEL:
      limitVelocity(d, CNSTR_LIMIT_JOINT, id, res, r);
      return;
    case SENS_TENDONLIMITVEL:
      limitVelocity(d, CNSTR_LIMIT_TENDON, id, res, r);
      return;
    case SENS_FRAMELINVEL:
      frameVelocity(m, d, s, 3, res, r);
      return;
    case SENS_FRAMEANGVEL:
      frameVelocity(m, d, s, 0, res, r);
      return;
    case SENS_SUBTREELINVEL:
      if (d.flg_subtreevel === 0) subtreeVel(m, d);
      copy3(res, r, d.subtree_linvel, 3 * id);
      return;
    case SENS_SUBTREEANGMOM:
      if (d.flg_subtreevel === 0) subtreeVel(m, d);
      copy3(res, r, d.subtree_angmom, 3 * id);
  }
}

/**
 * res = velocity along the active limit of a joint or tendon; 0 if no limit is active.
 *
 * @reads efc_vel
 */
function limitVelocity(d: Data, type: i32, id: i32, res: F64, r: i32): void {
  const row = limitRow(d, type, id);
  res[r] = 0;
  if (row >= 0) res[r] = d.efc_vel[row];
}

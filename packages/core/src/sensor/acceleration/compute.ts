import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { rnePostConstraint } from '../../inertia/post-constraint.ts';
import { objectAcceleration } from '../../kinematics/object-motion.ts';
import { copy } from '../../math/dense.ts';
import { transformSpatial } from '../../math/spatial.ts';
import { copy3 } from '../../math/vec3.ts';
import {
  CNSTR_LIMIT_JOINT,
  CNSTR_LIMIT_TENDON,
  OBJ_SITE,
  SENS_ACCELEROMETER,
  SENS_ACTUATORFRC,
  SENS_CONTACT,
  SENS_FORCE,
  SENS_FRAMEANGACC,
  SENS_FRAMELINACC,
  SENS_JOINTACTFRC,
  SENS_JOINTLIMITFRC,
  SENS_TACTILE,
  SENS_TENDONACTFRC,
  SENS_TENDONLIMITFRC,
  SENS_TORQUE,
  SENS_TOUCH,
  TRN_TENDON,
} from '../../model/constants.ts';
import type { Data, Model } from '../../model/kernel.ts';
import { limitRow } from '../limit-row.ts';
import { contactSensor } from './contact.ts';
import { tactile } from './tactile.ts';
import { touch } from './touch.ts';

/**
 * res = what acceleration sensor `s` measures.
 *
 * @reads qfrc_actuator actuator_force
 */
export function accelerationSensor(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const id = m.sensor_objid[s];
  switch (m.sensor_type[s]) {
    case SENS_TOUCH:
      touch(m, d, id, res, r);
      return;
    case SENS_ACCELEROMETER:
      acceleration(m, d, OBJ_SITE, id, 3, true, res, r);
      return;
    case SENS_FORCE:
      interactionForce(m, d, id, 3, res, r);
      return;
    case SENS_TORQUE:
      interactionForce(m, d, id, 0, res, r);
      return;
    case SENS_ACTUATORFRC:
      copy(res, r, d.actuator_force, m.actuator_outadr[id], m.sensor_dim[s]);
      return;
    case SENS_JOINTACTFRC:
      res[r] = d.qfrc_actuator[m.jnt_dofadr[id]];
      return;
    case SENS_TENDONACTFRC:
      res[r] = tendonActuatorForce(m, d, id);
      return;
    case SENS_JOINTLIMITFRC:
      limitForce(d, CNSTR_LIMIT_JOINT, id, res, r);
      return;
    case SENS_TENDONLIMITFRC:
      limitForce(d, CNSTR_LIMIT_TENDON, id, res, r);
      return;
    case SENS_FRAMELINACC:
      acceleration(m, d, m.sensor_objtype[s], id, 3, false, res, r);
      return;
    case SENS_FRAMEANGACC:
      acceleration(m, d, m.sensor_objtype[s], id, 0, false, res, r);
      return;
    case SENS_CONTACT:
      contactSensor(m, d, s, res, r);
      return;
    case SENS_TACTILE:
      tactile(m, d, s, res, r);
  }
}

const spatial = scratchF64(6); // rotation or torque first

/**
 * res (3) = rotational (`part` 0) or linear (`part` 3) acceleration of an object.
 *
 * @reads flg_rnepost
 */
function acceleration(m: Model, d: Data, type: i32, id: i32, part: i32, local: boolean, res: F64, r: i32): void {
  if (d.flg_rnepost === 0) rnePostConstraint(m, d);
  objectAcceleration(m, d, type, id, spatial, 0, local);
  copy3(res, r, spatial, part);
}

/**
 * res (3) = torque (`part` 0) or force (`part` 3) between the site's body and its parent, at the site and in its axes.
 *
 * @reads flg_rnepost cfrc_int site_xpos site_xmat subtree_com
 */
function interactionForce(m: Model, d: Data, site: i32, part: i32, res: F64, r: i32): void {
  if (d.flg_rnepost === 0) rnePostConstraint(m, d);
  const b = m.site_bodyid[site];
  const com = 3 * m.body_rootid[b];
  transformSpatial(
    spatial,
    0,
    d.cfrc_int,
    6 * b,
    true,
    d.site_xpos,
    3 * site,
    d.subtree_com,
    com,
    d.site_xmat,
    9 * site,
  );
  copy3(res, r, spatial, part);
}

/** Sum of the forces of the actuators that pull on a tendon. */
function tendonActuatorForce(m: Model, d: Data, tendon: i32): f64 {
  let force: f64 = 0;
  for (let a = 0; a < m.nactuator; a++) {
    if (m.actuator_trntype[a] === TRN_TENDON && m.actuator_trnid[2 * a] === tendon)
      force += d.actuator_force[m.actuator_outadr[a]];
  }
  return force;
}

/**
 * res = force of the active limit of a joint or tendon; 0 if no limit is active.
 *
 * @reads efc_force
 */
function limitForce(d: Data, type: i32, id: i32, res: F64, r: i32): void {
  const row = limitRow(d, type, id);
  res[r] = 0;
  if (row >= 0) res[r] = d.efc_force[row];
}

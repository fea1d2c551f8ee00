import type { F64, i32 } from '../../dialect.ts';
import { energyVel } from '../../inertia/kinetic-energy.ts';
import { copy, mulMatTVec } from '../../math/dense.ts';
import { copy4, normalize4 } from '../../math/quat.ts';
import { copy3 } from '../../math/vec3.ts';
import {
  CNSTR_LIMIT_JOINT,
  CNSTR_LIMIT_TENDON,
  SENS_ACTUATORPOS,
  SENS_BALLQUAT,
  SENS_CAMPROJECTION,
  SENS_CLOCK,
  SENS_E_KINETIC,
  SENS_E_POTENTIAL,
  SENS_FRAMEPOS,
  SENS_FRAMEQUAT,
  SENS_FRAMEXAXIS,
  SENS_FRAMEYAXIS,
  SENS_FRAMEZAXIS,
  SENS_GEOMDIST,
  SENS_GEOMFROMTO,
  SENS_GEOMNORMAL,
  SENS_INSIDESITE,
  SENS_JOINTLIMITPOS,
  SENS_JOINTPOS,
  SENS_MAGNETOMETER,
  SENS_RANGEFINDER,
  SENS_SUBTREECOM,
  SENS_TENDONLIMITPOS,
  SENS_TENDONPOS,
} from '../../model/constants.ts';
import type { Data, Model } from '../../model/kernel.ts';
import { energyPos } from '../../passive/potential-energy.ts';
import { limitRow } from '../limit-row.ts';
import { cameraProjection } from './camera-projection.ts';
import { frameAxis, framePos, frameQuat } from './frame.ts';
import { geomDistanceSensor } from './geom-distance.ts';
import { insideSiteSensor } from './inside-site.ts';
import { rangefinder } from './rangefinder.ts';

/**
 * res = what position sensor `s` measures.
 *
 * @reads time qpos ten_length actuator_length subtree_com site_xmat energy flg_energypos flg_energyvel
 */
export function positionSensor(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const id = m.sensor_objid[s];
  const type = m.sensor_type[s];
  switch (type) {
    case SENS_MAGNETOMETER:
      mulMatTVec(res, r, d.site_xmat, 9 * id, m.opt_magnetic, 0, 3, 3);
      return;
    case SENS_RANGEFINDER:
      rangefinder(m, d, s, res, r);
      return;
    case SENS_CAMPROJECTION:
      cameraProjection(m, d, id, m.sensor_refid[s], res, r);
      return;
    case SENS_JOINTPOS:
      res[r] = d.qpos[m.jnt_qposadr[id]];
      return;
    case SENS_TENDONPOS:
      res[r] = d.ten_length[id];
      return;
    case SENS_ACTUATORPOS:
      copy(res, r, d.actuator_length, m.actuator_outadr[id], m.sensor_dim[s]);
      return;
    case SENS_BALLQUAT:
      copy4(res, r, d.qpos, m.jnt_qposadr[id]);
      normalize4(res, r);
      return;
    case SENS_JOINTLIMITPOS:
      limitDistance(d, CNSTR_LIMIT_JOINT, id, res, r);
      return;
    case SENS_TENDONLIMITPOS:
      limitDistance(d, CNSTR_LIMIT_TENDON, id, res, r);
      return;
    case SENS_FRAMEPOS:
      framePos(m, d, s, res, r);
      return;
    case SENS_FRAMEQUAT:
      frameQuat(m, d, s, res, r);
      return;
    case SENS_FRAMEXAXIS:
    case SENS_FRAMEYAXIS:
    case SENS_FRAMEZAXIS:
      frameAxis(m, d, s, type - SENS_FRAMEXAXIS, res, r);
      return;
    case SENS_SUBTREECOM:
      copy3(res, r, d.subtree_com, 3 * id);
      return;
    case SENS_INSIDESITE:
      insideSiteSensor(m, d, s, res, r);
      return;
    case SENS_GEOMDIST:
    case SENS_GEOMNORMAL:
    case SENS_GEOMFROMTO:
      geomDistanceSensor(m, d, s, res, r);
      return;
    case SENS_E_POTENTIAL:
      if (d.flg_energypos === 0) energyPos(m, d);
      res[r] = d.energy[0];
      return;
    case SENS_E_KINETIC:
      if (d.flg_energyvel === 0) energyVel(m, d);
      res[r] = d.energy[1];
      return;
    case SENS_CLOCK:
      res[r] = d.time;
  }
}

/**
 * res = how far a joint or tendon is from its active limit, less the margin; 0 if no limit is active.
 *
 * @reads efc_pos efc_margin
 */
function limitDistance(d: Data, type: i32, id: i32, res: F64, r: i32): void {
  const row = limitRow(d, type, id);
  res[r] = 0;
  if (row >= 0) res[r] = d.efc_pos[row] - d.efc_margin[row];
}

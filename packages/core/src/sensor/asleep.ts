import type { i32 } from '../dialect.ts';
import {
  OBJ_ACTUATOR,
  OBJ_BODY,
  OBJ_CAMERA,
  OBJ_GEOM,
  OBJ_JOINT,
  OBJ_SITE,
  OBJ_TENDON,
  OBJ_UNKNOWN,
  OBJ_XBODY,
  S_ASLEEP,
  S_AWAKE,
  S_STATIC,
  SENS_CONTACT,
  SENS_PLUGIN,
  SENS_RANGEFINDER,
  SENS_USER,
  TRN_BODY,
  TRN_JOINT,
  TRN_JOINTINPARENT,
  TRN_SITE,
  TRN_SLIDERCRANK,
  TRN_SO3,
  TRN_TENDON,
} from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';

/**
 * Whether sensor `s` keeps its value because nothing that it measures is awake. Rangefinders, user sensors and contact sensors with a
 * volume see everything and never sleep; neither does what only static objects are part of, unless both its objects are.
 *
 * @see mj_sleepState
 */
export function sensorAsleep(m: Model, d: Data, s: i32): boolean {
  const type = m.sensor_type[s];
  const objtype = m.sensor_objtype[s];
  const reftype = m.sensor_reftype[s];
  if (type === SENS_USER || type === SENS_PLUGIN || type === SENS_RANGEFINDER) return false;
  if (type === SENS_CONTACT && (objtype === OBJ_SITE || reftype === OBJ_SITE)) return false;
  if (objtype === OBJ_UNKNOWN && reftype === OBJ_UNKNOWN) return false;
  if (objtype === OBJ_UNKNOWN) return objectState(m, d, reftype, m.sensor_refid[s]) === S_ASLEEP;
  const object = objectState(m, d, objtype, m.sensor_objid[s]);
  if (reftype === OBJ_UNKNOWN) return object === S_ASLEEP;
  return object !== S_AWAKE && objectState(m, d, reftype, m.sensor_refid[s]) !== S_AWAKE;
}

/**
 * Sleep state (S_*) of the object `id` of a type (OBJ_*).
 *
 * @reads body_awake
 */
function objectState(m: Model, d: Data, type: i32, id: i32): i32 {
  switch (type) {
    case OBJ_BODY:
    case OBJ_XBODY:
      return d.body_awake[id];
    case OBJ_JOINT:
      return d.body_awake[m.jnt_bodyid[id]];
    case OBJ_GEOM:
      return d.body_awake[m.geom_bodyid[id]];
    case OBJ_SITE:
      return d.body_awake[m.site_bodyid[id]];
    case OBJ_CAMERA:
      return d.body_awake[m.cam_bodyid[id]];
    case OBJ_TENDON:
      return tendonState(m, d, id);
    case OBJ_ACTUATOR:
      return actuatorState(m, d, id);
    default:
      return S_AWAKE;
  }
}

/** @reads tree_awake */
function tendonState(m: Model, d: Data, t: i32): i32 {
  const count = m.tendon_treenum[t];
  if (count === 0) return S_STATIC;
  if (count > 2) return S_AWAKE;
  for (let k = 0; k < count; k++) if (d.tree_awake[m.tendon_treeid[2 * t + k]] !== 0) return S_AWAKE;
  return S_ASLEEP;
}

function actuatorState(m: Model, d: Data, a: i32): i32 {
  const first = m.actuator_trnid[2 * a];
  const second = m.actuator_trnid[2 * a + 1];
  switch (m.actuator_trntype[a]) {
    case TRN_JOINT:
    case TRN_JOINTINPARENT:
      return objectState(m, d, OBJ_JOINT, first);
    case TRN_TENDON:
      return tendonState(m, d, first);
    case TRN_SITE:
      return objectState(m, d, OBJ_SITE, first);
    case TRN_BODY:
      return d.body_awake[first];
    case TRN_SLIDERCRANK:
      return sitesState(m, d, first, second);
    case TRN_SO3:
      return second < 0 ? objectState(m, d, OBJ_JOINT, first) : sitesState(m, d, first, second);
    default:
      return S_AWAKE;
  }
}

function sitesState(m: Model, d: Data, first: i32, second: i32): i32 {
  const awake = d.body_awake[m.site_bodyid[first]] === S_AWAKE || d.body_awake[m.site_bodyid[second]] === S_AWAKE;
  return awake ? S_AWAKE : S_ASLEEP;
}

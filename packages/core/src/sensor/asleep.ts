import type { i32 } from '../dialect.ts';
import {
  OBJ_SITE,
  OBJ_UNKNOWN,
  S_ASLEEP,
  S_AWAKE,
  SENS_CONTACT,
  SENS_PLUGIN,
  SENS_RANGEFINDER,
  SENS_USER,
} from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { sleepState } from '../sleep/state.ts';

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
  if (objtype === OBJ_UNKNOWN) return sleepState(m, d, reftype, m.sensor_refid[s]) === S_ASLEEP;
  const object = sleepState(m, d, objtype, m.sensor_objid[s]);
  if (reftype === OBJ_UNKNOWN) return object === S_ASLEEP;
  return object !== S_AWAKE && sleepState(m, d, reftype, m.sensor_refid[s]) !== S_AWAKE;
}

// @cold

import type { i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { OBJ_SITE, OBJ_UNKNOWN, S_ASLEEP, S_AWAKE } from '../model/constants.ts';
import { sleepState } from '../sleep/state.ts';
import { alwaysAwake, awakeAtSite } from './generated/exceptions.ts';

/**
 * Whether sensor `s` keeps its value because nothing that it measures is awake. What sees everything, as
 * its row in the vocabulary says, never sleeps; neither does what only static objects are part of, unless both its objects are.
 *
 * @see mj_sleepState
 */
export function sensorAsleep(m: Model, d: Data, s: i32): boolean {
  const type = m.sensor_type[s];
  const objtype = m.sensor_objtype[s];
  const reftype = m.sensor_reftype[s];
  if (alwaysAwake(type)) return false;
  if (awakeAtSite(type) && (objtype === OBJ_SITE || reftype === OBJ_SITE)) return false;
  if (objtype === OBJ_UNKNOWN && reftype === OBJ_UNKNOWN) return false;
  if (objtype === OBJ_UNKNOWN) return sleepState(m, d, reftype, m.sensor_refid[s]) === S_ASLEEP;
  const object = sleepState(m, d, objtype, m.sensor_objid[s]);
  if (reftype === OBJ_UNKNOWN) return object === S_ASLEEP;
  return object !== S_AWAKE && sleepState(m, d, reftype, m.sensor_refid[s]) !== S_AWAKE;
}

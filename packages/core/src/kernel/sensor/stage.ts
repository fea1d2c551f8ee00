// @cold

import type { i32 } from '../dialect.ts';
import { zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CALLBACK_PLUGIN_SENSOR,
  CALLBACK_SENSOR,
  DSBL_SENSOR,
  SENS_PLUGIN,
  SENS_USER,
  STAGE_ACC,
  STAGE_VEL,
} from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import { someAsleep } from '../sleep/state.ts';
import { sensorAsleep } from './asleep.ts';
import { applyCutoff } from './cutoff.ts';
import { needAccelerations, needSubtreeVelocities } from './on-demand.ts';
import { sampleSensor } from './sample.ts';

/**
 * The sensors of one stage (STAGE_*): built-in types first, then the user's, then those of plugins. Sensors of sleeping objects keep their values.
 *
 * @reads sensordata
 * @writes sensordata
 */
export function sensorStage(m: Model, d: Data, stage: i32): void {
  if (m.nsensor === 0 || (m.opt_disableflags & DSBL_SENSOR) !== 0) return;
  const filter = someAsleep(m, d);
  let users: i32 = 0;
  for (let s = 0; s < m.nsensor; s++) {
    const type = m.sensor_type[s];
    if (m.sensor_needstage[s] !== stage || type === SENS_PLUGIN) continue;
    if (filter && sensorAsleep(m, d, s)) continue;
    if (type === SENS_USER) {
      zero(d.sensordata, m.sensor_adr[s], m.sensor_dim[s]);
      users++;
    } else sampleSensor(m, d, s);
  }
  if (users > 0) userSensors(m, d, stage);
  if ((m.callbackMask & CALLBACK_PLUGIN_SENSOR) !== 0 && hasSensors(m, SENS_PLUGIN, stage)) {
    needAll(m, d, stage);
    hostCallback(CALLBACK_PLUGIN_SENSOR, m, d, stage);
    cutOff(m, d, SENS_PLUGIN, stage);
  }
}

/**
 * The user's callback writes the user sensors of a stage. It finds computed what the stage computes on demand.
 */
function userSensors(m: Model, d: Data, stage: i32): void {
  needAll(m, d, stage);
  if ((m.callbackMask & CALLBACK_SENSOR) !== 0) hostCallback(CALLBACK_SENSOR, m, d, stage);
  cutOff(m, d, SENS_USER, stage);
}

/** Whether there are sensors of this type and stage. */
function hasSensors(m: Model, type: i32, stage: i32): boolean {
  for (let s = 0; s < m.nsensor; s++) if (m.sensor_type[s] === type && m.sensor_needstage[s] === stage) return true;
  return false;
}

/** All that the stage computes on demand only. */
function needAll(m: Model, d: Data, stage: i32): void {
  if (stage === STAGE_VEL) needSubtreeVelocities(m, d);
  if (stage === STAGE_ACC) needAccelerations(m, d);
}

/** Applies the cutoffs of all sensors of a type. @reads sensordata @writes sensordata */
function cutOff(m: Model, d: Data, type: i32, stage: i32): void {
  for (let s = 0; s < m.nsensor; s++) {
    if (m.sensor_type[s] === type && m.sensor_needstage[s] === stage) applyCutoff(m, s, d.sensordata, m.sensor_adr[s]);
  }
}

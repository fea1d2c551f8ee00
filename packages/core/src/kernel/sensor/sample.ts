// @cold

import { historyInsert, historyRead } from '../actuation/history-buffer.ts';
import type { F64, f64, i32 } from '../dialect.ts';
import { copy } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { computeSensor } from './compute.ts';

/** Whether a sensor that is read at an interval is due; the first number of its history is the time of the last reading. */
function isDue(m: Model, d: Data, s: i32): boolean {
  return d.history[m.sensor_historyadr[s]] + m.sensor_interval[2 * s] <= d.time;
}

/** Whether the value of sensor `s` comes from its history: it is delayed, or not due. */
function isPast(m: Model, d: Data, s: i32): boolean {
  if (m.sensor_history[2 * s] <= 0) return false;
  return m.sensor_delay[s] > 0 || (m.sensor_interval[2 * s] > 0 && !isDue(m, d, s));
}

/**
 * Writes the value of sensor `s` to `sensordata`: measured now, or what its history has for the time its delay ago.
 *
 * @reads time history sensordata
 * @writes sensordata
 */
export function sampleSensor(m: Model, d: Data, s: i32): void {
  const adr = m.sensor_adr[s];
  if (isPast(m, d, s)) readSensor(m, d, s, d.time, d.sensordata, adr, -1);
  else computeSensor(m, d, s, d.sensordata, adr);
}

/**
 * res (sensor_dim) = the value that sensor `s` shows at `time`; without a history it is the current one. A negative `interp` means the
 * model's own interpolation.
 *
 * @see mj_readSensor
 */
export function readSensor(m: Model, d: Data, s: i32, time: f64, res: F64, r: i32, interp: i32): void {
  const n = m.sensor_history[2 * s];
  const dim = m.sensor_dim[s];
  if (n <= 0) {
    copy(res, r, d.sensordata, m.sensor_adr[s], dim);
    return;
  }
  const order: i32 = interp < 0 ? m.sensor_history[2 * s + 1] : interp;
  historyRead(res, r, d.history, m.sensor_historyadr[s], n, dim, time - m.sensor_delay[s], order);
}

/**
 * Stores the readings of this step in the histories. Delayed sensors are measured here, at the end of the step: what `sensordata` holds
 * of them is from the past.
 *
 * @reads time sensordata history
 * @writes history
 */
export function keepSensors(m: Model, d: Data): void {
  for (let s = 0; s < m.nsensor; s++) {
    const n = m.sensor_history[2 * s];
    if (n <= 0) continue;
    const interval = m.sensor_interval[2 * s];
    const h = m.sensor_historyadr[s];
    if (interval > 0) {
      if (!isDue(m, d, s)) continue;
      d.history[h] += interval;
    }
    const dim = m.sensor_dim[s];
    const slot = historyInsert(d.history, h, n, dim, d.time);
    if (m.sensor_delay[s] > 0) computeSensor(m, d, s, d.history, slot);
    else copy(d.history, slot, d.sensordata, m.sensor_adr[s], dim);
  }
}

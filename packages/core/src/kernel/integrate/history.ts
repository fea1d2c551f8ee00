// @cold

import { keepControls, startCtrlHistories } from '../actuation/ctrl-history.ts';
import { historyStart } from '../actuation/history-buffer.ts';
import { type f64, type i32, toF64 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { keepSensors } from '../sensor/sample.ts';

/**
 * Stores the controls and sensor values of this step in the history buffers.
 *
 * @see mj_advance
 */
export function advanceHistory(m: Model, d: Data): void {
  keepControls(m, d);
  keepSensors(m, d);
}

/**
 * Starts all history buffers: controls and sensors have been zero so far.
 *
 * @writes history
 */
export function startHistories(m: Model, d: Data): void {
  startCtrlHistories(m, d);
  for (let s = 0; s < m.nsensor; s++) if (m.sensor_history[2 * s] > 0) startSensorHistory(m, d, s);
}

/** A sensor that is read at an interval has its samples at that distance, rounded up to time steps; its first number is the last reading. */
function startSensorHistory(m: Model, d: Data, s: i32): void {
  const n = m.sensor_history[2 * s];
  const h = m.sensor_historyadr[s];
  const step = m.opt_timestep;
  const interval = m.sensor_interval[2 * s];
  if (interval <= 0) {
    historyStart(d.history, h, n, m.sensor_dim[s], step, -step);
    return;
  }
  const phase = m.sensor_interval[2 * s + 1];
  const last: f64 = phase === 0 ? -interval : phase;
  historyStart(d.history, h, n, m.sensor_dim[s], step, last);
  for (let k = 0; k < n; k++) d.history[h + 2 + k] = Math.ceil((last - toF64(n - 1 - k) * interval) / step) * step;
}

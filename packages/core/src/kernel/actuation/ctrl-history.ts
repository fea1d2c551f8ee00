// @cold

import { type F64, type f64, type i32, scratchF64, toF64 } from '../dialect.ts';
import { copy } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { historyInsert, historyRead, historySize, historyStart } from './history-buffer.ts';

const value = scratchF64(1);

/**
 * The delayed control of an actuator that takes effect at `time`; a negative `interp` means the model's own interpolation.
 *
 * @reads ctrl history
 * @see mj_readCtrl
 */
export function readCtrl(m: Model, d: Data, a: i32, time: f64, interp: i32): f64 {
  const n = m.actuator_history[2 * a];
  if (n === 0) return d.ctrl[m.actuator_ctrladr[a]];
  const order: i32 = interp < 0 ? m.actuator_history[2 * a + 1] : interp;
  historyRead(value, 0, d.history, m.actuator_historyadr[a], n, 1, time - m.actuator_delay[a], order);
  return value[0];
}

/**
 * Stores the controls of this step in the histories of their actuators.
 *
 * @reads ctrl history time
 * @writes history
 */
export function keepControls(m: Model, d: Data): void {
  for (let a = 0; a < m.nactuator; a++) {
    const n = m.actuator_history[2 * a];
    if (n === 0) continue;
    const slot = historyInsert(d.history, m.actuator_historyadr[a], n, 1, d.time);
    d.history[slot] = d.ctrl[m.actuator_ctrladr[a]];
  }
}

/**
 * Resets the histories of all controls to zero.
 *
 * @writes history
 */
export function startCtrlHistories(m: Model, d: Data): void {
  for (let a = 0; a < m.nactuator; a++) {
    const n = m.actuator_history[2 * a];
    if (n > 0) historyStart(d.history, m.actuator_historyadr[a], n, 1, m.opt_timestep, 0);
  }
}

/**
 * Sets the history of the control of an actuator: `values`, oldest first, at `times`, which increase; with `keepTimes` the times stay as
 * they are in the buffer.
 *
 * @writes history
 * @see mj_initCtrlHistory
 */
export function setCtrlHistory(m: Model, d: Data, a: i32, times: F64, values: F64, keepTimes: boolean): void {
  const n = m.actuator_history[2 * a];
  const h = m.actuator_historyadr[a];
  const first = h + historySize(n, 0);
  d.history[h + 1] = toF64(n - 1);
  if (!keepTimes) copy(d.history, first - n, times, 0, n);
  copy(d.history, first, values, 0, n);
}

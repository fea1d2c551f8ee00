// @cold

import { type F64, type f64, type i32, scratchF64, toF64 } from '../dialect.ts';
import { copy } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { CHART_QUAT, GAIN_SO3 } from '../model/constants.ts';
import { historyInsert, historyRead, historySize, historyStart } from './history-buffer.ts';

const MAX_CONTROLS: i32 = 4; // of an actuator: the quaternion of an orientation servo

const values = scratchF64(MAX_CONTROLS);

/**
 * The first delayed control of an actuator that takes effect at `time`; a negative `interp` means the model's own interpolation.
 *
 * @reads ctrl history
 * @see mj_readCtrl
 */
export function readCtrl(m: Model, d: Data, a: i32, time: f64, interp: i32): f64 {
  readCtrls(m, d, a, time, interp, values, 0);
  return values[0];
}

/**
 * res (actuator_ctrlnum) = the controls of an actuator as they act at `time`; a sample of its history has all of them.
 *
 * @reads ctrl history
 */
export function readCtrls(m: Model, d: Data, a: i32, time: f64, interp: i32, res: F64, r: i32): void {
  const n = m.actuator_history[2 * a];
  const count = m.actuator_ctrlnum[a];
  if (n === 0) {
    copy(res, r, d.ctrl, m.actuator_ctrladr[a], count);
    return;
  }
  const order: i32 = interp < 0 ? m.actuator_history[2 * a + 1] : interp;
  historyRead(res, r, d.history, m.actuator_historyadr[a], n, count, time - m.actuator_delay[a], order);
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
    const count = m.actuator_ctrlnum[a];
    const slot = historyInsert(d.history, m.actuator_historyadr[a], n, count, d.time);
    copy(d.history, slot, d.ctrl, m.actuator_ctrladr[a], count);
  }
}

/**
 * Resets the histories of all controls to zero, those of a quaternion to no rotation.
 *
 * @writes history
 */
export function startCtrlHistories(m: Model, d: Data): void {
  for (let a = 0; a < m.nactuator; a++) {
    const n = m.actuator_history[2 * a];
    if (n === 0) continue;
    const count = m.actuator_ctrlnum[a];
    const h = m.actuator_historyadr[a];
    historyStart(d.history, h, n, count, m.opt_timestep, 0);
    if (m.actuator_gaintype[a] !== GAIN_SO3 || m.actuator_ctrlspec[a] !== CHART_QUAT) continue;
    const first = h + historySize(n, 0);
    for (let k = 0; k < n; k++) d.history[first + count * k] = 1;
  }
}

/**
 * Sets the history of the controls of an actuator: `samples`, all controls of a sample together, oldest first, at `times`, which increase; with `keepTimes` the times stay as
 * they are in the buffer.
 *
 * @writes history
 * @see mj_initCtrlHistory
 */
export function setCtrlHistory(m: Model, d: Data, a: i32, times: F64, samples: F64, keepTimes: boolean): void {
  const n = m.actuator_history[2 * a];
  const h = m.actuator_historyadr[a];
  const first = h + historySize(n, 0);
  d.history[h + 1] = toF64(n - 1);
  if (!keepTimes) copy(d.history, first - n, times, 0, n);
  copy(d.history, first, samples, 0, n * m.actuator_ctrlnum[a]);
}

import type { f64, i32 } from '../dialect.ts';
import { zero } from '../math/linear/dense.ts';
import { clip } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_CLAMPCTRL, MAXVAL, WARN_BADCTRL } from '../model/constants.ts';
import { hostWarning } from '../model/host.ts';
import { readCtrl, readCtrls } from './ctrl-history.ts';

/**
 * The controls in effect now: from the history for delayed actuators, clamped to their ranges. A single bad one (NaN or too large) raises
 * a warning and makes all of them zero.
 *
 * @reads ctrl time
 * @writes ctrlUsed
 */
export function readControls(m: Model, d: Data): void {
  const used = d.ctrlUsed;
  for (let a = 0; a < m.nactuator; a++) {
    const first = m.actuator_ctrladr[a];
    if (m.actuator_delay[a] !== 0) readCtrls(m, d, a, d.time, -1, used, first);
    else for (let u = first; u < first + m.actuator_ctrlnum[a]; u++) used[u] = d.ctrl[u];
  }
  for (let u = 0; u < m.nu; u++) used[u] = clamped(m, u, used[u]);
  for (let u = 0; u < m.nu; u++) {
    if (used[u] <= MAXVAL && used[u] >= -MAXVAL) continue;
    hostWarning(d, WARN_BADCTRL, u);
    zero(used, 0, m.nu);
    return;
  }
}

/**
 * The first control of actuator `a` as it acts now, as `readControls` has it.
 *
 * @reads ctrl time
 */
export function actingControl(m: Model, d: Data, a: i32): f64 {
  const u = m.actuator_ctrladr[a];
  return clamped(m, u, m.actuator_delay[a] !== 0 ? readCtrl(m, d, a, d.time, -1) : d.ctrl[u]);
}

/** A value of control `u`, clamped to its range if it has one. */
function clamped(m: Model, u: i32, value: f64): f64 {
  if ((m.opt_disableflags & DSBL_CLAMPCTRL) !== 0 || m.actuator_ctrllimited[u] === 0) return value;
  return clip(value, m.actuator_ctrlrange[2 * u], m.actuator_ctrlrange[2 * u + 1]);
}

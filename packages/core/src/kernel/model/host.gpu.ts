/**
 * What stands in for the world around the numeric core on a GPU. Arrays do not grow there: what would make them overflow is counted as a
 * warning of the environment. There are no callbacks.
 */
import type { f64, i32 } from '../dialect.ts';
import { COUNT_NCON, type Data, type Model } from './classes.ts';
import { CHART_QUAT, GAIN_SO3, WARN_CNSTRFULL, WARN_CONTACTFULL } from './constants.ts';

/** There is no room for `count` rows of a dynamic size. @writes warning_number warning_lastinfo */
export function hostGrow(_m: Model, d: Data, size: i32, count: i32): void {
  hostWarning(d, size === COUNT_NCON ? WARN_CONTACTFULL : WARN_CNSTRFULL, count);
}

/** Counts a warning (WARN_*). @writes warning_number warning_lastinfo */
export function hostWarning(d: Data, kind: i32, info: i32): void {
  d.warning_number[kind]++;
  d.warning_lastinfo[kind] = info;
}

/** Callbacks are refused before a program is made. */
export function hostCallback(_kind: i32, _m: Model, _d: Data, _index: i32): f64 {
  return 0;
}

/** Controls of the initial state. @writes ctrl */
function resetControls(m: Model, d: Data): void {
  for (let k = 0; k < m.nu; k++) d.ctrl[k] = 0;
  for (let a = 0; a < m.nactuator; a++)
    if (m.actuator_gaintype[a] === GAIN_SO3 && m.actuator_ctrlspec[a] === CHART_QUAT) d.ctrl[m.actuator_ctrladr[a]] = 1;
}

/** Mocap bodies start where the model has them. @writes mocap_pos mocap_quat */
function resetMocap(m: Model, d: Data): void {
  for (let b = 0; b < m.nbody; b++) {
    const k = m.body_mocapid[b];
    if (k < 0) continue;
    for (let i = 0; i < 3; i++) d.mocap_pos[3 * k + i] = m.body_pos[3 * b + i];
    for (let i = 0; i < 4; i++) d.mocap_quat[4 * k + i] = m.body_quat[4 * b + i];
  }
}

/**
 * Puts the state back to the model's initial one. Warnings stay: they tell why.
 *
 * @writes time qpos qvel act qacc qacc_warmstart act_dot qfrc_applied xfrc_applied eq_active sensordata contactsKept
 */
export function hostReset(m: Model, d: Data): void {
  d.time = 0;
  d.contactsKept = 0;
  for (let k = 0; k < m.nq; k++) d.qpos[k] = m.qpos0[k];
  for (let k = 0; k < m.nv; k++) {
    d.qvel[k] = 0;
    d.qacc[k] = 0;
    d.qacc_warmstart[k] = 0;
    d.qfrc_applied[k] = 0;
  }
  for (let k = 0; k < m.na; k++) {
    d.act[k] = 0;
    d.act_dot[k] = 0;
  }
  for (let k = 0; k < 6 * m.nbody; k++) d.xfrc_applied[k] = 0;
  for (let k = 0; k < m.neq; k++) d.eq_active[k] = m.eq_active0[k];
  for (let k = 0; k < m.nsensordata; k++) d.sensordata[k] = 0;
  resetControls(m, d);
  resetMocap(m, d);
}

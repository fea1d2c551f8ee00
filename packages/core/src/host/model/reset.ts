import { CHART_QUAT, GAIN_SO3 } from '../../kernel/model/constants.ts';
import { checkIndex } from '../arguments.ts';
import { resetPlugins } from '../plugins/plugin-host.ts';
import type { Data } from './data.ts';
import * as table from './generated/layout.ts';
import { at, backendOf } from './handle.ts';
import { fieldNumber } from './layout.ts';
import type { Model } from './model.ts';
import { SleepError } from './sleep-error.ts';

/**
 * Puts a Data back to the initial state of the model, `qpos0` at time 0, and clears everything else.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_resetData
 * @example
 * step(model, data, 100);
 * resetData(model, data);
 * console.log(data.time); // 0
 */
export function resetData(model: Model, data: Data): void {
  backendOf(model, data);
  clear(data, 0);
  data.timers.clear();
  startData(model, data);
}

/**
 * As `resetData`, but fills every byte of the derived fields with a value, so that reading a stale one shows.
 *
 * @param model The model.
 * @param data Its Data.
 * @param value The byte, 1 to 255.
 * @see mj_resetDataDebug
 * @example
 * resetDataDebug(model, data, 0xff); // derived numbers are NaN until they are computed
 * console.log(data.xpos[0]);
 */
export function resetDataDebug(model: Model, data: Data, value: number): void {
  checkIndex('value', value, 256);
  backendOf(model, data);
  clear(data, value);
  for (const name of [
    'qpos',
    'qvel',
    'act',
    'qfrc_applied',
    'xfrc_applied',
    'qacc',
    'qacc_warmstart',
    'act_dot',
    'userdata',
    'sensordata',
    'history',
    'plugin_state',
    'warning_number',
    'warning_lastinfo',
  ] as const)
    fieldOf(data, name).fill(0);
  startData(model, data);
}

/**
 * Sets all controls to zero; those that are a quaternion become the identity.
 *
 * @param model The model.
 * @param data Its Data.
 * @example
 * resetCtrl(model, data);
 * console.log(data.ctrl); // 0 0
 */
export function resetCtrl(model: Model, data: Data): void {
  backendOf(model, data);
  const { ctrl } = data;
  ctrl.fill(0);
  for (let a = 0; a < model.nactuator; a++)
    if (model.actuator_gaintype[a] === GAIN_SO3 && model.actuator_ctrlspec[a] === CHART_QUAT)
      ctrl[model.actuator_ctrladr[a] as number] = 1;
}

/** @internal Sets what does not start at zero; everything else must be. */
export function startData(model: Model, data: Data): void {
  resetCtrl(model, data);
  data.qpos.set(model.qpos0);
  data.eq_active.set(model.eq_active0);
  startHistories(model, data);
  startSleep(model, data);
  setMocapPoses(model, data);
  resetPlugins(model, data);
}

const fieldOf = (data: Data, name: string) => data.view(fieldNumber(table.dataArrays, name));

function clear(data: Data, fill: number): void {
  const { block, model } = data;
  const start = model.dataShape.placement.offset[1] as number; // behind `capacity`: it survives, as the memory behind it does
  if (fill === 0) block.clear(start);
  else block.bytes.fill(fill, start);
  data.floats.fill(0);
  data.ints.fill(0);
}

/** Mocap bodies start where the model has them. */
function setMocapPoses(model: Model, data: Data): void {
  for (let b = 0; b < model.nbody; b++) {
    const k = model.body_mocapid[b] as number;
    if (k < 0 || k >= model.nmocap) continue;
    data.mocap_pos.set(model.body_pos.subarray(3 * b, 3 * b + 3), 3 * k);
    data.mocap_quat.set(model.body_quat.subarray(4 * b, 4 * b + 4), 4 * k);
  }
}

/** Every kinematic tree starts awake, but for those that are to start asleep. */
function startSleep(model: Model, data: Data): void {
  const restless = model.backend.kernels.resetSleep(at(model), at(data));
  if (restless > 0) throw new SleepError(model, data, restless);
}

/** Delayed controls and sensors start with an empty past. */
function startHistories(model: Model, data: Data): void {
  if (model.nhistory > 0) model.backend.kernels.startHistories(at(model), at(data));
}

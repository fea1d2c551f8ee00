import { ArgumentError } from '../errors/argument-error.ts';
import type { Data } from './data.ts';
import { backendOf } from './handle.ts';
import type { Model } from './model.ts';
import { resetData } from './reset.ts';

function checkKey(model: Model, data: Data, key: number): void {
  backendOf(model, data);
  if (!Number.isInteger(key) || key < 0 || key >= model.nkey)
    throw new ArgumentError(`keyframe ${key} does not exist: the model has ${model.nkey}`);
}

/**
 * Resets a Data, then sets time, positions, velocities, activations, controls and mocap poses from a keyframe.
 *
 * @param model The model.
 * @param data Its Data.
 * @param key Index of the keyframe.
 * @see mj_resetDataKeyframe
 * @example
 * resetDataKeyframe(model, data, nameToId(model, 'key', 'bent'));
 * console.log(data.qpos[1]); // 1
 */
export function resetDataKeyframe(model: Model, data: Data, key: number): void {
  checkKey(model, data, key);
  resetData(model, data);
  data.time = model.key_time[key];
  const row = (array: Float64Array, n: number): Float64Array => array.subarray(key * n, (key + 1) * n);
  data.qpos.set(row(model.key_qpos, model.nq));
  data.qvel.set(row(model.key_qvel, model.nv));
  data.act.set(row(model.key_act, model.na));
  data.ctrl.set(row(model.key_ctrl, model.nu));
  data.mocap_pos.set(row(model.key_mpos, 3 * model.nmocap));
  data.mocap_quat.set(row(model.key_mquat, 4 * model.nmocap));
}

/**
 * Stores time, positions, velocities, activations, controls and mocap poses of a Data as a keyframe of the model.
 *
 * @param model The model.
 * @param data Its Data.
 * @param key Index of the keyframe.
 * @see mj_setKeyframe
 * @example
 * step(model, data, 10);
 * setKeyframe(model, data, 0);
 */
export function setKeyframe(model: Model, data: Data, key: number): void {
  checkKey(model, data, key);
  model.key_time[key] = data.time;
  model.key_qpos.set(data.qpos, key * model.nq);
  model.key_qvel.set(data.qvel, key * model.nv);
  model.key_act.set(data.act, key * model.na);
  model.key_ctrl.set(data.ctrl, key * model.nu);
  model.key_mpos.set(data.mocap_pos, 3 * key * model.nmocap);
  model.key_mquat.set(data.mocap_quat, 4 * key * model.nmocap);
}

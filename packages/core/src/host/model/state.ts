import { checkResult } from '../arguments.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import type { Data } from './data.ts';
import { StateBit } from './enums.ts';
import { backendOf, checkModel } from './handle.ts';
import type { Model } from './model.ts';

/** The parts of a state vector in their order: bit, and the numbers behind it. */
const components: readonly (readonly [bit: number, name: keyof Data & string, size: (m: Model) => number])[] = [
  [StateBit.QPOS, 'qpos', (m) => m.nq],
  [StateBit.QVEL, 'qvel', (m) => m.nv],
  [StateBit.ACT, 'act', (m) => m.na],
  [StateBit.HISTORY, 'history', (m) => m.nhistory],
  [StateBit.WARMSTART, 'qacc_warmstart', (m) => m.nv],
  [StateBit.CTRL, 'ctrl', (m) => m.nu],
  [StateBit.QFRC_APPLIED, 'qfrc_applied', (m) => m.nv],
  [StateBit.XFRC_APPLIED, 'xfrc_applied', (m) => 6 * m.nbody],
  [StateBit.EQ_ACTIVE, 'eq_active', (m) => m.neq],
  [StateBit.MOCAP_POS, 'mocap_pos', (m) => 3 * m.nmocap],
  [StateBit.MOCAP_QUAT, 'mocap_quat', (m) => 4 * m.nmocap],
  [StateBit.USERDATA, 'userdata', (m) => m.nuserdata],
  [StateBit.PLUGIN, 'plugin_state', (m) => m.npluginstate],
];

const LAST = StateBit.INTEGRATION;

function checkSignature(signature: number): void {
  if (!Number.isInteger(signature) || signature < 0 || signature > LAST)
    throw new ArgumentError(`state signature ${signature} is not a sum of StateBit values`);
}

/**
 * How many numbers a state vector has.
 *
 * @param model The model.
 * @param signature Which components it has: a sum of `enums.StateBit` values.
 * @returns The number of numbers.
 * @see mj_stateSize
 * @example
 * console.log(stateSize(model, enums.StateBit.QPOS) === model.nq);
 */
export function stateSize(model: Model, signature: number): number {
  checkModel(model);
  checkSignature(signature);
  let size = signature & StateBit.TIME ? 1 : 0;
  for (const [bit, , count] of components) if (signature & bit) size += count(model);
  return size;
}

/**
 * Reads state components of a Data into a vector.
 *
 * @param model The model.
 * @param data Its Data.
 * @param state Receives the components, in the order of their bits.
 * @param signature Which components: a sum of `enums.StateBit` values.
 * @see mj_getState
 * @example
 * const signature = enums.StateBit.FULLPHYSICS;
 * const state = new Float64Array(stateSize(model, signature));
 * getState(model, data, state, signature);
 */
export function getState(model: Model, data: Data, state: Float64Array, signature: number): void {
  backendOf(model, data);
  checkResult('state', state, stateSize(model, signature));
  let at = 0;
  if (signature & StateBit.TIME) state[at++] = data.time;
  for (const [bit, name, count] of components) {
    if (!(signature & bit)) continue;
    state.set(data[name] as Float64Array, at);
    at += count(model);
  }
}

/**
 * Sets state components of a Data from a vector. Derived fields follow at the next `forward` or `step`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param state The components, in the order of their bits.
 * @param signature Which components: a sum of `enums.StateBit` values.
 * @see mj_setState
 * @example
 * const { QPOS } = enums.StateBit;
 * setState(model, data, model.qpos0, QPOS);
 */
export function setState(model: Model, data: Data, state: Float64Array, signature: number): void {
  backendOf(model, data);
  checkResult('state', state, stateSize(model, signature));
  let at = 0;
  if (signature & StateBit.TIME) data.time = state[at++];
  for (const [bit, name, count] of components) {
    if (!(signature & bit)) continue;
    const n = count(model);
    (data[name] as Float64Array).set(state.subarray(at, at + n));
    at += n;
  }
}

/**
 * Takes some components out of a state vector that has more.
 *
 * @param model The model.
 * @param state The vector to read.
 * @param signature Which components it has: a sum of `enums.StateBit` values.
 * @param target Receives the wanted components.
 * @param wanted Which components are wanted: a part of `signature`.
 * @see mj_extractState
 * @example
 * const { FULLPHYSICS, QVEL } = enums.StateBit;
 * const state = new Float64Array(stateSize(model, FULLPHYSICS));
 * getState(model, data, state, FULLPHYSICS);
 * const qvel = new Float64Array(model.nv);
 * extractState(model, state, FULLPHYSICS, qvel, QVEL);
 */
export function extractState(
  model: Model,
  state: Float64Array,
  signature: number,
  target: Float64Array,
  wanted: number,
): void {
  checkModel(model);
  checkSignature(wanted);
  if ((wanted & signature) !== wanted) throw new ArgumentError('the state does not have all of the wanted components');
  checkResult('state', state, stateSize(model, signature));
  checkResult('target', target, stateSize(model, wanted));
  let from = 0;
  let to = 0;
  if (signature & StateBit.TIME) {
    if (wanted & StateBit.TIME) target[to++] = state[from];
    from++;
  }
  for (const [bit, , count] of components) {
    if (!(signature & bit)) continue;
    const n = count(model);
    if (wanted & bit) {
      target.set(state.subarray(from, from + n), to);
      to += n;
    }
    from += n;
  }
}

/**
 * Copies state components from one Data to another of the same model.
 *
 * @param model The model.
 * @param source The Data to read.
 * @param target The Data to change.
 * @param signature Which components: a sum of `enums.StateBit` values.
 * @see mj_copyState
 * @example
 * const other = makeData(model);
 * copyState(model, data, other, enums.StateBit.FULLPHYSICS);
 */
export function copyState(model: Model, source: Data, target: Data, signature: number): void {
  checkSignature(signature);
  backendOf(model, source);
  backendOf(model, target);
  if (source.model !== model || target.model !== model)
    throw new ArgumentError('copyState needs two Data of the given model', 'wrong-model');
  if (signature & StateBit.TIME) target.time = source.time;
  for (const [bit, name] of components)
    if (signature & bit) (target[name] as Float64Array).set(source[name] as Float64Array);
}

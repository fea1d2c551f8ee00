import type { Data } from './data.ts';
import { StateBit } from './enums.ts';
import { backendOf, checkLength } from './handle.ts';
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
    throw new RangeError(`state signature ${signature} is not a sum of StateBit values`);
}

/** How many numbers the state components of `signature` (a sum of `StateBit`) take. */
export function stateSize(model: Model, signature: number): number {
  checkSignature(signature);
  let size = signature & StateBit.TIME ? 1 : 0;
  for (const [bit, , count] of components) if (signature & bit) size += count(model);
  return size;
}

/** Writes the state components of `signature` to `state`. */
export function getState(model: Model, data: Data, state: Float64Array, signature: number): void {
  backendOf(model, data);
  checkLength('state', state, stateSize(model, signature));
  let at = 0;
  if (signature & StateBit.TIME) state[at++] = data.time;
  for (const [bit, name, count] of components) {
    if (!(signature & bit)) continue;
    state.set(data[name] as Float64Array, at);
    at += count(model);
  }
}

/** Reads the state components of `signature` from `state`. */
export function setState(model: Model, data: Data, state: Float64Array, signature: number): void {
  backendOf(model, data);
  checkLength('state', state, stateSize(model, signature));
  let at = 0;
  if (signature & StateBit.TIME) data.time = state[at++];
  for (const [bit, name, count] of components) {
    if (!(signature & bit)) continue;
    const n = count(model);
    (data[name] as Float64Array).set(state.subarray(at, at + n));
    at += n;
  }
}

/** Takes the components `wanted` out of a state vector that has the components `signature`. */
export function extractState(
  model: Model,
  state: Float64Array,
  signature: number,
  target: Float64Array,
  wanted: number,
): void {
  checkSignature(wanted);
  if ((wanted & signature) !== wanted)
    throw new RangeError('the wanted state components are not all in the given ones');
  checkLength('state', state, stateSize(model, signature));
  checkLength('target', target, stateSize(model, wanted));
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

/** Copies state components from one Data to another of the same model. */
export function copyState(model: Model, source: Data, target: Data, signature: number): void {
  checkSignature(signature);
  if (source.model !== model || target.model !== model)
    throw new RangeError('copyState needs two Data of the given model');
  if (signature & StateBit.TIME) target.time = source.time;
  for (const [bit, name] of components)
    if (signature & bit) (target[name] as Float64Array).set(source[name] as Float64Array);
}

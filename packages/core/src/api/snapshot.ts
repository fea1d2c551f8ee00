import { checkResult } from '../host/arguments.ts';
import type { Data } from '../host/model/data.ts';
import { StateBit } from '../host/model/enums.ts';
import { fixedRows } from '../host/model/generated/layout.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';
import { resetData } from '../host/model/reset.ts';
import { getState, setState, stateSize } from '../host/model/state.ts';
import { forward } from './simulate.ts';

const { INTEGRATION } = StateBit;
const AWAKE = -1; // any negative number

/**
 * How many numbers a snapshot of a Data has.
 *
 * @param model The model.
 * @returns The number of numbers.
 * @example
 * const snapshot = new Float64Array(snapshotSize(model));
 * takeSnapshot(model, data, snapshot);
 */
export function snapshotSize(model: Model): number {
  return stateSize(model, INTEGRATION) + model.nv + model.ntree + 2 * fixedRows.nwarning;
}

/**
 * Reads everything that later steps depend on: the state with inputs and warm start, accelerations, what is asleep, and the warnings so
 * far. Unlike `getState` it misses nothing, so `applySnapshot` in another Data, process or machine continues with the same bits. What a
 * plugin keeps outside of its state is not part of it.
 *
 * @param model The model.
 * @param data Its Data.
 * @param snapshot Receives `snapshotSize(model)` numbers.
 * @example
 * const snapshot = new Float64Array(snapshotSize(model));
 * takeSnapshot(model, data, snapshot);
 * step(model, data, 10);
 * applySnapshot(model, data, snapshot); // as if nothing had happened
 */
export function takeSnapshot(model: Model, data: Data, snapshot: Float64Array): void {
  getState(model, data, snapshot, INTEGRATION);
  checkResult('snapshot', snapshot, snapshotSize(model));
  const { number, lastinfo } = data.warning;
  const acc = stateSize(model, INTEGRATION);
  const asleep = acc + model.nv;
  const warnings = asleep + model.ntree;
  snapshot.set(data.qacc, acc);
  snapshot.set(data.tree_asleep, asleep);
  snapshot.set(number, warnings);
  snapshot.set(lastinfo, warnings + number.length);
}

/**
 * Puts a Data into the state that `takeSnapshot` read from one of the same model.
 *
 * @param model The model.
 * @param data Its Data; everything in it is overwritten.
 * @param snapshot What `takeSnapshot` wrote.
 * @example
 * const snapshot = new Float64Array(snapshotSize(model));
 * takeSnapshot(model, data, snapshot);
 * const other = makeData(model);
 * applySnapshot(model, other, snapshot);
 * console.log(other.time === data.time);
 */
export function applySnapshot(model: Model, data: Data, snapshot: Float64Array): void {
  checkResult('snapshot', snapshot, snapshotSize(model));
  resetData(model, data);
  const { number, lastinfo } = data.warning;
  const state = stateSize(model, INTEGRATION);
  const asleep = snapshot.subarray(state + model.nv, state + model.nv + model.ntree);
  if (asleep.some((t) => t >= 0)) computeAwake(model, data, snapshot);
  setState(model, data, snapshot, INTEGRATION);
  const from = state + model.nv + model.ntree;
  data.qacc.set(snapshot.subarray(state, state + model.nv));
  data.tree_asleep.set(asleep);
  number.set(snapshot.subarray(from, from + number.length));
  lastinfo.set(snapshot.subarray(from + number.length, from + 2 * number.length));
  backendOf(model, data).kernels.updateSleep(at(model), at(data), false);
}

/** Computes what steps leave alone in trees that are asleep. */
function computeAwake(model: Model, data: Data, snapshot: Float64Array): void {
  const { callbacks } = model;
  const { onWarning } = data;
  setState(model, data, snapshot, INTEGRATION);
  data.tree_asleep.fill(AWAKE);
  backendOf(model, data).kernels.updateSleep(at(model), at(data), false);
  model.callbacks = {}; // they are not part of a restored state, and their results are computed again in the next step
  data.onWarning = undefined;
  try {
    forward(model, data);
  } finally {
    model.callbacks = callbacks;
    data.onWarning = onWarning;
  }
}

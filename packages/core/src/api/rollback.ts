import { allocateArrays } from '../host/backend/memory.ts';
import type { Data } from '../host/model/data.ts';
import { StateBit } from '../host/model/enums.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';
import { getState, setState, stateSize } from '../host/model/state.ts';

const snapshots = new WeakMap<Data, { readonly state: Float64Array; readonly asleep: Int32Array }>();

/** Remembers state, inputs, `qacc` and what is asleep, so that a step that fails half way can be undone. */
export function keepState(model: Model, data: Data): void {
  const size = stateSize(model, StateBit.INTEGRATION);
  let before = snapshots.get(data);
  if (before === undefined) {
    const state = new Float64Array(allocateArrays(8 * (size + model.nv)));
    before = { state, asleep: new Int32Array(allocateArrays(4 * model.ntree)) };
    snapshots.set(data, before);
  }
  getState(model, data, before.state, StateBit.INTEGRATION);
  before.state.set(data.qacc, size);
  before.asleep.set(data.tree_asleep);
}

/** Puts back what `keepState` remembered. */
export function restoreState(model: Model, data: Data): void {
  const { state, asleep } = snapshots.get(data) as { state: Float64Array; asleep: Int32Array };
  setState(model, data, state, StateBit.INTEGRATION);
  data.qacc.set(state.subarray(stateSize(model, StateBit.INTEGRATION)));
  data.tree_asleep.set(asleep);
  backendOf(model, data).kernels.updateSleep(at(model), at(data), false);
}

import type { Data } from '../model/data.ts';
import { StateBit } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { getState, setState, stateSize } from '../model/state.ts';

const kept = new WeakMap<Data, Float64Array>();

/** Remembers the whole state and all inputs, `qacc` among them, so that a step which fails half way can be undone. */
export function keepState(model: Model, data: Data): void {
  const size = stateSize(model, StateBit.INTEGRATION);
  let state = kept.get(data);
  if (state === undefined) {
    state = new Float64Array(size + model.nv);
    kept.set(data, state);
  }
  getState(model, data, state, StateBit.INTEGRATION);
  state.set(data.qacc, size);
}

/** Puts back what `keepState` remembered. */
export function restoreState(model: Model, data: Data): void {
  const state = kept.get(data) as Float64Array;
  setState(model, data, state, StateBit.INTEGRATION);
  data.qacc.set(state.subarray(stateSize(model, StateBit.INTEGRATION)));
}

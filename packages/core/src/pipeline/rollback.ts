import type { Data } from '../model/data.ts';
import { StateBit } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { getState, setState, stateSize } from '../model/state.ts';

const kept = new WeakMap<Data, Float64Array>();

/** Remembers the whole state and all inputs, so that a step which fails half way can be undone. */
export function keepState(model: Model, data: Data): void {
  let state = kept.get(data);
  if (state === undefined) {
    state = new Float64Array(stateSize(model, StateBit.INTEGRATION));
    kept.set(data, state);
  }
  getState(model, data, state, StateBit.INTEGRATION);
}

/** Puts back what `keepState` remembered. */
export function restoreState(model: Model, data: Data): void {
  setState(model, data, kept.get(data) as Float64Array, StateBit.INTEGRATION);
}

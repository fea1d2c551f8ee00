import { type Data, enums, getState, type Model, stateSize } from '@qpos/core';

/** All that a simulation goes on from. */
export const STATE = enums.StateBit.INTEGRATION;

/** A copy of the state of a Data. */
export function stateOf(model: Model, data: Data): Float64Array {
  const state = new Float64Array(stateSize(model, STATE));
  getState(model, data, state, STATE);
  return state;
}

import { type Data, enums, getState, type Model, stateSize } from '@qpos/core';

/** Refuses what is no Model, with the engine's own words. */
export function checkModel(model: Model): void {
  stateSize(model, enums.StateBit.TIME);
}

/** Refuses what is no Model with its Data. */
export function checkPair(model: Model, data: Data): void {
  checkModel(model);
  getState(model, data, new Float64Array(1), enums.StateBit.TIME);
}

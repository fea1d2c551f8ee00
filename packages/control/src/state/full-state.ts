import { type Data, enums, getState, type Model, stateSize } from '@qpos/core';

/** All that a simulation goes on from. */
export const STATE = enums.StateBit.INTEGRATION;

/** A copy of the state of a Data. */
export function stateOf(model: Model, data: Data): Float64Array {
  return partOf(model, data, STATE);
}

const { CTRL, MOCAP_POS, MOCAP_QUAT, QFRC_APPLIED, XFRC_APPLIED } = enums.StateBit;

/** The inputs of a step that are not as a fresh Data has them: controls, moved bodies, applied forces. */
export function inputsOf(model: Model, data: Data): number {
  let spec: number = CTRL;
  if (model.nmocap > 0) spec |= MOCAP_POS | MOCAP_QUAT;
  if (data.qfrc_applied.some((x) => x !== 0)) spec |= QFRC_APPLIED;
  if (data.xfrc_applied.some((x) => x !== 0)) spec |= XFRC_APPLIED;
  return spec;
}

/** The numbers of a state that `spec` names. */
export function partOf(model: Model, data: Data, spec: number): Float64Array {
  const part = new Float64Array(stateSize(model, spec));
  getState(model, data, part, spec);
  return part;
}

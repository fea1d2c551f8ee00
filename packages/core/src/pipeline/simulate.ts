import { STAGE_NONE } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { at } from './handle.ts';
import { keepState, restoreState } from './rollback.ts';

/** Forward dynamics: accelerations, all derived quantities and sensors from state and inputs. */
export function forward(model: Model, data: Data): void {
  if (model.callbackMask === 0) model.backend.kernels.forward(at(model), at(data));
  else undoable(model, data, model.backend.kernels.forward, 0);
}

/** Forward dynamics without the stages up to `skipStage` (`Stage`), whose results must be there, and without sensors on request. */
export function forwardSkip(model: Model, data: Data, skipStage: number = STAGE_NONE, skipSensor = false): void {
  model.backend.kernels.forwardSkip(at(model), at(data), skipStage, skipSensor);
}

/** Advances the simulation by `n` time steps. If a callback throws, the state is what it was at the start of that step. */
export function step(model: Model, data: Data, n = 1): void {
  if (model.callbackMask === 0) model.backend.kernels.step(at(model), at(data), n);
  else for (let k = 0; k < n; k++) undoable(model, data, model.backend.kernels.step, 1);
}

/** Runs a kernel that runs callbacks, and takes the state back if one throws. */
function undoable(model: Model, data: Data, kernel: (m: never, d: never, n: number) => void, n: number): void {
  keepState(model, data);
  try {
    kernel(at(model), at(data), n);
  } catch (error) {
    restoreState(model, data);
    throw error;
  }
}

/** First half of a step: all that needs no control. */
export function step1(model: Model, data: Data): void {
  if (model.callbackMask === 0) model.backend.kernels.step1(at(model), at(data));
  else undoable(model, data, model.backend.kernels.step1, 0);
}

/** Second half of a step, after controls and forces were set. */
export function step2(model: Model, data: Data): void {
  if (model.callbackMask === 0) model.backend.kernels.step2(at(model), at(data));
  else undoable(model, data, model.backend.kernels.step2, 0);
}

/** Inverse dynamics: `qfrc_inverse`, the force that gives the acceleration `qacc`. */
export function inverse(model: Model, data: Data): void {
  model.backend.kernels.inverse(at(model), at(data));
}

/** Inverse dynamics without the stages up to `skipStage` (`Stage`), and without sensors on request. */
export function inverseSkip(model: Model, data: Data, skipStage: number = STAGE_NONE, skipSensor = false): void {
  model.backend.kernels.inverseSkip(at(model), at(data), skipStage, skipSensor);
}

import { STAGE_NONE } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { at } from './handle.ts';

/** Forward dynamics: accelerations, all derived quantities and sensors from state and inputs. */
export function forward(model: Model, data: Data): void {
  model.backend.kernels.forward(at(model), at(data));
}

/** Forward dynamics without the stages up to `skipStage` (`Stage`), whose results must be there, and without sensors on request. */
export function forwardSkip(model: Model, data: Data, skipStage: number = STAGE_NONE, skipSensor = false): void {
  model.backend.kernels.forwardSkip(at(model), at(data), skipStage, skipSensor);
}

/** Advances the simulation by `n` time steps. */
export function step(model: Model, data: Data, n = 1): void {
  model.backend.kernels.step(at(model), at(data), n);
}

/** First half of a step: all that needs no control. */
export function step1(model: Model, data: Data): void {
  model.backend.kernels.step1(at(model), at(data));
}

/** Second half of a step, after controls and forces were set. */
export function step2(model: Model, data: Data): void {
  model.backend.kernels.step2(at(model), at(data));
}

/** Inverse dynamics: `qfrc_inverse`, the force that gives the acceleration `qacc`. */
export function inverse(model: Model, data: Data): void {
  model.backend.kernels.inverse(at(model), at(data));
}

/** Inverse dynamics without the stages up to `skipStage` (`Stage`), and without sensors on request. */
export function inverseSkip(model: Model, data: Data, skipStage: number = STAGE_NONE, skipSensor = false): void {
  model.backend.kernels.inverseSkip(at(model), at(data), skipStage, skipSensor);
}

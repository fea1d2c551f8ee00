import { STAGE_NONE } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { at, backendOf, checkIndex } from '../model/handle.ts';
import type { Model } from '../model/model.ts';
import { keepState, restoreState } from './rollback.ts';

type Kernel = (m: never, d: never, a: number, b: boolean) => void;

/** Runs a kernel, and takes state, inputs and `qacc` back if a callback in it throws. */
function run(model: Model, data: Data, kernel: Kernel, a = 0, b = false): void {
  if (model.callbackMask === 0) {
    kernel(at(model), at(data), a, b);
    return;
  }
  keepState(model, data);
  try {
    kernel(at(model), at(data), a, b);
  } catch (error) {
    restoreState(model, data);
    throw error;
  }
}

/** Forward dynamics: accelerations, all derived quantities and sensors from state and inputs. */
export function forward(model: Model, data: Data): void {
  run(model, data, backendOf(model, data).kernels.forward);
}

/** Forward dynamics without the stages up to `skipStage` (`Stage`), whose results must be there, and without sensors on request. */
export function forwardSkip(model: Model, data: Data, skipStage: number = STAGE_NONE, skipSensor = false): void {
  run(model, data, backendOf(model, data).kernels.forwardSkip, skipStage, skipSensor);
}

/** Advances the simulation by `n` time steps. If a callback throws, the state is what it was at the start of that step. */
export function step(model: Model, data: Data, n = 1): void {
  checkIndex('n', n, 2 ** 31);
  const { kernels } = backendOf(model, data);
  if (model.callbackMask === 0) kernels.step(at(model), at(data), n);
  else for (let k = 0; k < n; k++) run(model, data, kernels.step, 1);
}

/** First half of a step: all that needs no control. */
export function step1(model: Model, data: Data): void {
  run(model, data, backendOf(model, data).kernels.step1);
}

/** Second half of a step, after controls and forces were set. */
export function step2(model: Model, data: Data): void {
  run(model, data, backendOf(model, data).kernels.step2);
}

/** Inverse dynamics: `qfrc_inverse`, the force that gives the acceleration `qacc`. */
export function inverse(model: Model, data: Data): void {
  run(model, data, backendOf(model, data).kernels.inverse);
}

/** Inverse dynamics without the stages up to `skipStage` (`Stage`), and without sensors on request. */
export function inverseSkip(model: Model, data: Data, skipStage: number = STAGE_NONE, skipSensor = false): void {
  run(model, data, backendOf(model, data).kernels.inverseSkip, skipStage, skipSensor);
}

import { checkFlag, checkIndex } from '../host/arguments.ts';
import type { Data } from '../host/model/data.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';
import { STAGE_NONE } from '../kernel/model/constants.ts';
import { checkDiscreteInverse, checkOptions } from './check-options.ts';
import { keepState, restoreState } from './rollback.ts';

type Kernel = (m: never, d: never, a: number, b: boolean) => void;

/** Whether functions of the user run in a step, which may throw. */
const callsBack = (model: Model, data: Data): boolean => model.callbackMask !== 0 || data.onWarning !== undefined;

/** Runs a kernel, and takes state, inputs and `qacc` back if a callback in it throws. */
function run(model: Model, data: Data, kernel: Kernel, a = 0, b = false): void {
  checkOptions(model);
  if (!callsBack(model, data)) {
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

/**
 * Forward dynamics at the current state: computes the accelerations `qacc`, every derived quantity and the sensors, from `qpos`, `qvel`,
 * `act`, `ctrl` and the applied forces. Time and state do not change.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_forward
 * @example
 * data.ctrl[0] = 0.1;
 * forward(model, data);
 * console.log(data.qacc[0]); // rad/s²
 */
export function forward(model: Model, data: Data): void {
  run(model, data, backendOf(model, data).kernels.forward);
}

/**
 * `forward` without the stages up to `skipStage`, whose results must be in place already.
 *
 * @param model The model.
 * @param data Its Data.
 * @param skipStage The last stage to skip (`enums.Stage`); none by default.
 * @param skipSensor Whether to leave the sensors out; false by default.
 * @see mj_forwardSkip
 * @example
 * forward(model, data);
 * data.ctrl[0] = 0.2; // positions and velocities are the same
 * forwardSkip(model, data, enums.Stage.VEL);
 * console.log(data.qacc[0]);
 */
export function forwardSkip(model: Model, data: Data, skipStage: number = STAGE_NONE, skipSensor = false): void {
  checkIndex('skipStage', skipStage, 4);
  checkFlag('skipSensor', skipSensor);
  run(model, data, backendOf(model, data).kernels.forwardSkip, skipStage, skipSensor);
}

/**
 * Advances the simulation by `n` time steps of `model.opt.timestep` seconds each.
 *
 * If a callback throws, the state is what it was at the start of that step. Bad numbers count a warning and reset the Data, as in MuJoCo;
 * `stepStrict` throws instead.
 *
 * @param model The model.
 * @param data Its Data.
 * @param n How many steps; 1 by default.
 * @see mj_step
 * @example
 * data.ctrl[0] = 0.1;
 * step(model, data, 100);
 * console.log(data.time); // 0.2 seconds
 */
export function step(model: Model, data: Data, n = 1): void {
  checkIndex('n', n, 2 ** 31);
  const { kernels } = backendOf(model, data);
  checkOptions(model);
  if (!callsBack(model, data)) kernels.step(at(model), at(data), n);
  else for (let k = 0; k < n; k++) run(model, data, kernels.step, 1);
}

/**
 * The first half of a step: everything that does not depend on the controls. Set `ctrl` or forces afterwards, then call `step2`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_step1
 * @example
 * step1(model, data);
 * data.ctrl[0] = -data.qvel[0]; // a controller that sees the current velocities
 * step2(model, data);
 */
export function step1(model: Model, data: Data): void {
  run(model, data, backendOf(model, data).kernels.step1);
}

/**
 * The second half of a step: actuation, accelerations and integration. Needs `step1`. Not for the integrator RK4.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_step2
 * @example
 * step1(model, data);
 * data.xfrc_applied[6 * model.body('ball').id + 2] = 5; // 5 N upwards
 * step2(model, data);
 */
export function step2(model: Model, data: Data): void {
  run(model, data, backendOf(model, data).kernels.step2);
}

/**
 * Inverse dynamics: the force that causes the acceleration `qacc` at the current `qpos` and `qvel`. Writes `qfrc_inverse`, and what is
 * derived from position and velocity on the way.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_inverse
 * @example
 * forward(model, data);
 * data.qacc.fill(0);
 * inverse(model, data);
 * console.log(data.qfrc_inverse[0]); // N·m that would hold the arm still
 */
export function inverse(model: Model, data: Data): void {
  const { kernels } = backendOf(model, data);
  checkDiscreteInverse(model);
  run(model, data, kernels.inverse);
}

/**
 * `inverse` without the stages up to `skipStage`, whose results must be in place already.
 *
 * @param model The model.
 * @param data Its Data.
 * @param skipStage The last stage to skip (`enums.Stage`); none by default.
 * @param skipSensor Whether to leave the sensors out; false by default.
 * @see mj_inverseSkip
 * @example
 * inverse(model, data);
 * data.qacc[0] = 1; // positions and velocities are the same
 * inverseSkip(model, data, enums.Stage.VEL);
 * console.log(data.qfrc_inverse[0]);
 */
export function inverseSkip(model: Model, data: Data, skipStage: number = STAGE_NONE, skipSensor = false): void {
  checkIndex('skipStage', skipStage, 4);
  checkFlag('skipSensor', skipSensor);
  const { kernels } = backendOf(model, data);
  checkDiscreteInverse(model);
  run(model, data, kernels.inverseSkip, skipStage, skipSensor);
}

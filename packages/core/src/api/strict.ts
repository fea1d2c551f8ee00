import { checkIndex } from '../host/arguments.ts';
import { QposError } from '../host/errors/qpos-error.ts';
import type { Data } from '../host/model/data.ts';
import { dataScalars } from '../host/model/generated/layout.ts';
import { at, backendOf } from '../host/model/handle.ts';
import { intSlot } from '../host/model/layout.ts';
import type { Model } from '../host/model/model.ts';
import { warningOf } from '../host/model/warnings.ts';
import type { StepPart } from '../host/stages.ts';
import { checkOptions } from './check-options.ts';
import { keepState, restoreState } from './rollback.ts';

/**
 * What went wrong in a strict step:
 *
 * - `bad-position`, `bad-velocity`, `bad-acceleration`, `bad-control`: NaN or a huge value in `qpos`, `qvel`, `qacc` or `ctrl`;
 * - `bad-time`, `bad-timestep`: NaN or infinite `time`, or a `timestep` that is not above zero;
 * - `singular-inertia`: a dof without inertia;
 * - `not-converged`: the constraint solver ran out of iterations;
 * - `out-of-memory`: no room for contacts or constraint rows.
 */
export type StepErrorCode =
  | 'bad-position'
  | 'bad-velocity'
  | 'bad-acceleration'
  | 'bad-control'
  | 'bad-time'
  | 'bad-timestep'
  | 'singular-inertia'
  | 'not-converged'
  | 'out-of-memory';

/** The part of a step in which something went wrong. */
export type StepStage = Exclude<StepPart, 'sensor' | 'integration'>;

/**
 * A strict step met values that it cannot go on with. The state is what it was at the start of the step.
 *
 * @example
 * data.qvel[0] = Number.NaN;
 * try {
 *   stepStrict(model, data);
 * } catch (error) {
 *   if (error instanceof StepError) console.log(error.code, error.index); // bad-velocity 0
 * }
 */
export class StepError extends QposError<StepErrorCode> {
  static override readonly name: string = 'StepError';
  /** The part of the step in which it happened. */
  readonly stage: StepStage;
  /** Index into `qpos`, `qvel`, `qacc` or `ctrl`, or the dof; for `not-converged`, the number of islands; -1 for `time` and `timestep`. */
  readonly index: number;
  /** Simulation time at the start of the step, in seconds. */
  readonly time: number;

  /**
   * @param code What went wrong.
   * @param stage The part of the step in which it happened.
   * @param index Where: an index, or the number of islands.
   * @param time Simulation time at the start of the step, in seconds.
   */
  constructor(code: StepErrorCode, stage: StepStage, index: number, time: number) {
    const place = code === 'not-converged' ? ` (${index} islands)` : index < 0 ? '' : ` (${index})`;
    super(code, `step at time ${time}: ${meaning[code]}${place}`);
    this.stage = stage;
    this.index = index;
    this.time = time;
  }
}

const meaning: Record<StepErrorCode, string> = {
  'bad-position': 'qpos is NaN or too large',
  'bad-velocity': 'qvel is NaN or too large',
  'bad-acceleration': 'qacc is NaN or too large',
  'bad-control': 'ctrl is NaN or too large',
  'bad-time': 'time is NaN or infinite',
  'bad-timestep': 'timestep is not a finite number above zero',
  'singular-inertia': 'the inertia matrix is singular at a dof',
  'not-converged': 'the constraint solver did not converge',
  'out-of-memory': 'there is no room for more contacts or constraint rows',
};

const UNCONVERGED = intSlot(dataScalars, 'solverUnconverged');

/** How many islands the last solve left before it converged. */
export const unconvergedIslands = (data: Data): number => data.ints[UNCONVERGED] as number;

/** Inverse pivots of the inertia matrix from here on belong to dofs without inertia. */
const SINGULAR = 9.9e14;

/**
 * Advances the simulation like `step`, but throws a `StepError` where `step` would count a warning, reset the Data, or accept a solution
 * that has not converged. State and sleep are then what they were at the start of the failed step.
 *
 * A model whose solver tolerance is 0 never counts as converged.
 *
 * @param model The model.
 * @param data Its Data.
 * @param n How many steps; 1 by default.
 * @example
 * model.opt.tolerance = 1e-6;
 * stepStrict(model, data, 10);
 * console.log(data.time);
 */
export function stepStrict(model: Model, data: Data, n = 1): void {
  checkIndex('n', n, 2 ** 31);
  backendOf(model, data);
  const { onWarning } = data;
  try {
    for (let k = 0; k < n; k++) strictStep(model, data);
  } finally {
    data.onWarning = onWarning;
  }
}

function strictStep(model: Model, data: Data): void {
  checkOptions(model);
  const { time } = data;
  const { timestep } = model.opt;
  if (!Number.isFinite(time)) throw new StepError('bad-time', 'position', -1, time);
  if (!(timestep > 0 && Number.isFinite(timestep))) throw new StepError('bad-timestep', 'position', -1, time);
  keepState(model, data);
  data.onWarning = (kind, info) => {
    throw new StepError(warningOf(kind).code, warningOf(kind).stage, info, time);
  };
  try {
    backendOf(model, data).kernels.step(at(model), at(data), 1);
    const singular = data.qLDiagInv.findIndex((x) => !(x < SINGULAR));
    if (singular >= 0) throw new StepError('singular-inertia', 'acceleration', singular, time);
    const unconverged = unconvergedIslands(data);
    if (unconverged > 0) throw new StepError('not-converged', 'constraint', unconverged, time);
  } catch (error) {
    restoreState(model, data);
    throw error;
  }
}

import type { Data } from '../model/data.ts';
import { Warning } from '../model/enums.ts';
import { at, backendOf } from '../model/handle.ts';
import type { Model } from '../model/model.ts';
import { keepState, restoreState } from './rollback.ts';

/** What went wrong in a strict step. */
export type StepErrorCode =
  | 'bad-position'
  | 'bad-velocity'
  | 'bad-acceleration'
  | 'bad-control'
  | 'singular-inertia'
  | 'not-converged'
  | 'out-of-memory';

/** The part of the step that found it. */
export type StepStage = 'position' | 'velocity' | 'actuation' | 'acceleration' | 'constraint';

/** A strict step met numbers that it cannot go on with. The state is what it was at the start of the step. */
export class StepError extends Error {
  static override readonly name = 'StepError';
  readonly code: StepErrorCode;
  readonly stage: StepStage;
  /** Which position, dof or control; of `not-converged`, how many islands. */
  readonly index: number;
  /** Time at the start of the step. */
  readonly time: number;

  override get name(): string {
    return StepError.name;
  }

  constructor(code: StepErrorCode, stage: StepStage, index: number, time: number) {
    super(`step at time ${time}: ${meaning[code]} (${code === 'not-converged' ? `${index} islands` : index})`);
    this.code = code;
    this.stage = stage;
    this.index = index;
    this.time = time;
  }
}

const meaning: Record<StepErrorCode, string> = {
  'bad-position': 'qpos is not a number, or too large',
  'bad-velocity': 'qvel is not a number, or too large',
  'bad-acceleration': 'qacc is not a number, or too large',
  'bad-control': 'ctrl is not a number, or too large',
  'singular-inertia': 'the inertia matrix is singular at a dof',
  'not-converged': 'the constraint solver did not converge',
  'out-of-memory': 'there is no room for contacts or constraints',
};

/** Warnings (`Warning`) as errors. */
const byWarning: Readonly<Record<number, readonly [StepErrorCode, StepStage]>> = {
  [Warning.INERTIA]: ['singular-inertia', 'acceleration'],
  [Warning.CONTACTFULL]: ['out-of-memory', 'position'],
  [Warning.CNSTRFULL]: ['out-of-memory', 'position'],
  [Warning.BADQPOS]: ['bad-position', 'position'],
  [Warning.BADQVEL]: ['bad-velocity', 'velocity'],
  [Warning.BADQACC]: ['bad-acceleration', 'acceleration'],
  [Warning.BADCTRL]: ['bad-control', 'actuation'],
};

/** Inverse pivots of the inertia matrix from here on belong to dofs without inertia. */
const SINGULAR = 9.9e14;

/**
 * Advances the simulation by `n` time steps as `step` does, but throws a `StepError` where `step` would warn, start over or accept a
 * solution that has not converged. The state, and who is asleep, are then what they were at the start of the failed step. A model whose
 * tolerance is 0 never counts as converged.
 */
export function stepStrict(model: Model, data: Data, n = 1): void {
  const { onWarning } = data;
  try {
    for (let k = 0; k < n; k++) strictStep(model, data);
  } finally {
    data.onWarning = onWarning;
  }
}

function strictStep(model: Model, data: Data): void {
  const { time } = data;
  keepState(model, data);
  data.onWarning = (kind, info) => {
    const [code, stage] = byWarning[kind] as (typeof byWarning)[number];
    throw new StepError(code, stage, info, time);
  };
  try {
    backendOf(model, data).kernels.step(at(model), at(data), 1);
    const singular = data.qLDiagInv.findIndex((x) => !(x < SINGULAR));
    if (singular >= 0) throw new StepError('singular-inertia', 'acceleration', singular, time);
    if (data.solverUnconverged > 0) throw new StepError('not-converged', 'constraint', data.solverUnconverged, time);
  } catch (error) {
    restoreState(model, data);
    throw error;
  }
}

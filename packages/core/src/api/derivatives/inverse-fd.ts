import { checkSettings } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import type { Data } from '../../host/model/data.ts';
import { at, backendOf } from '../../host/model/handle.ts';
import type { Model } from '../../host/model/model.ts';
import { INT_RK4, STAGE_NONE, STAGE_POS, STAGE_VEL } from '../../kernel/model/constants.ts';
import { integratePos } from '../motion.ts';
import { inverseSkip } from '../simulate.ts';
import { DEFAULT_EPS, NOT_WANTED, type ResultArrays, resultArray } from './results.ts';

/**
 * Derivatives of inverse dynamics. Row i of each matrix belongs to the nudged dof i; all are stored by rows. Those that were not wanted are
 * empty.
 */
export interface InverseDerivatives {
  /** Derivative of the force `qfrc_inverse` by position, nv × nv. */
  readonly DfDq: Float64Array;
  /** Derivative of the force by velocity, nv × nv. */
  readonly DfDv: Float64Array;
  /** Derivative of the force by acceleration, nv × nv. */
  readonly DfDa: Float64Array;
  /** Derivative of the sensor readings by position, nv × nsensordata. */
  readonly DsDq: Float64Array;
  /** Derivative of the sensor readings by velocity, nv × nsensordata. */
  readonly DsDv: Float64Array;
  /** Derivative of the sensor readings by acceleration, nv × nsensordata. */
  readonly DsDa: Float64Array;
  /** Derivative of the inertia matrix `M` by position, nv × nC. */
  readonly DmDq: Float64Array;
}

/** How `inverseFD` differentiates, and where its results go: each matrix is allocated if not given, `null` if not wanted. */
export interface InverseOptions extends ResultArrays<InverseDerivatives> {
  /** Size of the forward differences; 1e-6 by default. */
  readonly eps?: number | undefined;
  /** Take the force of the actuators off `qfrc_inverse` first; false by default. */
  readonly actuation?: boolean | undefined;
}

/** What inverse dynamics gives at one point. */
interface InverseOutcome {
  readonly force: Float64Array;
  readonly sensor: Float64Array;
  readonly mass: Float64Array;
}

/**
 * Derivatives of inverse dynamics by position, velocity and acceleration, by forward differences. Positions are nudged in tangent space.
 * The state and `qacc` are afterwards what they were; derived fields are not.
 *
 * @param model The model; Runge-Kutta and noslip iterations are refused.
 * @param data Its Data, with the `qpos`, `qvel` and `qacc` to differentiate at.
 * @param options Size of the differences, and where the results go.
 * @returns The seven matrices.
 * @see mjd_inverseFD
 * @example
 * const { DfDa } = inverseFD(model, data, { DsDq: null, DsDv: null, DsDa: null, DmDq: null });
 * console.log(DfDa.length === model.nv ** 2); // DfDa is the inertia matrix, up to the constraints
 */
export function inverseFD(model: Model, data: Data, options: InverseOptions = {}): InverseDerivatives {
  backendOf(model, data);
  checkSettings('options', options);
  checkInverse(model, data);
  const { nv, nC, nsensordata } = model;
  const { eps = DEFAULT_EPS, actuation = false } = options;
  const result = {
    DfDq: resultArray('DfDq', options.DfDq, nv * nv),
    DfDv: resultArray('DfDv', options.DfDv, nv * nv),
    DfDa: resultArray('DfDa', options.DfDa, nv * nv),
    DsDq: resultArray('DsDq', options.DsDq, nv * nsensordata),
    DsDv: resultArray('DsDv', options.DsDv, nv * nsensordata),
    DsDa: resultArray('DsDa', options.DsDa, nv * nsensordata),
    DmDq: resultArray('DmDq', options.DmDq, nv * nC),
  };
  const { DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq } = result;
  const skipSensor = DsDq === NOT_WANTED && DsDv === NOT_WANTED && DsDa === NOT_WANTED;
  const evaluate = (stage: number): InverseOutcome => evaluateInverse(model, data, stage, { skipSensor, actuation });
  const qpos = data.qpos.slice();
  const center = evaluate(STAGE_NONE);
  const write = (matrix: Float64Array, i: number, before: Float64Array, after: Float64Array): void => {
    if (matrix === NOT_WANTED) return;
    const n = before.length;
    for (let k = 0; k < n; k++) matrix[i * n + k] = ((after[k] as number) - (before[k] as number)) / eps;
  };
  const nudge = (field: Float64Array, stage: number, force: Float64Array, sensor: Float64Array): void => {
    if (force === NOT_WANTED && sensor === NOT_WANTED) return;
    for (let i = 0; i < nv; i++) {
      const old = field[i] as number;
      field[i] = old + eps;
      const outcome = evaluate(stage);
      field[i] = old;
      write(force, i, center.force, outcome.force);
      write(sensor, i, center.sensor, outcome.sensor);
    }
  };
  nudge(data.qacc, STAGE_VEL, DfDa, DsDa);
  nudge(data.qvel, STAGE_POS, DfDv, DsDv);
  if (DfDq === NOT_WANTED && DsDq === NOT_WANTED && DmDq === NOT_WANTED) return result;
  const direction = new Float64Array(nv);
  for (let i = 0; i < nv; i++) {
    direction.fill(0);
    direction[i] = 1;
    integratePos(model, data.qpos, direction, eps);
    const outcome = evaluate(STAGE_NONE);
    data.qpos.set(qpos);
    write(DfDq, i, center.force, outcome.force);
    write(DsDq, i, center.sensor, outcome.sensor);
    write(DmDq, i, center.mass, outcome.mass);
  }
  return result;
}

function checkInverse(model: Model, data: Data): void {
  backendOf(model, data);
  if (model.opt.integrator === INT_RK4)
    throw new ArgumentError('inverseFD does not support Runge-Kutta', 'unsupported');
  if (model.opt.noslip_iterations > 0)
    throw new ArgumentError('inverseFD does not support noslip iterations', 'unsupported');
}

function evaluateInverse(
  model: Model,
  data: Data,
  stage: number,
  { skipSensor, actuation }: { readonly skipSensor: boolean; readonly actuation: boolean },
): InverseOutcome {
  inverseSkip(model, data, stage, skipSensor);
  const force = data.qfrc_inverse.slice();
  if (actuation) {
    backendOf(model, data).kernels.fwdActuation(at(model), at(data));
    for (let i = 0; i < model.nv; i++) force[i] = (force[i] as number) - (data.qfrc_actuator[i] as number);
  }
  return { force, sensor: data.sensordata.slice(), mass: data.M.slice() };
}

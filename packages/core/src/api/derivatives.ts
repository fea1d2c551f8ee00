/**
 * Finite-difference derivatives of a time step and of inverse dynamics. The state is what it was afterwards; derived fields are not.
 */

import { checkLength, checkSettings } from '../host/arguments.ts';
import { ArgumentError } from '../host/errors/argument-error.ts';
import type { Data } from '../host/model/data.ts';
import { DisableBit, StateBit } from '../host/model/enums.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';
import { getState, setState, stateSize } from '../host/model/state.ts';
import { INT_RK4, STAGE_NONE, STAGE_POS, STAGE_VEL } from '../kernel/model/constants.ts';
import { differentiatePos, integratePos } from './motion.ts';
import { inverseSkip } from './simulate.ts';

const DEFAULT_EPS = 1e-6;
const NOT_WANTED = new Float64Array(0);

/** Arrays that receive results: allocated where none is given, `null` for what is not wanted. */
type ResultArrays<T> = { readonly [K in keyof T]?: Float64Array | null | undefined };

/** The array to write to: the one given, a new one if none is, or an empty one for `null`. */
function resultArray(name: string, given: Float64Array | null | undefined, size: number): Float64Array {
  if (given === null) return NOT_WANTED;
  if (given === undefined) return new Float64Array(size);
  checkLength(name, given, size);
  return given;
}

/** Next state and sensor readings of a step. */
interface Outcome {
  qpos: Float64Array;
  qvel: Float64Array;
  act: Float64Array;
  sensor: Float64Array;
}

/** Evaluates steps from one state, nudged. */
class Stepper {
  readonly #model: Model;
  readonly #data: Data;
  readonly #signature: number;
  readonly #start: Float64Array;
  readonly #skipSensor: boolean;
  readonly #canSkip: boolean;

  constructor(model: Model, data: Data, skipSensor: boolean) {
    this.#model = model;
    this.#data = data;
    const warm = (model.opt.disableflags & DisableBit.WARMSTART) === 0;
    this.#signature = StateBit.FULLPHYSICS | StateBit.CTRL | (warm ? StateBit.WARMSTART : 0);
    this.#start = new Float64Array(stateSize(model, this.#signature));
    getState(model, data, this.#start, this.#signature);
    this.#skipSensor = skipSensor;
    this.#canSkip = model.opt.integrator !== INT_RK4; // whose last evaluation is at another state
  }

  /** The outcome of a step after `nudge`; the stages up to `skip` do not depend on it. */
  step(skip: number, nudge: (data: Data) => void = () => {}): Outcome {
    const data = this.#data;
    nudge(data);
    const stage = this.#canSkip ? skip : STAGE_NONE;
    backendOf(this.#model, data).kernels.stepSkip(at(this.#model), at(data), stage, this.#skipSensor);
    const outcome = {
      qpos: data.qpos.slice(),
      qvel: data.qvel.slice(),
      act: data.act.slice(),
      sensor: data.sensordata.slice(),
    };
    setState(this.#model, data, this.#start, this.#signature);
    return outcome;
  }
}

/** A pair of matrices with one column for each nudged number: rows of the next state, and rows of sensor readings. */
interface Columns {
  readonly state: Float64Array | null;
  readonly sensor: Float64Array | null;
  readonly width: number;
}

const columnsOf = (state: Float64Array, sensor: Float64Array, width: number): Columns | undefined => {
  const wanted = (matrix: Float64Array): Float64Array | null => (matrix === NOT_WANTED ? null : matrix);
  const columns = { state: wanted(state), sensor: wanted(sensor), width };
  return columns.state === null && columns.sensor === null ? undefined : columns;
};

/** Writes (plus - minus)/h to a column. */
function writeColumn(
  model: Model,
  { state, sensor, width }: Columns,
  column: number,
  minus: Outcome,
  plus: Outcome,
  h: number,
): void {
  const { nv } = model;
  if (state !== null) {
    const position = new Float64Array(nv);
    differentiatePos(model, position, h, minus.qpos, plus.qpos);
    for (let i = 0; i < nv; i++) state[i * width + column] = position[i] as number;
    for (let i = 0; i < nv; i++)
      state[(nv + i) * width + column] = ((plus.qvel[i] as number) - (minus.qvel[i] as number)) / h;
    for (let i = 0; i < plus.act.length; i++)
      state[(2 * nv + i) * width + column] = ((plus.act[i] as number) - (minus.act[i] as number)) / h;
  }
  if (sensor !== null)
    for (let i = 0; i < plus.sensor.length; i++)
      sensor[i * width + column] = ((plus.sensor[i] as number) - (minus.sensor[i] as number)) / h;
}

/**
 * The linear model that `transitionFD` finds: dx' = A·dx + B·du and ds = C·dx + D·du. All matrices are stored by rows. Those that were not
 * wanted are empty.
 */
export interface Transition {
  /** ∂x'/∂x, (2·nv + na)². */
  readonly A: Float64Array;
  /** ∂x'/∂u, (2·nv + na) × nu. */
  readonly B: Float64Array;
  /** ∂s/∂x, nsensordata × (2·nv + na). */
  readonly C: Float64Array;
  /** ∂s/∂u, nsensordata × nu. */
  readonly D: Float64Array;
}

/** How `transitionFD` differentiates, and where its results go: each matrix is allocated if not given, `null` if not wanted. */
export interface TransitionOptions extends ResultArrays<Transition> {
  /** Size of the differences; 1e-6 by default. */
  readonly eps?: number | undefined;
  /** Central differences, which cost twice as much and are more accurate; false by default. */
  readonly centered?: boolean | undefined;
}

/**
 * Linearises one time step by finite differences: dx' = A·dx + B·du and ds = C·dx + D·du. The state x has 2·nv + na numbers: positions in
 * tangent space, velocities, activations; u are the controls, s the sensor readings. Controls are nudged within their ranges. State and
 * controls are afterwards what they were; derived fields are not.
 *
 * MuJoCo 3.14 has the opposite sign in D with central differences.
 *
 * @param model The model; one with delays is refused.
 * @param data Its Data, in the state to linearise at.
 * @param options Size and kind of the differences, and where the results go.
 * @returns The four matrices.
 * @see mjd_transitionFD
 * @example
 * const { A, B } = transitionFD(model, data, { centered: true, C: null, D: null });
 * const n = 2 * model.nv + model.na;
 * console.log(A.length === n * n, B.length === n * model.nu);
 */
export function transitionFD(model: Model, data: Data, options: TransitionOptions = {}): Transition {
  backendOf(model, data);
  checkSettings('options', options);
  backendOf(model, data);
  if (model.nhistory > 0) throw new ArgumentError('transitionFD does not support delays', 'unsupported');
  const { nv, na, nu, nsensordata } = model;
  const n = 2 * nv + na;
  const { eps = DEFAULT_EPS, centered = false } = options;
  const result = {
    A: resultArray('A', options.A, n * n),
    B: resultArray('B', options.B, n * nu),
    C: resultArray('C', options.C, nsensordata * n),
    D: resultArray('D', options.D, nsensordata * nu),
  };
  const byState = columnsOf(result.A, result.C, n);
  const byControl = columnsOf(result.B, result.D, nu);
  const stepper = new Stepper(model, data, result.C === NOT_WANTED && result.D === NOT_WANTED);
  const center = stepper.step(STAGE_NONE);
  if (byControl !== undefined) differentiateControls(model, data, stepper, center, { eps, centered }, byControl);
  if (byState !== undefined) differentiateState(model, stepper, center, { eps, centered }, byState);
  return result;
}

interface Differences {
  readonly eps: number;
  readonly centered: boolean;
}

/** Columns of A and C: activations, velocities, positions. */
function differentiateState(
  model: Model,
  stepper: Stepper,
  center: Outcome,
  { eps, centered }: Differences,
  columns: Columns,
): void {
  const { nv, na } = model;
  const differentiate = (column: number, skip: number, nudge: (d: Data, h: number) => void): void => {
    const plus = stepper.step(skip, (d) => nudge(d, eps));
    const minus = centered ? stepper.step(skip, (d) => nudge(d, -eps)) : center;
    writeColumn(model, columns, column, minus, plus, centered ? 2 * eps : eps);
  };
  for (let i = 0; i < na; i++)
    differentiate(2 * nv + i, STAGE_VEL, (d, h) => {
      d.act[i] = (d.act[i] as number) + h;
    });
  for (let i = 0; i < nv; i++)
    differentiate(nv + i, STAGE_POS, (d, h) => {
      d.qvel[i] = (d.qvel[i] as number) + h;
    });
  const direction = new Float64Array(nv);
  for (let i = 0; i < nv; i++)
    differentiate(i, STAGE_NONE, (d, h) => {
      direction.fill(0);
      direction[i] = 1;
      integratePos(model, d.qpos, direction, h);
    });
}

/** Columns of B and D: nudges forward and backward as far as the ranges of the controls allow. */
function differentiateControls(
  model: Model,
  data: Data,
  stepper: Stepper,
  center: Outcome,
  { eps, centered }: Differences,
  columns: Columns,
): void {
  for (let i = 0; i < model.nu; i++) {
    const u = data.ctrl[i] as number;
    const least = model.actuator_ctrllimited[i] ? (model.actuator_ctrlrange[2 * i] as number) : -Infinity;
    const most = model.actuator_ctrllimited[i] ? (model.actuator_ctrlrange[2 * i + 1] as number) : Infinity;
    const nudge = (h: number) => (d: Data) => {
      d.ctrl[i] = u + h;
    };
    const forward = u >= least && u + eps <= most;
    const backward = (centered || !forward) && u - eps >= least && u <= most;
    const plus = forward ? stepper.step(STAGE_VEL, nudge(eps)) : center;
    const minus = backward ? stepper.step(STAGE_VEL, nudge(-eps)) : center;
    writeColumn(model, columns, i, minus, plus, forward && backward ? 2 * eps : eps);
  }
}

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

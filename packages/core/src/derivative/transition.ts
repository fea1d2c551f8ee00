/**
 * Finite-difference derivatives of a time step and of inverse dynamics. The state is what it was afterwards; derived fields are not.
 */
import { INT_RK4, STAGE_NONE, STAGE_POS, STAGE_VEL } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { DisableBit, StateBit } from '../model/enums.ts';
import { at, backendOf, checkLength } from '../model/handle.ts';
import type { Model } from '../model/model.ts';
import { getState, setState, stateSize } from '../model/state.ts';
import { differentiatePos, integratePos } from '../pipeline/motion.ts';
import { inverseSkip } from '../pipeline/simulate.ts';

type Matrix = Float64Array | null;

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

/** Writes (plus - minus)/h to column `column` of the matrices of state and sensors, which have `width` columns. */
function writeColumn(
  model: Model,
  state: Matrix,
  sensor: Matrix,
  width: number,
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
 * Linearises one time step: dx' = A·dx + B·du and ds = C·dx + D·du, with x = (position in tangent space, velocity, activation), u the
 * controls and s the sensor readings. A is (2nv+na)², B (2nv+na)×nu, C nsensordata×(2nv+na), D nsensordata×nu, all row by row; `null`
 * for what is not wanted. Differences are centred or forward, of size `eps`; controls stay in their ranges. Models with delays are refused.
 * MuJoCo 3.14 has the opposite sign in D with centred differences.
 *
 * @see mjd_transitionFD
 */
export function transitionFD(
  model: Model,
  data: Data,
  eps: number,
  centered: boolean,
  A: Matrix,
  B: Matrix,
  C: Matrix,
  D: Matrix,
): void {
  if (model.nhistory > 0) throw new RangeError('transitionFD: delays are not supported');
  const { nv, na, nu, nsensordata } = model;
  const n = 2 * nv + na;
  if (A !== null) checkLength('A', A, n * n);
  if (B !== null) checkLength('B', B, n * nu);
  if (C !== null) checkLength('C', C, nsensordata * n);
  if (D !== null) checkLength('D', D, nsensordata * nu);
  const stepper = new Stepper(model, data, C === null && D === null);
  const center = stepper.step(STAGE_NONE);

  if (B !== null || D !== null) differentiateControls(model, data, stepper, center, eps, centered, B, D);
  if (A === null && C === null) return;

  /** Differences by nudging forward and, if centred, backward. */
  const differentiate = (column: number, skip: number, nudge: (d: Data, h: number) => void): void => {
    const plus = stepper.step(skip, (d) => nudge(d, eps));
    const minus = centered ? stepper.step(skip, (d) => nudge(d, -eps)) : center;
    writeColumn(model, A, C, n, column, minus, plus, centered ? 2 * eps : eps);
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
  eps: number,
  centered: boolean,
  B: Matrix,
  D: Matrix,
): void {
  const { nu } = model;
  for (let i = 0; i < nu; i++) {
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
    const h = forward && backward ? 2 * eps : eps;
    writeColumn(model, B, D, nu, i, minus, plus, h);
  }
}

/**
 * Derivatives of inverse dynamics, by forward differences of size `eps`: of the force qfrc_inverse (less that of the actuators, with
 * `actuation`), of the sensor readings and of the inertia M, by position, velocity and acceleration. Rows belong to what is nudged:
 * DfDq, DfDv, DfDa are nv×nv, DsDq, DsDv, DsDa nv×nsensordata, DmDq nv×nC; `null` for what is not wanted.
 *
 * @see mjd_inverseFD
 */
export function inverseFD(
  model: Model,
  data: Data,
  eps: number,
  actuation: boolean,
  DfDq: Matrix,
  DfDv: Matrix,
  DfDa: Matrix,
  DsDq: Matrix,
  DsDv: Matrix,
  DsDa: Matrix,
  DmDq: Matrix,
): void {
  if (model.opt.integrator === INT_RK4) throw new RangeError('inverseFD: Runge-Kutta is not supported');
  if (model.opt.noslip_iterations > 0) throw new RangeError('inverseFD: noslip iterations are not supported');
  const { nv, nC, nsensordata } = model;
  for (const [name, matrix, width] of [
    ['DfDq', DfDq, nv],
    ['DfDv', DfDv, nv],
    ['DfDa', DfDa, nv],
    ['DsDq', DsDq, nsensordata],
    ['DsDv', DsDv, nsensordata],
    ['DsDa', DsDa, nsensordata],
    ['DmDq', DmDq, nC],
  ] as const)
    if (matrix !== null) checkLength(name, matrix, nv * width);

  const skipSensor = DsDq === null && DsDv === null && DsDa === null;
  const evaluate = (stage: number): { force: Float64Array; sensor: Float64Array; mass: Float64Array } => {
    inverseSkip(model, data, stage, skipSensor);
    const force = data.qfrc_inverse.slice();
    if (actuation) {
      backendOf(model, data).kernels.fwdActuation(at(model), at(data));
      for (let i = 0; i < nv; i++) force[i] = (force[i] as number) - (data.qfrc_actuator[i] as number);
    }
    return { force, sensor: data.sensordata.slice(), mass: data.M.slice() };
  };
  const qpos = data.qpos.slice();
  const center = evaluate(STAGE_NONE);
  const write = (matrix: Matrix, i: number, before: Float64Array, after: Float64Array): void => {
    if (matrix === null) return;
    const n = before.length;
    for (let k = 0; k < n; k++) matrix[i * n + k] = ((after[k] as number) - (before[k] as number)) / eps;
  };
  const nudge = (field: Float64Array, stage: number, force: Matrix, sensor: Matrix): void => {
    if (force === null && sensor === null) return;
    for (let i = 0; i < nv; i++) {
      const old = field[i] as number;
      field[i] = old + eps;
      const result = evaluate(stage);
      field[i] = old;
      write(force, i, center.force, result.force);
      write(sensor, i, center.sensor, result.sensor);
    }
  };
  nudge(data.qacc, STAGE_VEL, DfDa, DsDa);
  nudge(data.qvel, STAGE_POS, DfDv, DsDv);
  if (DfDq === null && DsDq === null && DmDq === null) return;
  const direction = new Float64Array(nv);
  for (let i = 0; i < nv; i++) {
    direction.fill(0);
    direction[i] = 1;
    integratePos(model, data.qpos, direction, eps);
    const result = evaluate(STAGE_NONE);
    data.qpos.set(qpos);
    write(DfDq, i, center.force, result.force);
    write(DsDq, i, center.sensor, result.sensor);
    write(DmDq, i, center.mass, result.mass);
  }
}

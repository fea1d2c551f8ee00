import { allocateArrays } from '../../host/backend/memory.ts';
import type { Data } from '../../host/model/data.ts';
import { DynamicsType, Integrator, JointType } from '../../host/model/enums.ts';
import { at, backendOf } from '../../host/model/handle.ts';
import type { Model } from '../../host/model/model.ts';
import { NDYN } from '../../kernel/model/constants.ts';
import { exp } from '../elementary.ts';
import { isRigid } from './analytic-support.ts';
import { type KernelArray, kernelArray } from './kernel-array.ts';
import { quatIntegrateJacobian } from './quaternion-jacobians.ts';
import { nudgesBackward, nudgesForward, type Outcome } from './step-differences.ts';

const MIN_TIME_CONSTANT = 1e-15;
/** Forces at given accelerations have no tolerance of a solver in them, and vary faster than a step: their nudges are smaller by this. */
const FORCE_NUDGE = 0.1;
const floats = (size: number): Float64Array => new Float64Array(allocateArrays(8 * size));

/** What actuators do at one value of their inputs. */
interface Response {
  readonly force: Float64Array;
  /** Slopes of the forces by velocity. */
  readonly slope: KernelArray;
  /** Activations after the step. */
  readonly act: Float64Array;
}

/**
 * Columns of velocities, activations and controls from the derivatives that the engine has, at the state whose step was just taken. Working
 * memory is its own.
 */
export class AnalyticColumns {
  readonly model: Model;
  readonly #data: Data;
  /** The Hessian, two vectors, and columns of velocities; see `stepByVel`. */
  readonly #work: KernelArray;
  readonly #first: number;
  /** How rotations after the step vary with scaled angular velocity, 9 numbers, and with rotations before it, 9: for each joint that has one. */
  readonly #turns: KernelArray;
  /** A and B where kernels write them. */
  readonly #stateByState: KernelArray;
  readonly #stateByControl: KernelArray;
  readonly #turn = new Float64Array(9);
  readonly #carry = new Float64Array(9);
  /** Forces by position; see `forcesByPos`. Made at the first use. */
  #byPosition: KernelArray | undefined;
  readonly #spin = new Float64Array(3);
  readonly #rotations: readonly (readonly [joint: number, dof: number])[];
  readonly #plus: Response;
  readonly #minus: Response;
  readonly #inputs: Float64Array;
  /** What an input was nudged by, together. */
  readonly #width: Float64Array;
  readonly #byAct: Float64Array;

  constructor(model: Model, data: Data) {
    const { nv, na, nu, nactuator } = model;
    const backend = backendOf(model, data);
    const response = (): Response => ({
      force: floats(nactuator),
      slope: kernelArray(backend, nactuator, this),
      act: floats(na),
    });
    this.model = model;
    this.#data = data;
    this.#first = nv * (nv + 2);
    this.#work = kernelArray(backend, this.#first + nv * Math.max(nv, na, nu) + 36 * model.nbody + 6 * nv, this);
    this.#rotations = rotationsOf(model);
    this.#turns = kernelArray(backend, 18 * model.njnt, this);
    this.#stateByState = kernelArray(backend, (2 * nv + na) ** 2, this);
    this.#stateByControl = kernelArray(backend, (2 * nv + na) * nu, this);
    for (const { view } of [this.#stateByState, this.#stateByControl]) view.fill(0); // most rows of activations stay so
    this.#plus = response();
    this.#minus = response();
    this.#inputs = floats(Math.max(na, nu));
    this.#width = floats(Math.max(na, nu));
    this.#byAct = floats(na);
  }

  /** Columns of velocities. `center` is the outcome of the step. */
  byVelocity(center: Outcome): void {
    const { model } = this;
    const { nv, na } = model;
    const data = this.#data;
    backendOf(model, data).kernels.stepByVel(at(model), at(data), this.#work.handle);
    this.#setTurns(center);
    this.#write(this.#stateByState, 2 * nv + na, nv, nv);
  }

  /** Columns of activations; after `byVelocity`. */
  byActivation(eps: number): void {
    const { model } = this;
    const { nv, na } = model;
    if (na === 0) return;
    const { act } = this.#data;
    this.#inputs.set(act);
    for (let k = 0; k < na; k++) act[k] = (this.#inputs[k] as number) + eps;
    this.#respond(this.#plus);
    for (let k = 0; k < na; k++) act[k] = (this.#inputs[k] as number) - eps;
    this.#respond(this.#minus);
    for (let k = 0; k < na; k++) act[k] = this.#inputs[k] as number;
    this.#width.fill(2 * eps);
    this.#solve(model.actuator_actadr, model.actuator_actnum, na);
    const n = 2 * nv + na;
    this.#write(this.#stateByState, n, na, 2 * nv);
    for (let k = 0; k < na; k++) this.#stateByState.view[(2 * nv + k) * (n + 1)] = this.#byAct[k] as number;
  }

  /** Writes the columns found so far to A, whose columns of positions are others' unless `byPosition` has found them. */
  copyTo(A: Float64Array): void {
    A.set(this.#stateByState.view);
  }

  /** Columns of controls; after `byVelocity`. */
  byControl(B: Float64Array, eps: number): void {
    const { model } = this;
    const { nv, nu } = model;
    if (nu === 0) return;
    const { ctrl } = this.#data;
    const inputs = this.#inputs;
    inputs.set(ctrl);
    this.#width.fill(0);
    for (let i = 0; i < nu; i++) if (nudgesForward(model, i, inputs[i] as number, eps)) this.#move(ctrl, i, eps);
    this.#respond(this.#plus);
    for (let i = 0; i < nu; i++) ctrl[i] = inputs[i] as number;
    for (let i = 0; i < nu; i++) if (nudgesBackward(model, i, inputs[i] as number, eps)) this.#move(ctrl, i, -eps);
    this.#respond(this.#minus);
    for (let i = 0; i < nu; i++) ctrl[i] = inputs[i] as number;
    this.#solve(model.actuator_ctrladr, model.actuator_ctrlnum, nu);
    this.#write(this.#stateByControl, nu, nu, 0);
    B.set(this.#stateByControl.view);
    for (let a = 0; a < model.nactuator; a++) {
      const k = model.actuator_actadr[a] as number;
      if (k >= 0) B[(2 * nv + k) * nu + (model.actuator_ctrladr[a] as number)] = this.#byAct[k] as number;
    }
  }

  /** Measures how forces vary with positions, from the step just taken, of which only the matrices are left afterwards. */
  measurePositions(eps: number, centred: boolean): void {
    const { model } = this;
    const { nv, nq } = model;
    const data = this.#data;
    const backend = backendOf(model, data);
    const { kernels } = backend;
    const rigid = isRigid(model, data);
    const size = rigid
      ? kernels.rigidSize(at(model), at(data))
      : 2 * nv * nv + 7 * nv + nq + 6 * data.nefc + 36 * data.ncon;
    if (this.#byPosition === undefined || this.#byPosition.view.length < size)
      this.#byPosition = kernelArray(backend, 2 * size, this);
    const measure = rigid ? kernels.rigidForcesByPos : kernels.forcesByPos;
    measure(at(model), at(data), this.#byPosition.handle, FORCE_NUDGE * eps, centred);
  }

  /** Whether forces jump as a position is nudged: then its column must be that of whole steps. After `measurePositions`. */
  isRough(i: number): boolean {
    const { nv } = this.model;
    return (this.#byPosition as KernelArray).view[2 * nv * nv + i] !== 0;
  }

  /** Columns of positions, of which those that are not rough count; after `measurePositions` and `byVelocity`. */
  byPosition(): void {
    const { model } = this;
    const { nv, na } = model;
    const data = this.#data;
    const { kernels } = backendOf(model, data);
    const { view: columns, handle } = this.#work;
    const forces = (this.#byPosition as KernelArray).view;
    const [first, size] = [this.#first, nv * nv];
    for (let k = 0; k < size; k++) columns[first + k] = forces[k] as number;
    kernels.answerForces(at(model), at(data), handle, nv);
    for (let k = 0; k < size; k++) columns[first + k] = (columns[first + k] as number) + (forces[size + k] as number);
    kernels.stepByForce(at(model), at(data), handle, nv);
    this.#write(this.#stateByState, 2 * nv + na, nv, 0);
    kernels.addCarried(at(model), this.#turns.handle, this.#stateByState.handle, 2 * nv + na);
  }

  #move(inputs: Float64Array, i: number, by: number): void {
    inputs[i] = (inputs[i] as number) + by;
    this.#width[i] = (this.#width[i] as number) + Math.abs(by);
  }

  /** Forces and next activations at the present inputs: each actuator has its own, so all are nudged at once. */
  #respond(response: Response): void {
    const { model } = this;
    const data = this.#data;
    const { kernels } = backendOf(model, data);
    kernels.fwdActuation(at(model), at(data));
    kernels.actuatorSlopes(at(model), at(data), response.slope.handle);
    for (let a = 0; a < model.nactuator; a++) {
      response.force[a] = data.actuator_force[model.actuator_outadr[a] as number] as number;
      const k = model.actuator_actadr[a] as number;
      const rate = isDisabled(model, a) ? 0 : (data.act_dot[k] as number);
      if (k >= 0) response.act[k] = nextActivation(model, a, data.act[k] as number, rate);
    }
  }

  /** Velocities for the differences of the responses by the inputs at `address`, one column each. */
  #solve(address: Int32Array, count: Int32Array, n: number): void {
    const { model } = this;
    const data = this.#data;
    const { nv } = model;
    const { kernels } = backendOf(model, data);
    const { view: columns, handle } = this.#work;
    columns.fill(0, this.#first, this.#first + n * nv);
    for (let a = 0; a < model.nactuator; a++) {
      if (count[a] === 0) continue;
      const i = address[a] as number;
      const width = this.#width[i] as number;
      this.#addMoment(a, i, difference(this.#plus.force, this.#minus.force, a, width));
      const k = model.actuator_actadr[a] as number;
      if (k >= 0) this.#byAct[k] = difference(this.#plus.act, this.#minus.act, k, width);
    }
    kernels.answerForces(at(model), at(data), handle, n);
    const { integrator, timestep } = model.opt;
    if (integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST)
      for (let a = 0; a < model.nactuator; a++) {
        if (count[a] === 0) continue;
        const i = address[a] as number;
        const slope = difference(this.#plus.slope.view, this.#minus.slope.view, a, this.#width[i] as number);
        // the matrix of the step has the slope in it
        if (slope !== 0) this.#addMoment(a, i, timestep * slope * this.#momentTimesAcc(a));
      }
    kernels.stepByForce(at(model), at(data), handle, n);
  }

  /** Adds the generalised force of an actuator to a column. */
  #addMoment(a: number, column: number, force: number): void {
    const { moment_rowadr, moment_rownnz, moment_colind, actuator_moment } = this.#data;
    const columns = this.#work.view;
    const o = this.model.actuator_outadr[a] as number;
    const first = this.#first + column * this.model.nv;
    const end = (moment_rowadr[o] as number) + (moment_rownnz[o] as number);
    for (let k = moment_rowadr[o] as number; k < end; k++) {
      const i = first + (moment_colind[k] as number);
      columns[i] = (columns[i] as number) + force * (actuator_moment[k] as number);
    }
  }

  /** How fast the step accelerates the length of an actuator. */
  #momentTimesAcc(a: number): number {
    const { moment_rowadr, moment_rownnz, moment_colind, actuator_moment } = this.#data;
    const { nv } = this.model;
    const o = this.model.actuator_outadr[a] as number;
    const end = (moment_rowadr[o] as number) + (moment_rownnz[o] as number);
    let s = 0;
    for (let k = moment_rowadr[o] as number; k < end; k++)
      s += (actuator_moment[k] as number) * (this.#work.view[nv * (nv + 1) + (moment_colind[k] as number)] as number);
    return s;
  }

  #setTurns({ qvel }: Outcome): void {
    const h = this.model.opt.timestep;
    const turns = this.#turns.view;
    for (const [j, i] of this.#rotations) {
      for (let k = 0; k < 3; k++) this.#spin[k] = qvel[i + k] as number;
      quatIntegrateJacobian(this.#spin, h, this.#carry, this.#turn, null);
      turns.set(this.#turn, 18 * j);
      turns.set(this.#carry, 18 * j + 9);
    }
  }

  /** Writes the velocities in the working memory, and the positions that they lead to, into columns. */
  #write({ handle }: KernelArray, width: number, count: number, column: number): void {
    const { model } = this;
    const { kernels } = backendOf(model, this.#data);
    kernels.writeColumns(at(model), this.#work.handle, this.#first, count, this.#turns.handle, handle, width, column);
  }
}

const difference = (plus: Float64Array, minus: Float64Array, i: number, h: number): number =>
  h === 0 ? 0 : ((plus[i] as number) - (minus[i] as number)) / h;

/** Joints that turn by three dofs, each with the first of these. */
function rotationsOf(model: Model): [joint: number, dof: number][] {
  const found: [number, number][] = [];
  model.jnt_type.forEach((type, j) => {
    const dof = model.jnt_dofadr[j] as number;
    if (type === JointType.BALL) found.push([j, dof]);
    if (type === JointType.FREE) found.push([j, dof + 3]);
  });
  return found;
}

/** Whether the group of an actuator is disabled. */
function isDisabled(model: Model, a: number): boolean {
  const group = model.actuator_group[a] as number;
  return group >= 0 && group <= 30 && (model.opt.disableactuator & (1 << group)) !== 0;
}

/** An activation after the step: filters exactly or by Euler's rule, within its range. */
function nextActivation(model: Model, a: number, act: number, rate: number): number {
  const h = model.opt.timestep;
  const tau = Math.max(MIN_TIME_CONSTANT, model.actuator_dynprm[NDYN * a] as number);
  const exact = model.actuator_dyntype[a] === DynamicsType.FILTEREXACT;
  const next = act + rate * (exact ? tau * (1 - exp(-h / tau)) : h);
  if (!model.actuator_actlimited[a]) return next;
  return Math.min(
    Math.max(next, model.actuator_actrange[2 * a] as number),
    model.actuator_actrange[2 * a + 1] as number,
  );
}

const known = new WeakMap<Data, AnalyticColumns>();

/** The working memory of a Data, made at its first use. */
export function analyticColumns(model: Model, data: Data): AnalyticColumns {
  const found = known.get(data);
  if (found !== undefined && found.model === model) return found;
  const made = new AnalyticColumns(model, data);
  known.set(data, made);
  return made;
}

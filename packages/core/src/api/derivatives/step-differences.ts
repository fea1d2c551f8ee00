import { allocateArrays } from '../../host/backend/memory.ts';
import type { Data } from '../../host/model/data.ts';
import { BiasType, DisableBit, GainType } from '../../host/model/enums.ts';
import { at, backendOf } from '../../host/model/handle.ts';
import type { Model } from '../../host/model/model.ts';
import {
  INT_EULER,
  INT_IMPLICIT,
  INT_IMPLICITFAST,
  INT_RK4,
  STAGE_NONE,
  STAGE_POS,
  STAGE_VEL,
} from '../../kernel/model/constants.ts';
import { type KernelArray, kernelArray } from './kernel-array.ts';

/** Next state and sensor readings of a step. */
export interface Outcome {
  readonly qpos: KernelArray;
  readonly qvel: Float64Array;
  readonly act: Float64Array;
  readonly sensor: Float64Array;
}

/** A pair of matrices with one column for each nudged number: rows of the next state, and rows of sensor readings; `null` if not wanted. */
export interface Columns {
  readonly state: Float64Array | null;
  readonly sensor: Float64Array | null;
  readonly width: number;
}

/** How steps are compared. */
export interface Differences {
  readonly eps: number;
  readonly centred: boolean;
  /** Whether factors of an implicit step are made anew where MuJoCo keeps them, see `begin`. */
  readonly exact: boolean;
  /** Which columns are wanted; all by default. */
  readonly part?: ColumnPart | undefined;
}

/** Every `count`-th column, from `index` on, of positions, velocities, activations and controls; the others are 0. */
export interface ColumnPart {
  /** The first column. */
  readonly index: number;
  /** How many parts there are. */
  readonly count: number;
}

/** Whether a column is wanted. */
export const isWanted = (column: number, part: ColumnPart | undefined): boolean =>
  part === undefined || column % part.count === part.index;

const floats = (size: number): Float64Array => new Float64Array(allocateArrays(8 * size));

/** Steps from one state, nudged, and their differences. Working memory is its own: nothing is allocated per column. */
export class StepDifferences {
  readonly model: Model;
  readonly data: Data;
  readonly center: Outcome;
  readonly #plus: Outcome;
  readonly #minus: Outcome;
  readonly #position: KernelArray;
  readonly #qpos: Float64Array;
  readonly #qvel: Float64Array;
  readonly #act: Float64Array;
  readonly #warmstart: Float64Array;
  readonly #ctrl: Float64Array;
  readonly #plugin: Float64Array;
  /** The state in the Data: views that last, and cost nothing to look up. */
  readonly #state: Pick<Data, 'qpos' | 'qvel' | 'act' | 'ctrl' | 'qacc_warmstart' | 'plugin_state' | 'sensordata'>;
  readonly #sizes: {
    readonly nv: number;
    readonly na: number;
    readonly nsensordata: number;
    readonly npluginstate: number;
  };
  #time = 0;
  #skipSensor = false;
  /** Stages that stay valid as velocities, and as activations and controls, are nudged. */
  #velocitySkip = STAGE_POS;
  #inputSkip = STAGE_VEL;
  #restoresWarmstart = true;
  /** Runge-Kutta's last evaluation is at another state, so that it needs all stages. */
  #canSkip = true;

  constructor(model: Model, data: Data) {
    const backend = backendOf(model, data);
    const outcome = (): Outcome => ({
      qpos: kernelArray(backend, model.nq, this),
      qvel: floats(model.nv),
      act: floats(model.na),
      sensor: floats(model.nsensordata),
    });
    const { qpos, qvel, act, ctrl, qacc_warmstart, plugin_state, sensordata } = data;
    const { nv, na, nsensordata, npluginstate } = model;
    this.model = model;
    this.data = data;
    this.#state = { qpos, qvel, act, ctrl, qacc_warmstart, plugin_state, sensordata };
    this.#sizes = { nv, na, nsensordata, npluginstate };
    this.center = outcome();
    this.#plus = outcome();
    this.#minus = outcome();
    this.#position = kernelArray(backend, model.nv, this);
    this.#qpos = floats(model.nq);
    this.#qvel = floats(model.nv);
    this.#act = floats(model.na);
    this.#warmstart = floats(model.nv);
    this.#ctrl = floats(model.nu);
    this.#plugin = floats(model.npluginstate);
  }

  /**
   * Takes the present state as the one to nudge, and takes the step from it. MuJoCo keeps the factors of an implicit step where they do
   * vary, with dampers or gains that are not linear; with `exact` they are made anew.
   */
  begin(skipSensor: boolean, exact: boolean): void {
    this.save(skipSensor, exact);
    this.step(STAGE_NONE, this.center);
  }

  /** Takes the present state as the one to nudge. */
  save(skipSensor: boolean, exact: boolean): void {
    const { model, data } = this;
    this.#skipSensor = skipSensor;
    this.#velocitySkip = exact && dampersVary(model) ? STAGE_NONE : STAGE_POS;
    this.#inputSkip = exact && gainsVary(model) ? STAGE_POS : STAGE_VEL;
    this.#canSkip = model.opt.integrator !== INT_RK4;
    this.#restoresWarmstart = (model.opt.disableflags & DisableBit.WARMSTART) === 0;
    this.#time = data.time;
    this.#qpos.set(data.qpos);
    this.#qvel.set(data.qvel);
    this.#act.set(data.act);
    this.#ctrl.set(data.ctrl);
    this.#warmstart.set(data.qacc_warmstart);
    if (model.npluginstate > 0) this.#plugin.set(data.plugin_state);
  }

  /** A step whose stages up to `skip` are still valid; afterwards the state is the first one again. */
  step(skip: number, outcome: Outcome): void {
    const { model, data } = this;
    const stage = this.#canSkip ? skip : STAGE_NONE;
    backendOf(model, data).kernels.stepSkip(at(model), at(data), stage, this.#skipSensor);
    const state = this.#state;
    outcome.qpos.view.set(state.qpos);
    outcome.qvel.set(state.qvel);
    outcome.act.set(state.act);
    if (!this.#skipSensor) outcome.sensor.set(state.sensordata);
    this.restore();
  }

  /** Makes the state what it was at the beginning. */
  restore(): void {
    const { qpos, qvel, act, ctrl, qacc_warmstart, plugin_state } = this.#state;
    this.data.time = this.#time;
    qpos.set(this.#qpos);
    qvel.set(this.#qvel);
    act.set(this.#act);
    ctrl.set(this.#ctrl);
    if (this.#restoresWarmstart) qacc_warmstart.set(this.#warmstart);
    if (this.#sizes.npluginstate > 0) plugin_state.set(this.#plugin);
  }

  /** Columns of activations, which leave positions and velocities as they are. */
  byActivation(columns: Columns, differences: Differences): void {
    const { nv, na } = this.model;
    for (let i = 0; i < na; i++) this.#byState(2 * nv + i, this.#inputSkip, columns, differences);
  }

  /** Columns of velocities. */
  byVelocity(columns: Columns, differences: Differences): void {
    const { nv } = this.model;
    for (let i = 0; i < nv; i++) this.#byState(nv + i, this.#velocitySkip, columns, differences);
  }

  /** Columns of positions in tangent space. */
  byPosition(columns: Columns, differences: Differences): void {
    const { nv } = this.model;
    for (let i = 0; i < nv; i++) this.byOnePosition(i, columns, differences);
  }

  /** The column of one position. */
  byOnePosition(i: number, columns: Columns, differences: Differences): void {
    this.#byState(i, STAGE_NONE, columns, differences);
  }

  /** Columns of controls: nudges forward and backward as far as the ranges of the controls allow. */
  byControl(columns: Columns, { eps, centred, part }: Differences): void {
    const { model, data } = this;
    for (let i = 0; i < model.nu; i++) {
      if (!isWanted(2 * model.nv + model.na + i, part)) {
        this.#write(columns, i, this.center, this.center, 1);
        continue;
      }
      const u = this.#ctrl[i] as number;
      const forward = nudgesForward(model, i, u, eps);
      const backward = (centred || !forward) && nudgesBackward(model, i, u, eps);
      if (forward) {
        data.ctrl[i] = u + eps;
        this.step(this.#inputSkip, this.#plus);
      }
      if (backward) {
        data.ctrl[i] = u - eps;
        this.step(this.#inputSkip, this.#minus);
      }
      const plus = forward ? this.#plus : this.center;
      this.#write(columns, i, backward ? this.#minus : this.center, plus, forward && backward ? 2 * eps : eps);
    }
  }

  /** The column of what `change` does: the outcome after it with 1 less the one with -1, or with 0 for forward differences. */
  byChange(columns: Columns, column: number, h: number, centred: boolean, change: (sign: number) => void): void {
    change(1);
    this.step(STAGE_NONE, this.#plus);
    if (centred) {
      change(-1);
      this.step(STAGE_NONE, this.#minus);
    }
    change(0);
    this.#write(columns, column, centred ? this.#minus : this.center, this.#plus, centred ? 2 * h : h);
  }

  #byState(i: number, skip: number, columns: Columns, { eps, centred, part }: Differences): void {
    if (!isWanted(i, part)) {
      this.#write(columns, i, this.center, this.center, 1);
      return;
    }
    this.#nudge(i, eps);
    this.step(skip, this.#plus);
    if (centred) {
      this.#nudge(i, -eps);
      this.step(skip, this.#minus);
    }
    this.#write(columns, i, centred ? this.#minus : this.center, this.#plus, centred ? 2 * eps : eps);
  }

  #nudge(i: number, h: number): void {
    const { model, data } = this;
    const { nv } = this.#sizes;
    const { qvel, act } = this.#state;
    if (i < nv) backendOf(model, data).kernels.nudgePos(at(model), at(data), i, h);
    else if (i < 2 * nv) qvel[i - nv] = (qvel[i - nv] as number) + h;
    else act[i - 2 * nv] = (act[i - 2 * nv] as number) + h;
  }

  /** Writes (plus - minus)/h to a column. */
  #write({ state, sensor, width }: Columns, column: number, minus: Outcome, plus: Outcome, h: number): void {
    const { model, data } = this;
    const { nv, na, nsensordata } = this.#sizes;
    if (state !== null) {
      const { view, handle } = this.#position;
      backendOf(model, data).kernels.differencePos(at(model), handle, minus.qpos.handle, plus.qpos.handle);
      for (let i = 0; i < nv; i++) state[i * width + column] = (view[i] as number) / h;
      for (let i = 0; i < nv; i++)
        state[(nv + i) * width + column] = ((plus.qvel[i] as number) - (minus.qvel[i] as number)) / h;
      for (let i = 0; i < na; i++)
        state[(2 * nv + i) * width + column] = ((plus.act[i] as number) - (minus.act[i] as number)) / h;
    }
    if (sensor !== null)
      for (let i = 0; i < nsensordata; i++)
        sensor[i * width + column] = ((plus.sensor[i] as number) - (minus.sensor[i] as number)) / h;
  }
}

/** Whether a control may be nudged up within its range. */
export function nudgesForward(model: Model, i: number, u: number, eps: number): boolean {
  if (!model.actuator_ctrllimited[i]) return true;
  return u >= (model.actuator_ctrlrange[2 * i] as number) && u + eps <= (model.actuator_ctrlrange[2 * i + 1] as number);
}

/** Whether a control may be nudged down within its range. */
export function nudgesBackward(model: Model, i: number, u: number, eps: number): boolean {
  if (!model.actuator_ctrllimited[i]) return true;
  return u - eps >= (model.actuator_ctrlrange[2 * i] as number) && u <= (model.actuator_ctrlrange[2 * i + 1] as number);
}

/** Whether the dampers that an Euler step is implicit in vary with velocity. */
export function dampersVary(model: Model): boolean {
  if (model.opt.integrator !== INT_EULER) return false;
  return model.dof_dampingpoly.some((x) => x !== 0) || model.actuator_dampingpoly.some((x) => x !== 0);
}

/** Whether the matrix of an implicit step varies with activations or controls. */
export function gainsVary(model: Model): boolean {
  const { integrator } = model.opt;
  if (integrator !== INT_IMPLICIT && integrator !== INT_IMPLICITFAST) return false;
  return model.actuator_gaintype.some((type) => type !== GainType.FIXED);
}

/** Whether the matrix of an `implicitfast` step varies with velocities, but for the free bodies that are solved on their own. */
export function slopesVary(model: Model): boolean {
  const { viscosity, density } = model.opt;
  if (viscosity > 0 || density > 0) return true;
  const isBent = (poly: Float64Array): boolean => poly.some((x) => x !== 0);
  if (isBent(model.dof_dampingpoly) || isBent(model.tendon_dampingpoly) || isBent(model.actuator_dampingpoly))
    return true;
  const affine = (type: number): boolean => type === BiasType.NONE || type === BiasType.AFFINE;
  return (
    model.actuator_gaintype.some((type) => type !== GainType.FIXED && type !== GainType.AFFINE) ||
    model.actuator_biastype.some((type) => !affine(type))
  );
}

const known = new WeakMap<Data, StepDifferences>();

/** The working memory of a Data, made at its first use. */
export function stepDifferences(model: Model, data: Data): StepDifferences {
  const found = known.get(data);
  if (found !== undefined && found.model === model) return found;
  const made = new StepDifferences(model, data);
  known.set(data, made);
  return made;
}

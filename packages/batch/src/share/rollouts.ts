import {
  type Data,
  type DerivativeMethod,
  enums,
  getState,
  type Model,
  makeData,
  resetData,
  setState,
  stateSize,
  step,
  transition,
} from '@qpos/core';

const { FULLPHYSICS, CTRL } = enums.StateBit;

/** An input whose rows and steps are repeated where it has only one. */
export interface Tiled {
  readonly values: Float64Array;
  /** Numbers from one row to the next; 0 where one serves all. */
  readonly rowStride: number;
  /** Numbers from one step to the next; 0 where one serves all. */
  readonly stepStride: number;
}

/** What a rollout reads and writes; rows are counted from `first`. */
export interface RolloutArrays {
  readonly first: number;
  readonly initialState: Tiled;
  readonly initialWarmstart?: Tiled | undefined;
  readonly control?: Tiled | undefined;
  readonly state?: Float64Array | undefined;
  readonly sensordata?: Float64Array | undefined;
}

/** How steps are linearised: each row is a part of the columns of one, and its state is A and B, zero in columns of other parts. */
export interface LinearisePlan {
  readonly method: DerivativeMethod;
  readonly centred: boolean;
  readonly eps: number;
  readonly parts: number;
}

/** What is common to all rows of a rollout. */
export interface RolloutPlan {
  readonly nstep: number;
  readonly controlSpec: number;
  /** How steps are linearised; they are taken if it is not given. */
  readonly linearise?: LinearisePlan | undefined;
  /** Set from outside to end early. */
  readonly stop?: Int32Array | undefined;
}

/** Rolls trajectories out in one thread: rows of a batch, each from its own initial state. */
export class Rollouts {
  readonly #models: readonly Model[];
  readonly #data: Data;
  readonly #state: Float64Array;
  #control = new Float64Array(0);

  /** @param models One for all rows, or one for each; all of the same sizes. */
  constructor(models: readonly Model[]) {
    this.#models = models;
    const model = models[0] as Model;
    this.#data = makeData(model);
    this.#state = new Float64Array(stateSize(model, FULLPHYSICS));
  }

  /** Frees its Data; the models are whose they were. */
  dispose(): void {
    this.#data[Symbol.dispose]();
  }

  /** Rolls out rows `first` to `end`; returns how many steps were made before it was stopped. */
  run(arrays: RolloutArrays, plan: RolloutPlan, first: number, end: number): number {
    let steps = 0;
    const size = stateSize(this.#models[0] as Model, plan.controlSpec);
    if (this.#control.length !== size) this.#control = new Float64Array(size);
    for (let row = first; row < end && !isStopped(plan); row++) steps += this.#runRow(arrays, plan, row);
    return steps;
  }

  #runRow(arrays: RolloutArrays, plan: RolloutPlan, row: number): number {
    const model = (this.#models.length === 1 ? this.#models[0] : this.#models[row]) as Model;
    const { nstep, controlSpec } = plan;
    const { control } = arrays;
    const data = this.#data;
    const at = row - arrays.first;
    this.#begin(model, arrays, at, controlSpec);
    if (plan.linearise !== undefined) return this.#linearise(model, arrays, plan, plan.linearise, row);
    let t = 0;
    for (; t < nstep && !hasWarning(data) && !isStopped(plan); t++) {
      if (control !== undefined) this.#setControl(model, control, controlSpec, at, t);
      step(model, data);
      this.#write(model, arrays, at * nstep + t);
    }
    // after a warning nothing changes any more
    for (let rest = t; rest < nstep && !isStopped(plan); rest++) this.#write(model, arrays, at * nstep + rest);
    return t;
  }

  /** The matrices of a step instead of its result. */
  #linearise(model: Model, arrays: RolloutArrays, plan: RolloutPlan, how: LinearisePlan, row: number): number {
    const { nv, na, nu } = model;
    const n = 2 * nv + na;
    const at = row - arrays.first;
    const { control, state } = arrays;
    const { parts, ...settings } = how;
    if (control !== undefined) this.#setControl(model, control, plan.controlSpec, at, 0);
    const first = at * n * (n + nu);
    const A = state?.subarray(first, first + n * n);
    const B = state?.subarray(first + n * n, first + n * (n + nu));
    const part = parts > 1 ? { part: { index: row % parts, count: parts } } : {};
    transition(model, this.#data, { ...settings, ...part, A, B, C: null, D: null });
    return 1;
  }

  #setControl(model: Model, control: Tiled, spec: number, at: number, t: number): void {
    load(this.#control, control, at * control.rowStride + t * control.stepStride);
    setState(model, this.#data, this.#control, spec);
  }

  /** What the Data held before does not matter. */
  #begin(model: Model, arrays: RolloutArrays, at: number, controlSpec: number): void {
    const data = this.#data;
    const { initialState, initialWarmstart } = arrays;
    resetData(model, data);
    if ((controlSpec & CTRL) === 0) data.ctrl.fill(0);
    load(this.#state, initialState, at * initialState.rowStride);
    setState(model, data, this.#state, FULLPHYSICS);
    if (initialWarmstart !== undefined) load(data.qacc_warmstart, initialWarmstart, at * initialWarmstart.rowStride);
  }

  #write(model: Model, { state, sensordata }: RolloutArrays, step: number): void {
    const data = this.#data;
    if (state !== undefined) {
      getState(model, data, this.#state, FULLPHYSICS);
      state.set(this.#state, step * this.#state.length);
    }
    if (sensordata !== undefined) sensordata.set(data.sensordata, step * model.nsensordata);
  }
}

function load(target: Float64Array, { values }: Tiled, at: number): void {
  for (let k = 0; k < target.length; k++) target[k] = values[at + k] as number;
}

const isStopped = ({ stop }: RolloutPlan): boolean => stop !== undefined && Atomics.load(stop, 0) !== 0;

function hasWarning({ warning }: Data): boolean {
  const { number } = warning;
  for (let k = 0; k < number.length; k++) if ((number[k] as number) > 0) return true;
  return false;
}

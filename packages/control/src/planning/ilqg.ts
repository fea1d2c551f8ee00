import { type LineariseOptions, lineariseSteps, type RolloutPool } from '@qpos/batch';
import { type Data, enums, getState, type Model, makeData, setState, stateSize, transition } from '@qpos/core';
import { type Cost, checkCost } from '../costs/cost.ts';
import { ControlError, checkCount, checkPair, checkSettings, checkSize } from '../errors.ts';
import { clampControl } from '../feedback/linear-feedback.ts';
import { inputsOf, partOf, STATE, stateOf } from '../state/full-state.ts';
import { referenceOf, type StateReference, stateDifference, tangentSize } from '../state/tangent-state.ts';
import { BackwardPass } from './backward-pass.ts';
import { ResidualJacobian } from './linearise.ts';
import { Rollouts } from './rollouts.ts';

/** How a trajectory is improved. */
export interface IlqgOptions {
  /** Time steps of the trajectory. */
  readonly steps: number;
  /** Controls to begin with, steps × nu; those of the Data at every step by default. */
  readonly ctrl?: ArrayLike<number>;
  /** Most iterations; 100 by default. */
  readonly iterations?: number;
  /** Ends once an iteration gains less than this part of the cost; 1e-6 by default. */
  readonly tolerance?: number;
  /** Called after each iteration. */
  readonly onProgress?: (progress: IlqgProgress) => void;
  /** Ends after the iteration that is on. */
  readonly signal?: AbortSignal;
}

/** One iteration. */
export interface IlqgProgress {
  /** Iterations so far. */
  readonly iteration: number;
  /** The cost of the best trajectory so far. */
  readonly cost: number;
  /** How much the controls are held where they are. */
  readonly regularisation: number;
  /** How much of the step was taken; 0 if none was. */
  readonly stepLength: number;
}

const { FULLPHYSICS } = enums.StateBit;
const STEP_LENGTHS = [1, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125];
const LEAST_REGULARISATION = 1e-9;
const MOST_REGULARISATION = 1e9;
const REGULARISATION_FACTOR = 2;

/**
 * iLQG: improves a trajectory by Newton-like steps (differential dynamic programming without the second derivatives of the dynamics), with
 * controls within their ranges. Each iteration linearises the steps along the trajectory, solves for changes of the controls and feedback
 * gains backwards in time, and plays them forwards; a trajectory that costs more is never accepted.
 *
 * @see Tassa, Mansard, Todorov: Control-limited differential dynamic programming (2014)
 * @example
 * const cost = new Cost([{ name: 'goal', weight: 10 }, { name: 'effort', weight: 0.01 }], (m, d, residual) => {
 *   residual[0] = d.qpos[0] - 1;
 *   residual[1] = d.ctrl[0];
 * });
 * const trajectory = new Ilqg(model, data, cost, { steps: 20 });
 * const before = trajectory.cost;
 * trajectory.solve();
 * console.log(trajectory.cost < before, trajectory.ctrl.length);
 */
export class Ilqg {
  /** Time steps. */
  readonly steps: number;
  /** Controls at each step, steps × nu. */
  readonly ctrl: Float64Array;
  /** Feedback gains at each step, steps × nu × (2·nv + na): u = ctrl + K·(x ⊖ state). */
  readonly gains: Float64Array;
  /** The states that the controls lead through, the first included. */
  readonly states: StateReference[];
  /** What the trajectory costs. */
  cost: number;
  /** Iterations so far. */
  iterations = 0;
  readonly #model: Model;
  readonly #options: IlqgOptions;
  readonly #rollouts: Rollouts;
  readonly #data: Data;
  readonly #backward: BackwardPass;
  readonly #jacobian: ResidualJacobian;
  readonly #residual: Float64Array;
  readonly #residualJacobian: Float64Array;
  readonly #full: Float64Array[];
  readonly #trialCtrl: Float64Array;
  readonly #trialFull: Float64Array[];
  readonly #deviation: Float64Array;
  #start: Float64Array;
  #regularisation = 0;

  /**
   * @param model The model.
   * @param data Its Data, in the state that the trajectory starts from; it is not changed.
   * @param cost What states and controls cost.
   * @param options Length of the trajectory, first controls, when to end.
   */
  constructor(model: Model, data: Data, cost: Cost, options: IlqgOptions) {
    checkPair(model, data);
    checkCost(cost);
    checkSettings('options', options);
    const { steps } = options;
    const { nu } = model;
    checkCount('steps', steps);
    if (nu === 0) throw new ControlError('bad-argument', 'the model has no actuators');
    const n = tangentSize(model);
    this.#model = model;
    this.#options = options;
    this.steps = steps;
    this.#rollouts = new Rollouts(model, cost);
    this.#data = makeData(model);
    this.#backward = new BackwardPass(model, cost, steps);
    this.#jacobian = new ResidualJacobian(model, cost);
    this.#residual = new Float64Array(cost.dim);
    this.#residualJacobian = new Float64Array(cost.dim * (n + nu));
    this.ctrl = new Float64Array(steps * nu);
    if (options.ctrl === undefined) for (let k = 0; k < steps; k++) this.ctrl.set(data.ctrl, k * nu);
    else {
      checkSize('ctrl', options.ctrl, steps * nu);
      this.ctrl.set(options.ctrl);
    }
    for (let k = 0; k < steps * nu; k++) this.ctrl[k] = clampControl(model, k % nu, this.ctrl[k]);
    this.gains = this.#backward.gains;
    const full = (): Float64Array[] =>
      Array.from({ length: steps + 1 }, () => new Float64Array(stateSize(model, STATE)));
    this.#full = full();
    this.#trialFull = full();
    this.#trialCtrl = new Float64Array(steps * nu);
    this.#deviation = new Float64Array(n);
    this.#start = stateOf(model, data);
    this.states = Array.from({ length: steps + 1 }, () => referenceOf(data));
    this.cost = this.#play(0);
    if (!Number.isFinite(this.cost))
      throw new ControlError('diverged', 'the simulation diverges with the first controls', {
        hint: 'begin with other controls or a shorter trajectory',
      });
    this.#accept();
  }

  /**
   * Improves the trajectory until nothing is gained any more.
   *
   * @returns The progress of each iteration; costs never rise.
   */
  solve(): IlqgProgress[] {
    const { iterations = 100, tolerance = 1e-6, signal, onProgress } = this.#options;
    const all: IlqgProgress[] = [];
    for (let k = 0; k < iterations && !signal?.aborted; k++) {
      const before = this.cost;
      const progress = this.iterate();
      all.push(progress);
      onProgress?.(progress);
      if (progress.stepLength > 0 && before - this.cost <= tolerance * Math.abs(before)) break;
      if (progress.stepLength === 0 && this.#regularisation >= MOST_REGULARISATION) break;
    }
    return all;
  }

  /**
   * One iteration.
   *
   * @returns What it gained.
   */
  iterate(): IlqgProgress {
    const data = this.#data;
    for (let k = 0; k < this.steps; k++) {
      this.#load(k);
      transition(this.#model, data, { A: this.#backward.A[k], B: this.#backward.B[k], C: null, D: null });
    }
    this.#lineariseCosts();
    return this.#improve();
  }

  /**
   * One iteration whose steps are linearised by the workers of a pool; it comes to the same. Nothing else may change the trajectory meanwhile.
   *
   * @param pool Workers that are kept.
   * @returns What it gained.
   */
  async iterateIn(pool: RolloutPool): Promise<IlqgProgress> {
    const steps = lineariseSteps(this.#model, { ...this.#inputs(), pool });
    this.#lineariseCosts();
    const { A, B } = await steps;
    const [a, b] = [A.length / this.steps, B.length / this.steps];
    for (let k = 0; k < this.steps; k++) {
      this.#backward.A[k].set(A.subarray(k * a, (k + 1) * a));
      this.#backward.B[k].set(B.subarray(k * b, (k + 1) * b));
    }
    return this.#improve();
  }

  /** Changes of the controls from the linearised trajectory, as far along as they pay. */
  #improve(): IlqgProgress {
    while (!this.#backward.run(this.ctrl, this.#regularisation)) {
      if (this.#regularisation >= MOST_REGULARISATION) return this.#report(0);
      this.#raise();
    }
    for (const length of STEP_LENGTHS) {
      const cost = this.#play(length);
      if (!(cost < this.cost)) continue;
      this.cost = cost;
      this.#accept();
      this.#regularisation /= REGULARISATION_FACTOR;
      if (this.#regularisation < LEAST_REGULARISATION) this.#regularisation = 0;
      return this.#report(length);
    }
    this.#raise();
    return this.#report(0);
  }

  /**
   * Starts the trajectory elsewhere, with the controls of some steps later: what a planner does as time goes by.
   *
   * @param data The new state.
   * @param elapsed Steps that have passed.
   */
  restart(data: Data, elapsed: number): void {
    checkCount('elapsed', elapsed, 0);
    const { nu } = this.#model;
    const { steps, ctrl } = this;
    const passed = Math.min(elapsed, steps - 1);
    ctrl.copyWithin(0, passed * nu);
    for (let k = steps - passed; k < steps; k++)
      ctrl.copyWithin(k * nu, (steps - passed - 1) * nu, (steps - passed) * nu);
    this.#start = stateOf(this.#model, data);
    this.gains.fill(0);
    this.cost = this.#play(0);
    this.#accept();
  }

  /**
   * The controls at a step with feedback for where the simulation really is.
   *
   * @param k The step.
   * @param data The state.
   * @param ctrl Receives nu controls.
   */
  control(k: number, data: StateReference, ctrl: Float64Array): void {
    trajectoryControl(this.#model, this, k, data, ctrl, this.#deviation);
  }

  /** Plays the trajectory with a part of the change that the backward pass found. */
  #play(length: number): number {
    const model = this.#model;
    const { nu } = model;
    const { change } = this.#backward;
    const trial = this.#trialCtrl;
    this.#trialFull[0].set(this.#start);
    return this.#rollouts.play(
      this.#start,
      this.steps,
      (data, k) => {
        if (length === 0) data.ctrl.set(this.ctrl.subarray(k * nu, (k + 1) * nu));
        else {
          this.control(k, data, data.ctrl);
          for (let i = 0; i < nu; i++)
            data.ctrl[i] = clampControl(model, i, data.ctrl[i] + length * change[k * nu + i]);
        }
        trial.set(data.ctrl, k * nu);
      },
      (data, k) => getState(model, data, this.#trialFull[k + 1], STATE),
    );
  }

  /** Makes the trajectory that was played last the present one. */
  #accept(): void {
    const model = this.#model;
    this.ctrl.set(this.#trialCtrl);
    for (const [k, full] of this.#trialFull.entries()) {
      this.#full[k].set(full);
      setState(model, this.#data, full, STATE);
      this.states[k].qpos.set(this.#data.qpos);
      this.states[k].qvel.set(this.#data.qvel);
      this.states[k].act.set(this.#data.act);
    }
  }

  /** Puts the Data where step `k` begins. */
  #load(k: number): void {
    const { nu } = this.#model;
    setState(this.#model, this.#data, this.#full[k], STATE);
    this.#data.ctrl.set(this.ctrl.subarray(k * nu, (k + 1) * nu));
  }

  /** All steps of the trajectory as rows. */
  #inputs(): Pick<LineariseOptions, 'initialState' | 'initialWarmstart' | 'control' | 'controlSpec'> {
    const model = this.#model;
    const data = this.#data;
    this.#load(0);
    const controlSpec = inputsOf(model, data);
    const widths = [stateSize(model, FULLPHYSICS), model.nv, stateSize(model, controlSpec)] as const;
    const [initialState, initialWarmstart, control] = widths.map((width) => new Float64Array(width * this.steps));
    for (let k = 0; k < this.steps; k++) {
      this.#load(k);
      initialState.set(partOf(model, data, FULLPHYSICS), k * widths[0]);
      initialWarmstart.set(data.qacc_warmstart, k * widths[1]);
      control.set(partOf(model, data, controlSpec), k * widths[2]);
    }
    return { initialState, initialWarmstart, control, controlSpec };
  }

  /** Linearises the residuals that the steps lead to. */
  #lineariseCosts(): void {
    const model = this.#model;
    const { nu } = model;
    const data = this.#data;
    for (let k = 0; k < this.steps; k++) {
      setState(model, data, this.#full[k + 1], STATE);
      data.ctrl.set(this.ctrl.subarray(k * nu, (k + 1) * nu));
      this.#jacobian.evaluate(data, this.#residual, this.#residualJacobian);
      this.#backward.setCost(k, this.#residual, this.#residualJacobian);
    }
  }

  #raise(): void {
    this.#regularisation = Math.min(
      Math.max(this.#regularisation * REGULARISATION_FACTOR ** 3, LEAST_REGULARISATION ** 0.5),
      MOST_REGULARISATION,
    );
  }

  #report(stepLength: number): IlqgProgress {
    this.iterations++;
    return { iteration: this.iterations, cost: this.cost, regularisation: this.#regularisation, stepLength };
  }
}

/** Controls, gains and states that a trajectory is followed by. */
export type IlqgTrajectory = Pick<Ilqg, 'ctrl' | 'gains'> & { readonly states: readonly StateReference[] };

/** The controls at step `k` of a trajectory with feedback for where the simulation really is; `deviation` is working memory. */
export function trajectoryControl(
  model: Model,
  { ctrl: planned, gains, states }: IlqgTrajectory,
  k: number,
  data: StateReference,
  ctrl: Float64Array,
  deviation: Float64Array,
): void {
  const { nu } = model;
  stateDifference(deviation, model, data, states[k]);
  for (let i = 0; i < nu; i++) {
    const row = (k * nu + i) * deviation.length;
    let u = planned[k * nu + i];
    for (let j = 0; j < deviation.length; j++) u += gains[row + j] * deviation[j];
    ctrl[i] = clampControl(model, i, u);
  }
}

import { RolloutPool, rollout, type WorkerFactory } from '@qpos/batch';
import { type Data, enums, getState, type Model, makeData, setState, stateSize } from '@qpos/core';
import type { Cost } from '../costs/cost.ts';
import { ControlError, checkPair } from '../errors.ts';
import { STATE, stateOf } from '../state/full-state.ts';
import { CandidateSearch, type CandidateSettings, type Plan } from './candidates.ts';
import { type PlannerOptions, settle, stepsOf } from './planner.ts';
import { observe } from './rollouts.ts';

const { FULLPHYSICS, CTRL, MOCAP_POS, MOCAP_QUAT, QFRC_APPLIED, XFRC_APPLIED } = enums.StateBit;

/** How a planner with workers works. */
export interface WorkerPlannerOptions extends PlannerOptions {
  /** Threads beside this one: as many as the machine has by default, 0 for none. The plans do not depend on it. */
  readonly workers?: number | 'auto';
  /** Makes the workers of a page whose content security policy does not allow those that are made from text. */
  readonly worker?: WorkerFactory;
}

/**
 * A planner whose candidates are simulated by workers while the simulation goes on. `request` asks for a plan from the present state; if
 * one is being made, the newest of the states that were asked for is next, and the others are dropped. `control` always follows the latest plan that is
 * finished. The plans are those of a `Planner` with the same options, for any number of workers; costs are evaluated in this thread.
 *
 * @example
 * const cost = new Cost([{ name: 'still', dim: model.nv }], (_, d, residual) => residual.set(d.qvel));
 * const planner = await WorkerPlanner.create(model, cost, { horizon: 0.1, samples: 4, workers: 1 });
 * await planner.update(data);
 * planner.control(data, data.ctrl);
 * console.log(planner.plans); // 1
 * await planner.close();
 */
export class WorkerPlanner {
  /** What states and controls cost; weights may be changed at any time. */
  readonly cost: Cost;
  /** Steps that a plan looks ahead. */
  readonly steps: number;
  readonly #model: Model;
  readonly #search: CandidateSearch;
  readonly #pool: RolloutPool;
  readonly #data: Data;
  readonly #residual: Float64Array;
  /** Knots of the latest plan that is finished, and when they begin. */
  readonly #latest: Float64Array;
  #start = Number.NaN;
  /** When the plans that were begun are finished: one is made after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  #serving = false;
  #waiting: Float64Array | undefined;
  #failure: unknown;

  private constructor(model: Model, cost: Cost, settings: CandidateSettings, pool: RolloutPool) {
    this.#model = model;
    this.cost = cost;
    this.steps = stepsOf(model, settings.horizon);
    this.#search = new CandidateSearch(model, settings);
    this.#pool = pool;
    this.#data = makeData(model);
    this.#residual = new Float64Array(cost.dim);
    this.#latest = this.#search.spline.knots.slice();
  }

  /**
   * Starts the workers.
   *
   * @param model The model.
   * @param cost What states and controls cost.
   * @param options How to plan, and how many workers.
   * @returns The planner.
   * @throws ControlError `unsupported` for iLQG, whose iterations follow from each other.
   * @example
   * const cost = new Cost([{ name: 'still', dim: model.nv }], (_, d, residual) => residual.set(d.qvel));
   * const planner = await WorkerPlanner.create(model, cost, { workers: 1 });
   * await planner.close();
   */
  static async create(model: Model, cost: Cost, options: WorkerPlannerOptions = {}): Promise<WorkerPlanner> {
    const settings = settle(model, cost, options);
    if (settings.method === 'ilqg')
      throw new ControlError('unsupported', 'iLQG does not plan in workers', { hint: 'use Planner' });
    const { workers = 'auto', worker } = options;
    const pool = await RolloutPool.create(model, { workers, ...(worker !== undefined && { worker }) });
    return new WorkerPlanner(model, cost, settings as CandidateSettings, pool);
  }

  /** Plans finished so far. */
  get plans(): number {
    return this.#search.plans;
  }

  /** Controls at the knots of the latest plan that is finished. */
  get knots(): Float64Array {
    return this.#latest;
  }

  /** Threads beside this one. */
  get workers(): number {
    return this.#pool.workers;
  }

  /**
   * Asks for a plan from the present state, and returns at once.
   *
   * @param data The state; it is not changed.
   * @throws What a plan that was asked for earlier failed with.
   */
  request(data: Data): void {
    checkPair(this.#model, data);
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    this.#waiting = stateOf(this.#model, data);
    if (!this.#serving) void this.#serve();
  }

  /**
   * Makes a plan from the present state, after the one that is being made.
   *
   * @param data The state; it is not changed.
   * @returns What the plan came to.
   */
  update(data: Data): Promise<Plan> {
    checkPair(this.#model, data);
    return this.#inTurn(stateOf(this.#model, data));
  }

  /**
   * The controls of the latest plan that is finished; the controls of the Data while there is none.
   *
   * @param data The state, of which only the time counts.
   * @param ctrl Receives nu controls, such as `data.ctrl`.
   */
  control(data: Data, ctrl: Float64Array): void {
    if (Number.isNaN(this.#start)) return;
    const { spline } = this.#search;
    const start = spline.start;
    spline.start = this.#start;
    spline.sample(data.time, ctrl, this.#latest);
    spline.start = start;
  }

  /**
   * Waits for the plan that is being made and ends the workers.
   *
   * @returns A promise that is kept when they have ended.
   */
  async close(): Promise<void> {
    this.#waiting = undefined;
    await this.#turn;
    await this.#pool.close();
  }

  #inTurn(state: Float64Array): Promise<Plan> {
    const plan = this.#turn.then(() => this.#plan(state));
    this.#turn = plan.catch(() => {});
    return plan;
  }

  /** Plans from the newest state that waits, until none does. */
  async #serve(): Promise<void> {
    this.#serving = true;
    while (this.#waiting !== undefined) {
      const state = this.#waiting;
      this.#waiting = undefined;
      try {
        await this.#inTurn(state);
      } catch (error) {
        this.#failure = error;
      }
    }
    this.#serving = false;
  }

  async #plan(state: Float64Array): Promise<Plan> {
    const model = this.#model;
    const search = this.#search;
    const data = this.#data;
    setState(model, data, state, STATE);
    const spec = inputsOf(model, data);
    const size = stateSize(model, FULLPHYSICS);
    const initialState = new Float64Array(search.samples * size);
    getState(model, data, initialState, FULLPHYSICS);
    for (let c = 1; c < search.samples; c++) initialState.copyWithin(c * size, 0, size);
    search.begin(data.time);
    const control = this.#controls(spec);
    const { state: states, nstate } = await rollout(model, {
      initialState,
      initialWarmstart: data.qacc_warmstart.slice(),
      control,
      controlSpec: spec,
      nstep: this.steps,
      pool: this.#pool,
    });
    setState(model, data, state, STATE);
    const width = stateSize(model, spec);
    for (let c = 0; c < search.samples; c++)
      search.costs[c] = this.#costOf(c, initialState[0], states, nstate, control, width);
    const plan = search.finish();
    this.#latest.set(search.spline.knots);
    this.#start = search.spline.start;
    return plan;
  }

  /** The inputs of each step of each candidate; all but the controls stay as they are. */
  #controls(spec: number): Float64Array {
    const { nu, opt } = this.#model;
    const { spline, samples } = this.#search;
    const inputs = new Float64Array(stateSize(this.#model, spec));
    getState(this.#model, this.#data, inputs, spec);
    const all = new Float64Array(samples * this.steps * inputs.length);
    for (let c = 0, at = 0; c < samples; c++) {
      const knots = this.#search.knotsOf(c);
      let time = this.#data.time;
      for (let k = 0; k < this.steps; k++, at += inputs.length) {
        all.set(inputs, at);
        spline.sample(time, all.subarray(at, at + nu), knots);
        time += opt.timestep;
      }
    }
    return all;
  }

  /** The cost of a candidate whose states are known. */
  #costOf(
    c: number,
    start: number,
    states: Float64Array,
    nstate: number,
    control: Float64Array,
    width: number,
  ): number {
    const model = this.#model;
    const data = this.#data;
    let [sum, time] = [0, start];
    for (let k = 0; k < this.steps; k++) {
      const row = c * this.steps + k;
      setState(model, data, states.subarray(row * nstate, (row + 1) * nstate), FULLPHYSICS);
      if (!(data.time > time)) return Number.POSITIVE_INFINITY; // it has started over
      time = data.time;
      data.ctrl.set(control.subarray(row * width, row * width + model.nu));
      observe(model, data);
      this.cost.residual(model, data, this.#residual);
      sum += this.cost.value(this.#residual);
    }
    const total = sum * model.opt.timestep;
    return Number.isNaN(total) ? Number.POSITIVE_INFINITY : total;
  }
}

/** The inputs of a step that are not as a fresh Data has them: controls, moved bodies, applied forces. */
function inputsOf(model: Model, data: Data): number {
  let spec: number = CTRL;
  if (model.nmocap > 0) spec |= MOCAP_POS | MOCAP_QUAT;
  if (data.qfrc_applied.some((x) => x !== 0)) spec |= QFRC_APPLIED;
  if (data.xfrc_applied.some((x) => x !== 0)) spec |= XFRC_APPLIED;
  return spec;
}

import { type RolloutPool, rollout } from '@qpos/batch';
import { type Data, enums, getState, type Model, makeData, setState, stateSize } from '@qpos/core';
import type { Cost } from '../costs/cost.ts';
import { inputsOf, STATE } from '../state/full-state.ts';
import { CandidateSearch, type CandidateSettings, type Plan } from './candidates.ts';
import { observe } from './rollouts.ts';

const { FULLPHYSICS } = enums.StateBit;

/** Plans from candidates that the workers of a pool simulate; costs are evaluated in this thread. */
export class WorkerCandidates {
  /** Knots of the latest plan that is finished. */
  readonly latest: Float64Array;
  readonly #model: Model;
  readonly #cost: Cost;
  readonly #steps: number;
  readonly #search: CandidateSearch;
  readonly #pool: RolloutPool;
  readonly #data: Data;
  readonly #residual: Float64Array;
  /** When these knots begin. */
  #start = Number.NaN;

  constructor(model: Model, cost: Cost, steps: number, settings: CandidateSettings, pool: RolloutPool) {
    this.#model = model;
    this.#cost = cost;
    this.#steps = steps;
    this.#search = new CandidateSearch(model, settings);
    this.#pool = pool;
    this.#data = makeData(model);
    this.#residual = new Float64Array(cost.dim);
    this.latest = this.#search.spline.knots.slice();
  }

  /** Plans finished so far. */
  get plans(): number {
    return this.#search.plans;
  }

  /** The controls of the latest plan that is finished, if there is one. */
  control(data: Data, ctrl: Float64Array): void {
    if (Number.isNaN(this.#start)) return;
    const { spline } = this.#search;
    const start = spline.start;
    spline.start = this.#start;
    spline.sample(data.time, ctrl, this.latest);
    spline.start = start;
  }

  /** Makes a plan of holding controls. */
  hold(ctrl: ArrayLike<number>): void {
    this.#search.hold(ctrl);
    this.latest.set(this.#search.spline.knots);
  }

  /** Makes a plan from a state. */
  async plan(state: Float64Array): Promise<Plan> {
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
      nstep: this.#steps,
      pool: this.#pool,
    });
    setState(model, data, state, STATE);
    const width = stateSize(model, spec);
    for (let c = 0; c < search.samples; c++)
      search.costs[c] = this.#costOf(c, initialState[0], states, nstate, control, width);
    const plan = search.finish();
    this.latest.set(search.spline.knots);
    this.#start = search.spline.start;
    return plan;
  }

  /** The inputs of each step of each candidate; all but the controls stay as they are. */
  #controls(spec: number): Float64Array {
    const { nu, opt } = this.#model;
    const { spline, samples } = this.#search;
    const inputs = new Float64Array(stateSize(this.#model, spec));
    getState(this.#model, this.#data, inputs, spec);
    const all = new Float64Array(samples * this.#steps * inputs.length);
    for (let c = 0, at = 0; c < samples; c++) {
      const knots = this.#search.knotsOf(c);
      let time = this.#data.time;
      for (let k = 0; k < this.#steps; k++, at += inputs.length) {
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
    for (let k = 0; k < this.#steps; k++) {
      const row = c * this.#steps + k;
      setState(model, data, states.subarray(row * nstate, (row + 1) * nstate), FULLPHYSICS);
      if (!(data.time > time)) return Number.POSITIVE_INFINITY; // it has started over
      time = data.time;
      data.ctrl.set(control.subarray(row * width, row * width + model.nu));
      observe(model, data, this.#cost.reads);
      this.#cost.residual(model, data, this.#residual);
      sum += this.#cost.value(this.#residual);
    }
    const total = sum * model.opt.timestep;
    return Number.isNaN(total) ? Number.POSITIVE_INFINITY : total;
  }
}

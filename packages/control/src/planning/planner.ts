import { type Data, kinematics, type Model, makeData } from '@qpos/core';
import { type Cost, checkCost } from '../costs/cost.ts';
import { ControlError, checkCount, checkModel, checkPositive, checkSettings, checkSize } from '../errors.ts';
import { stateOf } from '../state/full-state.ts';
import { CandidateSearch, type CandidateSettings, type Plan, samplingMethods } from './candidates.ts';
import { Ilqg } from './ilqg.ts';
import { Rollouts } from './rollouts.ts';
import { ControlSpline, type Interpolation } from './spline.ts';

const ROUNDING = 1e-6; // of a step, in sums of steps

/** How plans are made: by the best of random candidates, by the mean of the best, by all weighed, or by Newton-like steps. */
export type PlanningMethod = 'sampling' | 'cem' | 'mppi' | 'ilqg';

/** How a planner works. */
export interface PlannerOptions {
  /** How plans are made; `sampling` by default. */
  readonly method?: PlanningMethod;
  /** How far a plan looks ahead, in seconds; 0.5 by default. */
  readonly horizon?: number;
  /** Knots of the controls; 6 by default. iLQG has one for each time step. */
  readonly knots?: number;
  /** How controls go from knot to knot; `cubic` by default. */
  readonly interpolation?: Interpolation;
  /** Candidates of a plan; 32 by default. */
  readonly samples?: number;
  /** Deviation of the noise, of half the range of each control (or of 1 where there is none); 0.2 by default. */
  readonly noise?: number;
  /** Candidates that CEM goes by; a quarter by default. */
  readonly elites?: number;
  /** How evenly MPPI weighs candidates, of the difference between the mean and the least cost; 0.1 by default. */
  readonly temperature?: number;
  /** Iterations of iLQG for each plan; 1 by default. */
  readonly iterations?: number;
  /** Seed of the noise; 0 by default. */
  readonly seed?: number;
  /** Time step of the plans in seconds, longer than the simulation's to look ahead for less work; the model's by default. */
  readonly timestep?: number;
  /** Name of a body whose way in each candidate is kept, for pictures. */
  readonly trace?: string;
}

/**
 * Plans controls as the simulation runs: each `update` looks some time ahead from the present state and improves the plan; `control` gives
 * the controls of the latest plan. Equal seeds give equal plans.
 *
 * @example
 * const cost = new Cost([{ name: 'still', dim: model.nv }], (_, d, residual) => residual.set(d.qvel));
 * const planner = new Planner(model, cost, { method: 'sampling', horizon: 0.3, samples: 8 });
 * for (let k = 0; k < 10; k++) {
 *   if (k % 5 === 0) planner.update(data);
 *   planner.control(data, data.ctrl);
 *   step(model, data);
 * }
 * console.log(planner.plans); // 2
 */
export class Planner {
  /** What a plan costs; its weights may be changed at any time. */
  readonly cost: Cost;
  /** The controls planned, but for iLQG. */
  readonly spline: ControlSpline;
  readonly #model: Model;
  readonly #options: PlannerSettings;
  readonly #rollouts: Rollouts;
  readonly #search: CandidateSearch | undefined;
  readonly #costs = new Float64Array(2); // of iLQG
  readonly #steps: number;
  readonly #traced: number | undefined;
  readonly #traces: Float64Array;
  readonly #traceData: Data | undefined; // of iLQG
  #ilqg: Ilqg | undefined;
  #improved = 0; // plans of iLQG
  #planned = Number.NaN; // when

  /**
   * @param model The model.
   * @param cost What states and controls cost.
   * @param options How far to look, how many candidates, which method.
   */
  constructor(model: Model, cost: Cost, options: PlannerOptions = {}) {
    const settings = settle(model, cost, options);
    this.#model = model;
    this.#options = settings;
    this.cost = cost;
    this.#steps = stepsOf(settings);
    this.#search = settings.method === 'ilqg' ? undefined : new CandidateSearch(model, settings as CandidateSettings);
    this.spline = this.#search?.spline ?? new ControlSpline(model.nu, settings.knots, settings.interpolation);
    this.#rollouts = new Rollouts(model, cost);
    this.#traced = options.trace === undefined ? undefined : model.body(options.trace).id;
    const candidates = settings.method === 'ilqg' ? 1 : settings.samples;
    this.#traces = new Float64Array(this.#traced === undefined ? 0 : candidates * this.#steps * 3);
    this.#traceData = this.#traced === undefined || settings.method !== 'ilqg' ? undefined : makeData(model);
  }

  /** Plans made so far. */
  get plans(): number {
    return this.#search?.plans ?? this.#improved;
  }

  /** Steps that a plan looks ahead. */
  get steps(): number {
    return this.#steps;
  }

  /** Where the traced body went in each candidate of the last plan: candidates × steps × 3; iLQG has one, its trajectory. */
  get traces(): Float64Array {
    return this.#traces;
  }

  /**
   * Makes a plan of holding controls: what planning begins with, instead of no controls at all.
   *
   * @param ctrl nu controls.
   */
  hold(ctrl: ArrayLike<number>): void {
    checkSize('ctrl', ctrl, this.#model.nu);
    this.#search?.hold(ctrl);
  }

  /**
   * Improves the plan from the present state on.
   *
   * @param data The state; it is not changed.
   * @returns What the plan came to.
   */
  update(data: Data): Plan {
    const { opt } = this.#model;
    const { timestep } = opt;
    opt.timestep = this.#options.timestep;
    try {
      return this.#search === undefined ? this.#improve(data) : this.#sample(data, this.#search);
    } finally {
      opt.timestep = timestep;
    }
  }

  /**
   * The controls of the latest plan.
   *
   * @param data The state: its time, and for the feedback of iLQG all of it.
   * @param ctrl Receives nu controls, such as `data.ctrl`.
   */
  control(data: Data, ctrl: Float64Array): void {
    if (this.#ilqg !== undefined) {
      const k = Math.floor((data.time - this.#planned) / this.#options.timestep + ROUNDING);
      this.#ilqg.control(Math.min(Math.max(k, 0), this.#steps - 1), data, ctrl);
      return;
    }
    this.#search?.control(data.time, ctrl);
  }

  #sample(data: Data, search: CandidateSearch): Plan {
    search.begin(data.time);
    const state = stateOf(this.#model, data);
    for (let c = 0; c < search.samples; c++) search.costs[c] = this.#play(state, c, search.knotsOf(c));
    return search.finish();
  }

  /** The cost of a candidate. */
  #play(state: Float64Array, c: number, knots: Float64Array): number {
    const { spline } = this;
    const traced = this.#traced;
    return this.#rollouts.play(
      state,
      this.#steps,
      (data) => spline.sample(data.time, data.ctrl, knots),
      traced === undefined
        ? undefined
        : (data, k) => {
            for (let i = 0; i < 3; i++) this.#traces[3 * (c * this.#steps + k) + i] = data.xpos[3 * traced + i];
          },
    );
  }

  /** Some iterations of iLQG. */
  #improve(data: Data): Plan {
    const { timestep } = this.#options;
    if (this.#ilqg === undefined) this.#ilqg = new Ilqg(this.#model, data, this.cost, { steps: this.#steps });
    else this.#ilqg.restart(data, Math.max(0, Math.round((data.time - this.#planned) / timestep)));
    this.#planned = data.time;
    const before = this.#ilqg.cost;
    for (let k = 0; k < this.#options.iterations; k++) this.#ilqg.iterate();
    this.#improved++;
    this.#traceStates(this.#ilqg);
    this.#costs.set([before, this.#ilqg.cost]);
    return { before, cost: this.#ilqg.cost, costs: this.#costs };
  }

  /** Where the traced body is along a trajectory. */
  #traceStates({ states }: Ilqg): void {
    const data = this.#traceData;
    const traced = this.#traced;
    if (data === undefined || traced === undefined) return;
    for (let k = 0; k < this.#steps; k++) {
      data.qpos.set(states[k + 1].qpos);
      kinematics(this.#model, data);
      this.#traces.set(data.xpos.subarray(3 * traced, 3 * traced + 3), 3 * k);
    }
  }
}

/** Settings of a planner with nothing left open. */
export type PlannerSettings = Required<Omit<PlannerOptions, 'trace'>>;

/** Steps that a plan looks ahead. */
export const stepsOf = ({ horizon, timestep }: PlannerSettings): number => Math.max(1, Math.round(horizon / timestep));

/** Checks what a planner is given, and fills in what is left open. */
export function settle(model: Model, cost: Cost, options: PlannerOptions): PlannerSettings {
  checkModel(model);
  checkCost(cost);
  checkSettings('options', options);
  if (model.nu === 0) throw new ControlError('bad-argument', 'the model has no actuators');
  const { samples = 32, knots = 6, method = 'sampling' } = options;
  if (!(method in samplingMethods) && method !== 'ilqg')
    throw new ControlError('bad-argument', `'${String(method)}' is no way to plan`, {
      hint: `one of ${Object.keys(samplingMethods).join(', ')}, ilqg`,
    });
  const settings = {
    method,
    samples,
    knots,
    horizon: options.horizon ?? 0.5,
    interpolation: options.interpolation ?? 'cubic',
    noise: options.noise ?? 0.2,
    elites: options.elites ?? Math.max(1, Math.floor(samples / 4)),
    temperature: options.temperature ?? 0.1,
    iterations: options.iterations ?? 1,
    seed: options.seed ?? 0,
    timestep: options.timestep ?? model.opt.timestep,
  } as const;
  checkCount('samples', settings.samples);
  checkCount('knots', settings.knots);
  checkCount('elites', settings.elites);
  checkCount('iterations', settings.iterations);
  checkCount('seed', settings.seed, 0);
  checkPositive('horizon', settings.horizon);
  checkPositive('noise', settings.noise);
  checkPositive('temperature', settings.temperature);
  checkPositive('timestep', settings.timestep);
  return settings;
}

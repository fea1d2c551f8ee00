import { RandomGenerator } from '@qpos/batch';
import type { Data, Model } from '@qpos/core';
import { type Cost, checkCost } from '../costs/cost.ts';
import { ControlError, checkCount, checkModel, checkPositive, checkSettings } from '../errors.ts';
import { clampControl } from '../feedback/linear-feedback.ts';
import { stateOf } from '../state/full-state.ts';
import { Ilqg } from './ilqg.ts';
import {
  crossEntropy,
  pathIntegral,
  predictiveSampling,
  type SamplingMethod,
  type SamplingSettings,
} from './methods.ts';
import { Rollouts } from './rollouts.ts';
import { ControlSpline, type Interpolation } from './spline.ts';

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
  /** Name of a body whose way in each candidate is kept, for pictures. */
  readonly trace?: string;
}

/** What a plan came to. */
export interface Plan {
  /** The cost of going on with the old plan. */
  readonly before: number;
  /** The cost of the new one. */
  readonly cost: number;
  /** The costs of all candidates; for iLQG those two. */
  readonly costs: Float64Array;
}

const methods = { sampling: predictiveSampling, cem: crossEntropy, mppi: pathIntegral };

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
  /** Plans made so far. */
  plans = 0;
  readonly #model: Model;
  readonly #options: Required<Omit<PlannerOptions, 'trace'>>;
  readonly #rollouts: Rollouts;
  readonly #sampling: SamplingMethod | undefined;
  readonly #scale: Float64Array;
  readonly #candidates: Float64Array;
  readonly #costs: Float64Array;
  readonly #steps: number;
  readonly #traced: number | undefined;
  readonly #traces: Float64Array;
  #ilqg: Ilqg | undefined;
  #planned = Number.NaN; // when

  /**
   * @param model The model.
   * @param cost What states and controls cost.
   * @param options How far to look, how many candidates, which method.
   */
  constructor(model: Model, cost: Cost, options: PlannerOptions = {}) {
    checkModel(model);
    checkCost(cost);
    checkSettings('options', options);
    if (model.nu === 0) throw new ControlError('bad-argument', 'the model has no actuators');
    const settings = settle(options);
    const { method, horizon, knots, samples } = settings;
    this.#model = model;
    this.#options = settings;
    this.cost = cost;
    this.#steps = Math.max(1, Math.round(horizon / model.opt.timestep));
    this.spline = new ControlSpline(model.nu, knots, settings.interpolation);
    const size = this.spline.knots.length;
    const sampling: SamplingSettings = { ...settings, size };
    this.#sampling = method === 'ilqg' ? undefined : methods[method](sampling);
    this.#rollouts = new Rollouts(model, cost);
    this.#scale = Float64Array.from({ length: size }, (_, i) => halfRange(model, i % model.nu));
    this.#candidates = new Float64Array(samples * size);
    this.#costs = new Float64Array(method === 'ilqg' ? 2 : samples);
    this.#traced = options.trace === undefined ? undefined : model.body(options.trace).id;
    this.#traces = new Float64Array(this.#traced === undefined ? 0 : samples * this.#steps * 3);
    for (let i = 0; i < size; i++) this.spline.knots[i] = clampControl(model, i % model.nu, 0);
  }

  /** Steps that a plan looks ahead. */
  get steps(): number {
    return this.#steps;
  }

  /** Where the traced body went in each candidate of the last plan: candidates × steps × 3. */
  get traces(): Float64Array {
    return this.#traces;
  }

  /**
   * Improves the plan from the present state on.
   *
   * @param data The state; it is not changed.
   * @returns What the plan came to.
   */
  update(data: Data): Plan {
    return this.#sampling === undefined ? this.#improve(data) : this.#sample(data, this.#sampling);
  }

  /**
   * The controls of the latest plan.
   *
   * @param data The state: its time, and for the feedback of iLQG all of it.
   * @param ctrl Receives nu controls, such as `data.ctrl`.
   */
  control(data: Data, ctrl: Float64Array): void {
    const model = this.#model;
    if (this.#ilqg !== undefined) {
      const k = Math.round((data.time - this.#planned) / model.opt.timestep);
      this.#ilqg.control(Math.min(Math.max(k, 0), this.#steps - 1), data, ctrl);
      return;
    }
    this.spline.sample(data.time, ctrl);
    for (let i = 0; i < model.nu; i++) ctrl[i] = clampControl(model, i, ctrl[i]);
  }

  #sample(data: Data, method: SamplingMethod): Plan {
    const { spline } = this;
    const { horizon, seed } = this.#options;
    const spacing = horizon / Math.max(spline.count - 1, 1);
    if (Number.isNaN(this.#planned)) spline.place(data.time, spacing);
    else {
      method.shift?.((data.time - this.#planned) / spacing);
      spline.shift(data.time, this.#model);
    }
    this.#planned = data.time;
    method.draw(this.#candidates, spline.knots, this.#scale, new RandomGenerator(seed, [this.plans]));
    for (let i = 0; i < this.#candidates.length; i++)
      this.#candidates[i] = clampControl(this.#model, i % spline.nu, this.#candidates[i]);
    const state = stateOf(this.#model, data);
    for (let c = 0; c < this.#costs.length; c++) this.#costs[c] = this.#play(state, c);
    method.update(spline.knots, this.#candidates, this.#costs);
    this.plans++;
    return { before: this.#costs[0], cost: Math.min(...this.#costs), costs: this.#costs };
  }

  /** The cost of a candidate. */
  #play(state: Float64Array, c: number): number {
    const { spline } = this;
    const size = spline.knots.length;
    const knots = this.#candidates.subarray(c * size, (c + 1) * size);
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
    const { timestep } = this.#model.opt;
    if (this.#ilqg === undefined) this.#ilqg = new Ilqg(this.#model, data, this.cost, { steps: this.#steps });
    else this.#ilqg.restart(data, Math.max(0, Math.round((data.time - this.#planned) / timestep)));
    this.#planned = data.time;
    const before = this.#ilqg.cost;
    for (let k = 0; k < this.#options.iterations; k++) this.#ilqg.iterate();
    this.plans++;
    this.#costs.set([before, this.#ilqg.cost]);
    return { before, cost: this.#ilqg.cost, costs: this.#costs };
  }
}

/** Half the range of a control, or 1. */
function halfRange(model: Model, i: number): number {
  if (!model.actuator_ctrllimited[i]) return 1;
  return 0.5 * (model.actuator_ctrlrange[2 * i + 1] - model.actuator_ctrlrange[2 * i]);
}

function settle(options: PlannerOptions): Required<Omit<PlannerOptions, 'trace'>> {
  const { samples = 32, knots = 6, method = 'sampling' } = options;
  if (!(method in methods) && method !== 'ilqg')
    throw new ControlError('bad-argument', `'${String(method)}' is no way to plan`, {
      hint: `one of ${Object.keys(methods).join(', ')}, ilqg`,
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
  } as const;
  checkCount('samples', settings.samples);
  checkCount('knots', settings.knots);
  checkCount('elites', settings.elites);
  checkCount('iterations', settings.iterations);
  checkCount('seed', settings.seed, 0);
  checkPositive('horizon', settings.horizon);
  checkPositive('noise', settings.noise);
  checkPositive('temperature', settings.temperature);
  return settings;
}

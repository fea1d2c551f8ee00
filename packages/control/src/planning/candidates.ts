import { RandomGenerator } from '@qpos/batch';
import type { Model } from '@qpos/core';
import { clampControl } from '../feedback/linear-feedback.ts';
import {
  crossEntropy,
  pathIntegral,
  predictiveSampling,
  type SamplingMethod,
  type SamplingSettings,
} from './methods.ts';
import { ControlSpline, type Interpolation } from './spline.ts';

export const samplingMethods = { sampling: predictiveSampling, cem: crossEntropy, mppi: pathIntegral };

/** What a plan came to. */
export interface Plan {
  /** The cost of going on with the old plan. */
  readonly before: number;
  /** The cost of the new one. */
  readonly cost: number;
  /** The costs of all candidates; for iLQG those two. */
  readonly costs: Float64Array;
}

/** How candidates are drawn. */
export interface CandidateSettings extends Omit<SamplingSettings, 'size'> {
  readonly method: keyof typeof samplingMethods;
  readonly horizon: number;
  readonly knots: number;
  readonly interpolation: Interpolation;
  readonly seed: number;
}

/** A plan as a spline, and the candidates that it is improved by: `begin`, then the cost of each, then `finish`. */
export class CandidateSearch {
  readonly spline: ControlSpline;
  readonly samples: number;
  readonly costs: Float64Array;
  /** Plans made so far. */
  plans = 0;
  readonly #model: Model;
  readonly #method: SamplingMethod;
  readonly #spacing: number;
  readonly #seed: number;
  readonly #scale: Float64Array;
  readonly #candidates: Float64Array;
  #planned = Number.NaN; // when

  constructor(model: Model, settings: CandidateSettings) {
    const { method, horizon, knots, samples } = settings;
    this.#model = model;
    this.spline = new ControlSpline(model.nu, knots, settings.interpolation);
    const size = this.spline.knots.length;
    this.#method = samplingMethods[method]({ ...settings, size });
    this.samples = samples;
    this.#spacing = horizon / Math.max(knots - 1, 1);
    this.#seed = settings.seed;
    this.#scale = Float64Array.from({ length: size }, (_, i) => halfRange(model, i % model.nu));
    this.#candidates = new Float64Array(samples * size);
    this.costs = new Float64Array(samples);
    for (let i = 0; i < size; i++) this.spline.knots[i] = clampControl(model, i % model.nu, 0);
  }

  /** The knots of a candidate. */
  knotsOf(c: number): Float64Array {
    const size = this.spline.knots.length;
    return this.#candidates.subarray(c * size, (c + 1) * size);
  }

  /** Makes a plan of holding controls. */
  hold(ctrl: ArrayLike<number>): void {
    const { knots, nu } = this.spline;
    for (let i = 0; i < knots.length; i++) knots[i] = clampControl(this.#model, i % nu, ctrl[i % nu]);
  }

  /** Moves the plan on to a time and draws candidates around it. */
  begin(time: number): void {
    const { spline } = this;
    if (Number.isNaN(this.#planned)) spline.place(time, this.#spacing);
    else {
      this.#method.shift?.((time - this.#planned) / this.#spacing);
      spline.shift(time, this.#model);
    }
    this.#planned = time;
    this.#method.draw(this.#candidates, spline.knots, this.#scale, new RandomGenerator(this.#seed, [this.plans]));
    for (let i = 0; i < this.#candidates.length; i++)
      this.#candidates[i] = clampControl(this.#model, i % spline.nu, this.#candidates[i]);
  }

  /** Improves the plan by the costs of the candidates. */
  finish(): Plan {
    const { costs } = this;
    this.#method.update(this.spline.knots, this.#candidates, costs);
    this.plans++;
    return { before: costs[0], cost: Math.min(...costs), costs };
  }

  /** The controls of the plan at a time. */
  control(time: number, ctrl: Float64Array): void {
    this.spline.sample(time, ctrl);
    for (let i = 0; i < this.#model.nu; i++) ctrl[i] = clampControl(this.#model, i, ctrl[i]);
  }
}

/** Half the range of a control, or 1. */
function halfRange(model: Model, i: number): number {
  if (!model.actuator_ctrllimited[i]) return 1;
  return 0.5 * (model.actuator_ctrlrange[2 * i + 1] - model.actuator_ctrlrange[2 * i]);
}

import {
  comPos,
  type Data,
  enums,
  fwdPosition,
  fwdVelocity,
  kinematics,
  type Model,
  makeData,
  sensorPos,
  sensorVel,
  setState,
  step,
  step1,
  step2,
} from '@qpos/core';
import type { Cost } from '../costs/cost.ts';
import { STATE } from '../state/full-state.ts';

/** Computes what a residual may read of the present state. */
export function observe(model: Model, data: Data, reads: Cost['reads']): void {
  if (reads === 'poses') {
    kinematics(model, data);
    comPos(model, data);
    return;
  }
  fwdPosition(model, data);
  sensorPos(model, data);
  fwdVelocity(model, data);
  sensorVel(model, data);
}

/**
 * Plays controls from a state and adds up what the states cost that they lead to, each with the control that led there:
 * Σ h·c(x', u). A simulation that leaves the numbers costs infinitely much.
 */
export class Rollouts {
  readonly model: Model;
  readonly cost: Cost;
  readonly #data: Data;
  readonly #residual: Float64Array;
  readonly #isSplit: boolean;

  constructor(model: Model, cost: Cost) {
    this.model = model;
    this.cost = cost;
    this.#data = makeData(model);
    this.#residual = new Float64Array(cost.dim);
    this.#isSplit = model.opt.integrator !== enums.Integrator.RK4;
  }

  /**
   * The cost of one rollout.
   *
   * @param state What it starts from.
   * @param steps Time steps.
   * @param control Writes the controls of a step; the Data is in the state before it.
   * @param after Sees the Data after each step, with what `observe` computes.
   */
  play(
    state: Float64Array,
    steps: number,
    control: (data: Data, k: number) => void,
    after?: (data: Data, k: number) => void,
  ): number {
    const { model } = this;
    const data = this.#data;
    setState(model, data, state, STATE);
    let sum = 0;
    let time = data.time;
    for (let k = 0; k < steps; k++) {
      if (this.#isSplit) {
        // the first half of a step also completes the state that the last one led to
        step1(model, data);
        if (k > 0) sum += this.#judge(after, k - 1);
        control(data, k);
        step2(model, data);
      } else {
        control(data, k);
        step(model, data);
        if (k < steps - 1) {
          observe(model, data, this.cost.reads);
          sum += this.#judge(after, k);
        }
      }
      if (!(data.time > time)) return Number.POSITIVE_INFINITY; // it has started over
      time = data.time;
    }
    observe(model, data, this.cost.reads);
    sum += this.#judge(after, steps - 1);
    const total = sum * model.opt.timestep;
    return Number.isNaN(total) ? Number.POSITIVE_INFINITY : total;
  }

  #judge(after: ((data: Data, k: number) => void) | undefined, k: number): number {
    this.cost.residual(this.model, this.#data, this.#residual);
    after?.(this.#data, k);
    return this.cost.value(this.#residual);
  }
}

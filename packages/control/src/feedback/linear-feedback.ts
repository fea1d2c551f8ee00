import type { Data, Model } from '@qpos/core';
import { checkSize } from '../errors.ts';
import { referenceOf, type StateReference, stateDifference, tangentSize } from '../state/tangent-state.ts';

/**
 * Linear feedback around a state: u = u₀ - K·(x ⊖ x₀), within the ranges of the controls. Made by `lqr`.
 *
 * @example
 * const cart = loadModel(`<mujoco><worldbody><body><joint name="rail" type="slide"/><geom size="0.1"/></body></worldbody>
 *   <actuator><motor joint="rail"/></actuator></mujoco>`);
 * const state = makeData(cart);
 * const regulator = lqr(cart, state, { Q: 1, R: 0.1 });
 * regulator.control(state, state.ctrl);
 * console.log(regulator.K.length); // 2
 */
export class LinearFeedback {
  /** Gains, nu × (2·nv + na) by rows. */
  readonly K: Float64Array;
  /** Cost to go: xᵀPx is what a deviation x will cost. */
  readonly P: Float64Array;
  /** The controls at the state that is held. */
  readonly ctrl: Float64Array;
  /** The state that is held. */
  readonly state: StateReference;
  readonly #model: Model;
  readonly #deviation: Float64Array;

  /** @internal Use `lqr`. */
  constructor(model: Model, data: Data, K: Float64Array, P: Float64Array) {
    this.#model = model;
    this.K = K;
    this.P = P;
    this.ctrl = data.ctrl.slice();
    this.state = referenceOf(data);
    this.#deviation = new Float64Array(tangentSize(model));
  }

  /**
   * The controls for a state. Allocates nothing.
   *
   * @param data The state.
   * @param ctrl Receives nu controls, such as `data.ctrl`.
   */
  control(data: Data, ctrl: Float64Array): void {
    const model = this.#model;
    const x = this.#deviation;
    checkSize('ctrl', ctrl, model.nu);
    stateDifference(x, model, data, this.state);
    for (let i = 0; i < model.nu; i++) {
      let u = this.ctrl[i];
      for (let j = 0; j < x.length; j++) u -= this.K[i * x.length + j] * x[j];
      ctrl[i] = clampControl(model, i, u);
    }
  }

  /**
   * What the deviation of a state will cost under this feedback, as far as the step is linear.
   *
   * @param data The state.
   * @returns xᵀPx.
   */
  costToGo(data: Data): number {
    const x = this.#deviation;
    stateDifference(x, this.#model, data, this.state);
    let sum = 0;
    for (let i = 0; i < x.length; i++) for (let j = 0; j < x.length; j++) sum += x[i] * this.P[i * x.length + j] * x[j];
    return sum;
  }
}

/** A control within its range. */
export function clampControl(model: Model, i: number, u: number): number {
  if (!model.actuator_ctrllimited[i]) return u;
  return Math.min(Math.max(u, model.actuator_ctrlrange[2 * i]), model.actuator_ctrlrange[2 * i + 1]);
}

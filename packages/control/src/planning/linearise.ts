import { type Data, fwdVelocity, integratePos, type Model, sensorPos, sensorVel } from '@qpos/core';
import type { Cost } from '../costs/cost.ts';
import { observe } from './rollouts.ts';

const EPS = 1e-6;

/**
 * Jacobian of a residual with respect to the state in tangent space and the controls, by forward differences: dim × (2·nv + na + nu). The
 * state is what it was afterwards; derived fields are not.
 */
export class ResidualJacobian {
  readonly #model: Model;
  readonly #cost: Cost;
  readonly #nudged: Float64Array;
  readonly #direction: Float64Array;
  readonly #qpos: Float64Array;

  constructor(model: Model, cost: Cost) {
    this.#model = model;
    this.#cost = cost;
    this.#nudged = new Float64Array(cost.dim);
    this.#direction = new Float64Array(model.nv);
    this.#qpos = new Float64Array(model.nq);
  }

  /** Writes the residual and its Jacobian at the present state and controls of a Data. */
  evaluate(data: Data, residual: Float64Array, jacobian: Float64Array): void {
    const model = this.#model;
    const { nv, na, nu } = model;
    this.#qpos.set(data.qpos);
    // positions last: what follows from them is computed once for all others
    observe(model, data, this.#cost.reads);
    this.#cost.residual(model, data, residual);
    for (let i = 0; i < nu; i++) this.#nudge(data.ctrl, i, () => {}, data, residual, jacobian, 2 * nv + na + i);
    for (let i = 0; i < na; i++) this.#nudge(data.act, i, () => {}, data, residual, jacobian, 2 * nv + i);
    const refresh = (): void => {
      if (this.#cost.reads === 'poses') return;
      fwdVelocity(model, data);
      sensorVel(model, data);
    };
    for (let i = 0; i < nv; i++) this.#nudge(data.qvel, i, refresh, data, residual, jacobian, nv + i);
    refresh();
    for (let i = 0; i < nv; i++) {
      this.#direction.fill(0);
      this.#direction[i] = 1;
      integratePos(model, data.qpos, this.#direction, EPS);
      observe(model, data, this.#cost.reads);
      this.#column(data, residual, jacobian, i);
      data.qpos.set(this.#qpos);
    }
    observe(model, data, this.#cost.reads);
    sensorPos(model, data);
  }

  #nudge(
    field: Float64Array,
    i: number,
    refresh: () => void,
    data: Data,
    residual: Float64Array,
    jacobian: Float64Array,
    column: number,
  ): void {
    const old = field[i];
    field[i] = old + EPS;
    refresh();
    this.#column(data, residual, jacobian, column);
    field[i] = old;
  }

  #column(data: Data, residual: Float64Array, jacobian: Float64Array, column: number): void {
    const { nv, na, nu } = this.#model;
    const width = 2 * nv + na + nu;
    this.#cost.residual(this.#model, data, this.#nudged);
    for (let r = 0; r < residual.length; r++) jacobian[r * width + column] = (this.#nudged[r] - residual[r]) / EPS;
  }
}

import { RolloutPool, rollout } from '@qpos/batch';
import {
  copyState,
  type Data,
  differentiatePos,
  enums,
  getState,
  integratePos,
  type Model,
  makeData,
  setState,
  stateSize,
} from '@qpos/core';
import { ControlError, checkPair, checkPositive, checkSettings } from '../errors.ts';
import { STATE } from '../state/full-state.ts';
import { tangentSize } from '../state/tangent-state.ts';
import { clampControl } from './linear-feedback.ts';
import type { LinearStep } from './lqr.ts';

const { FULLPHYSICS, CTRL } = enums.StateBit;

/** How a step is linearised on several threads. */
export interface ParallelTransitionOptions {
  /** Size of the central differences; 1e-6 by default. */
  readonly eps?: number;
  /** Workers that are kept between calls; some are started and ended by default. */
  readonly pool?: RolloutPool;
  /** Threads beside this one, if no pool is given: as many as the machine has by default, 0 for none. The result does not depend on it. */
  readonly workers?: number | 'auto';
}

/**
 * A and B of a step by central differences whose columns are simulated on several threads, for models whose steps take long. Controls at a
 * bound of their range are nudged to the inside only. State and controls of the Data are not changed.
 *
 * @param model The model; one with delays is refused.
 * @param data Its Data, in the state to linearise at; forces that act on it beside its controls do not count.
 * @param options Size of the differences, and the threads.
 * @returns The matrices, stored by rows.
 * @example
 * const { A, B } = await parallelTransition(model, data, { workers: 1 });
 * const n = 2 * model.nv + model.na;
 * console.log(A.length === n * n, B.length === n * model.nu);
 */
export async function parallelTransition(
  model: Model,
  data: Data,
  options: ParallelTransitionOptions = {},
): Promise<LinearStep> {
  checkPair(model, data);
  checkSettings('options', options);
  const { eps = 1e-6, pool, workers = 'auto' } = options;
  checkPositive('eps', eps);
  if (model.nhistory > 0) throw new ControlError('unsupported', 'derivatives of a step do not support delays');
  const rows = new NudgedRows(model, data, eps);
  const own = pool ?? (await RolloutPool.create(model, { workers }));
  try {
    const { state } = await rollout(model, { ...rows.inputs, nstep: 1, pool: own });
    return rows.differences(state);
  } finally {
    if (pool === undefined) await own.close();
  }
}

/** One row for each nudged number, up and down. */
class NudgedRows {
  readonly inputs: { initialState: Float64Array; initialWarmstart: Float64Array; control: Float64Array };
  readonly #model: Model;
  readonly #data: Data;
  readonly #widths: Float64Array;
  readonly #size: number;

  constructor(model: Model, data: Data, eps: number) {
    const { nv, nu } = model;
    const n = tangentSize(model);
    this.#model = model;
    this.#data = makeData(model);
    this.#size = stateSize(model, FULLPHYSICS);
    this.#widths = new Float64Array(n + nu).fill(2 * eps);
    const rows = 2 * (n + nu);
    const initialState = new Float64Array(rows * this.#size);
    const control = new Float64Array(rows * nu);
    const direction = new Float64Array(nv);
    for (let row = 0; row < rows; row++) {
      const [k, h] = [row >> 1, row % 2 === 0 ? eps : -eps];
      const nudged = this.#data;
      copyState(model, data, nudged, STATE);
      if (k < nv) {
        direction.fill(0)[k] = 1;
        integratePos(model, nudged.qpos, direction, h);
      } else if (k < 2 * nv) nudged.qvel[k - nv] += h;
      else if (k < n) nudged.act[k - 2 * nv] += h;
      else {
        const u = data.ctrl[k - n];
        nudged.ctrl[k - n] = clampControl(model, k - n, u + h);
        this.#widths[k] -= eps - Math.abs(nudged.ctrl[k - n] - u);
      }
      getState(model, nudged, initialState.subarray(row * this.#size, (row + 1) * this.#size), FULLPHYSICS);
      if (nu > 0) getState(model, nudged, control.subarray(row * nu, (row + 1) * nu), CTRL);
    }
    this.inputs = { initialState, initialWarmstart: data.qacc_warmstart.slice(), control };
  }

  /** The matrices of the states that the rows lead to. */
  differences(states: Float64Array): LinearStep {
    const model = this.#model;
    const data = this.#data;
    const { nv, na, nu } = model;
    const n = tangentSize(model);
    const [A, B] = [new Float64Array(n * n), new Float64Array(n * nu)];
    const [qpos, change] = [new Float64Array(model.nq), new Float64Array(n)];
    const load = (row: number): void =>
      setState(model, data, states.subarray(row * this.#size, (row + 1) * this.#size), FULLPHYSICS);
    for (let k = 0; k < n + nu; k++) {
      const width = this.#widths[k];
      load(2 * k + 1);
      qpos.set(data.qpos);
      for (let i = 0; i < nv; i++) change[nv + i] = -data.qvel[i];
      for (let i = 0; i < na; i++) change[2 * nv + i] = -data.act[i];
      load(2 * k);
      differentiatePos(model, change, 1, qpos, data.qpos);
      for (let i = 0; i < nv; i++) change[nv + i] += data.qvel[i];
      for (let i = 0; i < na; i++) change[2 * nv + i] += data.act[i];
      for (let i = 0; i < n; i++) {
        const slope = width > 0 ? change[i] / width : 0;
        if (k < n) A[i * n + k] = slope;
        else B[i * nu + k - n] = slope;
      }
    }
    return { A, B };
  }
}

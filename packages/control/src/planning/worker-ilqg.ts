import type { RolloutPool } from '@qpos/batch';
import { type Data, type Model, makeData, setState } from '@qpos/core';
import type { Cost } from '../costs/cost.ts';
import { STATE } from '../state/full-state.ts';
import { type StateReference, tangentSize } from '../state/tangent-state.ts';
import type { Plan } from './candidates.ts';
import { Ilqg, type IlqgTrajectory, trajectoryControl } from './ilqg.ts';

/** Plans of iLQG whose steps are linearised by the workers of a pool. */
export class WorkerIlqg {
  /** Controls of the latest plan that is finished, at every step. */
  readonly latest: Float64Array;
  /** Plans finished so far. */
  plans = 0;
  readonly #model: Model;
  readonly #cost: Cost;
  readonly #steps: number;
  readonly #iterations: number;
  readonly #pool: RolloutPool;
  readonly #data: Data;
  readonly #deviation: Float64Array;
  #ilqg: Ilqg | undefined;
  /** When the plan that is being made begins. */
  #planned = Number.NaN;
  /** When the latest begins, with what it is followed by. */
  #start = Number.NaN;
  #trajectory: IlqgTrajectory | undefined;

  constructor(model: Model, cost: Cost, steps: number, iterations: number, pool: RolloutPool) {
    this.#model = model;
    this.#cost = cost;
    this.#steps = steps;
    this.#iterations = iterations;
    this.#pool = pool;
    this.#data = makeData(model);
    this.#deviation = new Float64Array(tangentSize(model));
    this.latest = new Float64Array(steps * model.nu);
  }

  /** The controls of the latest plan that is finished, with feedback, if there is one. */
  control(data: StateReference & { readonly time: number }, ctrl: Float64Array): void {
    if (this.#trajectory === undefined) return;
    const k = Math.round((data.time - this.#start) / this.#model.opt.timestep);
    const step = Math.min(Math.max(k, 0), this.#steps - 1);
    trajectoryControl(this.#model, this.#trajectory, step, data, ctrl, this.#deviation);
  }

  /** Makes a plan from a state. */
  async plan(state: Float64Array): Promise<Plan> {
    const model = this.#model;
    const data = this.#data;
    setState(model, data, state, STATE);
    if (this.#ilqg === undefined) this.#ilqg = new Ilqg(model, data, this.#cost, { steps: this.#steps });
    else this.#ilqg.restart(data, Math.max(0, Math.round((data.time - this.#planned) / model.opt.timestep)));
    const ilqg = this.#ilqg;
    this.#planned = data.time;
    const before = ilqg.cost;
    for (let k = 0; k < this.#iterations; k++) await ilqg.iterateIn(this.#pool);
    this.plans++;
    this.#keep(ilqg);
    return { before, cost: ilqg.cost, costs: Float64Array.of(before, ilqg.cost) };
  }

  /** Copies what `control` follows while the next plan is made. */
  #keep({ ctrl, gains, states }: Ilqg): void {
    this.latest.set(ctrl);
    this.#start = this.#planned;
    this.#trajectory = {
      ctrl: this.latest,
      gains: gains.slice(),
      states: states.map(({ qpos, qvel, act }) => ({ qpos: qpos.slice(), qvel: qvel.slice(), act: act.slice() })),
    };
  }
}

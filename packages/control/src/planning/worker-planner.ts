import { RolloutPool, type WorkerFactory } from '@qpos/batch';
import type { Data, Model } from '@qpos/core';
import type { Cost } from '../costs/cost.ts';
import { ControlError, checkPair, checkSize } from '../errors.ts';
import { stateOf } from '../state/full-state.ts';
import type { CandidateSettings, Plan } from './candidates.ts';
import { type PlannerOptions, settle, stepsOf } from './planner.ts';
import { WorkerCandidates } from './worker-candidates.ts';
import { WorkerIlqg } from './worker-ilqg.ts';

/** How a planner with workers works. */
export interface WorkerPlannerOptions extends PlannerOptions {
  /** Threads beside this one: as many as the machine has by default, 0 for none. The plans do not depend on it. */
  readonly workers?: number | 'auto';
  /** Makes the workers of a page whose content security policy does not allow those that are made from text. */
  readonly worker?: WorkerFactory;
}

/**
 * A planner whose candidates are simulated by workers, or whose trajectory is linearised by them, while the simulation goes on. `request` asks for a plan from the present state; if
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
  readonly #maker: WorkerCandidates | WorkerIlqg;
  readonly #pool: RolloutPool;
  /** When the plans that were begun are finished: one is made after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  #serving = false;
  #waiting: Float64Array | undefined;
  #failure: unknown;

  private constructor(
    model: Model,
    cost: Cost,
    maker: WorkerCandidates | WorkerIlqg,
    steps: number,
    pool: RolloutPool,
  ) {
    this.#model = model;
    this.cost = cost;
    this.steps = steps;
    this.#maker = maker;
    this.#pool = pool;
  }

  /**
   * Starts the workers.
   *
   * @param model The model.
   * @param cost What states and controls cost.
   * @param options How to plan, and how many workers.
   * @returns The planner.
   * @example
   * const cost = new Cost([{ name: 'still', dim: model.nv }], (_, d, residual) => residual.set(d.qvel));
   * const planner = await WorkerPlanner.create(model, cost, { workers: 1 });
   * await planner.close();
   */
  static async create(model: Model, cost: Cost, options: WorkerPlannerOptions = {}): Promise<WorkerPlanner> {
    const settings = settle(model, cost, options);
    const { workers = 'auto', worker } = options;
    if (settings.timestep !== model.opt.timestep)
      throw new ControlError('unsupported', 'workers plan with the time step of the model', {
        hint: 'leave out `timestep`, or plan with a Planner',
      });
    const steps = stepsOf(settings);
    const pool = await RolloutPool.create(model, { workers, ...(worker !== undefined && { worker }) });
    const maker =
      settings.method === 'ilqg'
        ? new WorkerIlqg(model, cost, steps, settings.iterations, pool)
        : new WorkerCandidates(model, cost, steps, settings as CandidateSettings, pool);
    return new WorkerPlanner(model, cost, maker, steps, pool);
  }

  /** Plans finished so far. */
  get plans(): number {
    return this.#maker.plans;
  }

  /** Controls at the knots of the latest plan that is finished; for iLQG at every step. */
  get knots(): Float64Array {
    return this.#maker.latest;
  }

  /** Threads beside this one. */
  get workers(): number {
    return this.#pool.workers;
  }

  /**
   * Makes a plan of holding controls, what planning begins with instead of no controls at all; iLQG begins with none.
   *
   * @param ctrl nu controls.
   */
  hold(ctrl: ArrayLike<number>): void {
    checkSize('ctrl', ctrl, this.#model.nu);
    if (this.#maker instanceof WorkerCandidates) this.#maker.hold(ctrl);
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
   * @param data The state: its time, and for the feedback of iLQG all of it.
   * @param ctrl Receives nu controls, such as `data.ctrl`.
   */
  control(data: Data, ctrl: Float64Array): void {
    this.#maker.control(data, ctrl);
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
    const plan = this.#turn.then(() => this.#maker.plan(state));
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
}

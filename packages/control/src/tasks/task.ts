import { type Data, forward, type Model, makeData, step } from '@qpos/core';
import type { Cost } from '../costs/cost.ts';
import { ControlError, checkModel, checkSettings } from '../errors.ts';
import type { Plan } from '../planning/candidates.ts';
import { Planner, type PlannerOptions } from '../planning/planner.ts';

/** Something for a planner to do: a model, where it starts, a goal that can be moved, and what states cost. */
export interface ControlTask {
  /** Name. */
  readonly name: string;
  /** What is to be done, in a sentence. */
  readonly description: string;
  /** The model, as MJCF. */
  readonly xml: string;
  /** How it is planned, unless something else is asked for. */
  readonly planner: PlannerOptions;
  /** Simulated seconds from one plan to the next. */
  readonly interval: number;
  /** Simulated seconds that it takes. */
  readonly duration: number;
  /** The body whose way is shown. */
  readonly trace: string;
  /** Where to go, in numbers that the task explains; they may be changed at any time. */
  readonly goal: readonly number[];
  /**
   * Puts a model where the task starts.
   *
   * @param model The model.
   * @param data Its Data.
   */
  start(model: Model, data: Data): void;
  /**
   * What states and controls cost.
   *
   * @param model The model.
   * @param goal Where to go, read anew every time.
   * @returns The cost.
   */
  cost(model: Model, goal: Float64Array): Cost;
  /**
   * How far a state is from what is wanted.
   *
   * @param model The model.
   * @param data The state.
   * @param goal Where to go.
   * @returns The distance; below 1 it is done.
   */
  distance(model: Model, data: Data, goal: Float64Array): number;
}

/** How a task is run. */
export interface TaskRunOptions {
  /** Changes of how it is planned. */
  readonly planner?: PlannerOptions;
}

/**
 * A task under way: plans, simulates until the next plan, and so on. Equal options give equal runs.
 *
 * @example
 * const swingUp = loadModel(controlTasks.cartpole.xml);
 * const run = new TaskRun(swingUp, controlTasks.cartpole, { planner: { samples: 8 } });
 * for (let k = 0; k < 3; k++) console.log(run.advance().cost);
 */
export class TaskRun {
  /** What is done. */
  readonly task: ControlTask;
  /** The state. */
  readonly data: Data;
  /** Where to go; may be changed at any time. */
  readonly goal: Float64Array;
  /** The planner, with the cost whose weights may be changed. */
  readonly planner: Planner;
  readonly #model: Model;

  /**
   * @param model The model of the task: `loadModel(task.xml)`.
   * @param task What to do.
   * @param options How.
   */
  constructor(model: Model, task: ControlTask, options: TaskRunOptions = {}) {
    checkModel(model);
    checkSettings('task', task);
    checkSettings('options', options);
    if (typeof task.start !== 'function' || typeof task.cost !== 'function')
      throw new ControlError('bad-argument', 'a ControlTask is needed', { hint: 'one of controlTasks' });
    this.task = task;
    this.#model = model;
    this.data = makeData(model);
    this.goal = Float64Array.from(task.goal);
    task.start(model, this.data);
    forward(model, this.data);
    const settings = { trace: task.trace, ...task.planner, ...options.planner };
    this.planner = new Planner(model, task.cost(model, this.goal), settings);
    this.planner.hold(this.data.ctrl);
  }

  /** How far the state is from what is wanted; below 1 it is done. */
  get distance(): number {
    return this.task.distance(this.#model, this.data, this.goal);
  }

  /**
   * Makes a plan and simulates until the next.
   *
   * @returns What the plan came to.
   */
  advance(): Plan {
    const model = this.#model;
    const { data, planner } = this;
    const plan = planner.update(data);
    const steps = Math.max(1, Math.round(this.task.interval / model.opt.timestep));
    for (let k = 0; k < steps; k++) {
      planner.control(data, data.ctrl);
      step(model, data);
    }
    return plan;
  }
}

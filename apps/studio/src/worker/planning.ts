import { type ControlTask, controlTasks, type PlanningMethod, TaskRun } from '@qpos/control';
import { ArgumentError, type Data, type Model } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import type { ModelInfo, PlanReport } from '../protocol.ts';

const POINTS = 16; // of a trace
const PUSH = 0.5; // m/s

/** A task that a planner does, in the place of a policy. */
export class Planning {
  readonly task: string;
  readonly model: Model;
  readonly #run: TaskRun;
  readonly #method: string;
  #report: PlanReport | undefined;
  /** What the last plan costs, plans so far, and nothing else: there are no episodes. */
  return = 0;
  steps = 0;
  readonly episodes = 0;
  readonly lastReturn = 0;
  readonly command = undefined;

  constructor(name: string, method: string | undefined) {
    const tasks: Readonly<Record<string, ControlTask>> = controlTasks;
    const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
    if (task === undefined)
      throw new ArgumentError(
        `no task is called '${name}'`,
        'bad-argument',
        `there are ${Object.keys(tasks).join(', ')}`,
      );
    this.task = name;
    this.model = loadModel(task.xml);
    this.#method = method ?? task.planner.method ?? 'sampling';
    this.#run = new TaskRun(this.model, task, { planner: { method: this.#method as PlanningMethod } });
  }

  get data(): Data {
    return this.#run.data;
  }

  /** Seconds between two plans. */
  get dt(): number {
    return this.#run.task.interval;
  }

  get info(): NonNullable<ModelInfo['plan']> {
    const { goal, planner } = this.#run;
    return { task: this.task, method: this.#method, goal: [...goal], weights: planner.cost.weights };
  }

  /** What the last plan came to; each is told once. */
  takeReport(): PlanReport | undefined {
    const report = this.#report;
    this.#report = undefined;
    return report;
  }

  setCommand(values: readonly number[]): void {
    this.#run.goal.set(values);
  }

  setWeight(name: string, value: number): void {
    this.#run.planner.cost.setWeight(name, value);
  }

  setPolicy(): void {
    throw new ArgumentError('a task that is planned takes no policy');
  }

  push(): void {
    if (this.model.nv > 0) this.data.qvel[0] = (this.data.qvel[0] as number) + PUSH;
  }

  reset(): void {
    this.#run.restart();
    this.return = 0;
    this.steps = 0;
    this.#report = undefined;
  }

  /** Makes a plan and follows it until the next. */
  step(): void {
    const { before, cost } = this.#run.advance();
    const { planner, distance } = this.#run;
    this.return = cost;
    this.steps = planner.plans;
    this.#report = { plans: planner.plans, before, cost, distance, ...this.#traces() };
  }

  #traces(): { traces: Float32Array; points: number } {
    const { traces, steps } = this.#run.planner;
    const count = traces.length / (3 * steps);
    const points = Math.min(POINTS, steps);
    const thinned = new Float32Array(3 * count * points);
    for (let c = 0, at = 0; c < count; c++)
      for (let k = 0; k < points; k++, at += 3) {
        const from = 3 * (c * steps + Math.floor((k * (steps - 1)) / Math.max(1, points - 1)));
        thinned.set(traces.subarray(from, from + 3), at);
      }
    return { traces: thinned, points };
  }
}

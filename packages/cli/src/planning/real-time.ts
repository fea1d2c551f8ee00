import { setTimeout as wait } from 'node:timers/promises';
import type { Cost, WorkerPlanner } from '@qpos/control';
import { type Data, forward, loadModel, type Model, makeData, step } from 'qpos';
import type { Io } from '../io.ts';
import { count, num, type Progress, startProgress } from '../output/terminal.ts';
import { type PlanRequest, type PlanResult, type PlanRow, setWeights } from './run.ts';

/** What came of planning while the simulation went on. */
interface LiveResult extends PlanResult {
  readonly workers: number;
  readonly plansPerSecond: number;
  /** The most that the simulation was behind the clock, in seconds. */
  readonly behind: number;
}

/** A task that is simulated by the clock, while workers plan from its newest state again and again. */
class LiveRun {
  readonly rows: PlanRow[] = [];
  behind = 0;
  readonly #request: PlanRequest;
  readonly #model: Model;
  readonly #data: Data;
  readonly #goal: Float64Array;
  readonly #planner: WorkerPlanner;
  #ended = false;

  constructor(request: PlanRequest, model: Model, data: Data, goal: Float64Array, planner: WorkerPlanner) {
    this.#request = request;
    this.#model = model;
    this.#data = data;
    this.#goal = goal;
    this.#planner = planner;
  }

  get distance(): number {
    return this.#request.task.distance(this.#model, this.#data, this.#goal);
  }

  /** Plans until the end. */
  async plan(): Promise<void> {
    try {
      while (!this.#ended) {
        const { time } = this.#data;
        const { before, cost } = await this.#planner.update(this.#data);
        this.rows.push({ time, before, cost, distance: this.distance });
      }
    } finally {
      this.#ended = true;
    }
  }

  /** Simulates until the end, by the clock. */
  async simulate(signal: AbortSignal, progress: Progress): Promise<void> {
    const { seconds } = this.#request;
    const start = performance.now();
    while (!this.#ended) {
      const now = (performance.now() - start) / 1000;
      this.behind = Math.max(this.behind, Math.min(now, seconds) - this.#data.time);
      this.#advance(Math.min(now, seconds));
      progress.update(Math.min(now, seconds), count(this.rows.length, 'plan'));
      if (now >= seconds || signal.aborted) this.#ended = true;
      else await wait(1);
    }
  }

  #advance(until: number): void {
    const data = this.#data;
    while (data.time < until - this.#model.opt.timestep / 2) {
      this.#planner.control(data, data.ctrl);
      step(this.#model, data);
    }
  }
}

/** Runs a task by the clock, which starts with the first plan; an interrupt ends it early. */
export async function playLive(io: Io, request: PlanRequest, workers: number | 'auto'): Promise<LiveResult> {
  const { WorkerPlanner: Planner } = await import('@qpos/control');
  const { task, seconds } = request;
  const model = loadModel(task.xml);
  const data = makeData(model);
  const goal = Float64Array.from(request.goal);
  const cost: Cost = task.cost(model, goal);
  setWeights(cost, request.weights);
  task.start(model, data);
  forward(model, data);
  const planner = await Planner.create(model, cost, { ...task.planner, ...request.planner, workers });
  try {
    planner.hold(data.ctrl);
    await planner.update(data);
    const run = new LiveRun(request, model, data, goal, planner);
    const progress = startProgress(io.stderr, 'planning', seconds);
    const start = performance.now();
    try {
      await Promise.all([run.plan(), run.simulate(io.signal, progress)]);
    } finally {
      progress.stop();
    }
    const wall = (performance.now() - start) / 1000;
    const { rows, distance, behind } = run;
    const result = { task: task.name, cost, rows, distance, plans: rows.length, time: data.time, wall };
    return { ...result, workers: planner.workers, plansPerSecond: rows.length / wall, behind };
  } finally {
    await planner.close();
  }
}

/** The budget that there was. */
export const liveText = ({ plansPerSecond, workers, behind }: LiveResult): string =>
  `in real time: ${num(plansPerSecond, 3)} plans a second on ${count(workers, 'worker')}, at most ${Math.round(1000 * behind)} ms behind the clock`;

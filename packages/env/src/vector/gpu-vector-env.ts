import { type DeviceBatch, tryGpu } from '@qpos/batch';
import type { Data } from '@qpos/core';
import type { Env } from '../env/env.ts';
import { TaskEnv } from '../env/task-env.ts';
import { EnvError } from '../errors.ts';
import type { Box } from '../spaces/box.ts';
import { TimeLimit } from '../wrappers/time-limit.ts';
import type { SyncVectorEnv } from './sync-vector-env.ts';
import type {
  MadeVectorEnv,
  VectorMetadata,
  VectorResetOptions,
  VectorResetResult,
  VectorStepResult,
} from './vector-env.ts';

/** What tasks may always read after a step, and what goes on from one step to the next. */
const ALWAYS = ['qpos', 'qvel', 'act', 'sensordata', 'qacc_warmstart'] as const satisfies readonly (keyof Data)[];

/** The environment of a task inside, if nothing around it changes actions. */
const innermost = (env: Env): TaskEnv | undefined => {
  const inner = env instanceof TimeLimit ? env.env : env;
  return inner instanceof TaskEnv ? inner : undefined;
};

/** Why a GPU cannot run the physics of a task; undefined if it can. */
function refusalOf({ task }: TaskEnv): string | undefined {
  if (task.randomise !== undefined) return 'the task changes its model';
  if (task.reads === undefined) return 'the task does not say what it reads (Task.reads)';
  return undefined;
}

/**
 * Environments whose physics run on a GPU, all of them at once, while their tasks observe and evaluate here: a learner needs the observations
 * here anyway. Each step sends states and controls, and brings back the state and what the task reads.
 */
export class GpuVectorEnv implements MadeVectorEnv {
  readonly workers = 0;
  readonly isAsync = true;
  /** What runs the physics. */
  readonly batch: DeviceBatch;
  readonly #vec: SyncVectorEnv;
  readonly #tasks: readonly TaskEnv[];
  readonly #names: readonly (keyof Data & string)[];
  readonly #states: Float64Array;
  readonly #ctrl: Float64Array;
  readonly #fresh: Uint8Array;
  #isLoaded = false;
  #isBusy = false;

  private constructor(vec: SyncVectorEnv, tasks: readonly TaskEnv[], batch: DeviceBatch) {
    this.#vec = vec;
    this.#tasks = tasks;
    this.batch = batch;
    const { nq, nv, na, nu } = batch.model;
    const { task, data } = tasks[0] as TaskEnv;
    const wanted = new Set([...ALWAYS, ...(task.reads ?? [])]);
    this.#names = [...wanted].filter((name) => (data[name] as Float64Array).length > 0);
    this.#states = new Float64Array(vec.n * (nq + nv + na));
    this.#ctrl = new Float64Array(vec.n * nu);
    this.#fresh = new Uint8Array(vec.n);
  }

  /** Takes environments over; undefined where there is no GPU that could, and then `gpuRefusal` tells why. */
  static async create(vec: SyncVectorEnv): Promise<GpuVectorEnv | undefined> {
    const tasks = vec.envs.map(innermost);
    const [first] = tasks;
    const refusal = first === undefined ? 'wrappers around the task need the processor' : refusalOf(first);
    const { model } = (vec.envs[0] as Env).unwrapped as TaskEnv;
    const batch = await tryGpu(model, {
      n: vec.n,
      device: 'auto',
      refusal,
      ...(first?.task.postConstraint === true && { postConstraint: true }),
    });
    return batch === undefined ? undefined : new GpuVectorEnv(vec, tasks as readonly TaskEnv[], batch);
  }

  get n(): number {
    return this.#vec.n;
  }

  get singleObservationSpace(): Box {
    return this.#vec.singleObservationSpace;
  }

  get singleActionSpace(): Box {
    return this.#vec.singleActionSpace;
  }

  get observationSpace(): Box {
    return this.#vec.observationSpace;
  }

  get actionSpace(): Box {
    return this.#vec.actionSpace;
  }

  get metadata(): VectorMetadata {
    return this.#vec.metadata;
  }

  reset(options?: VectorResetOptions): VectorResetResult {
    this.#checkIdle();
    return this.#vec.reset(options);
  }

  async resetAsync(options?: VectorResetOptions): Promise<VectorResetResult> {
    return this.reset(options);
  }

  step(): VectorStepResult {
    throw new EnvError('cannot-block', 'a step on a GPU has to be waited for', { hint: 'use stepAsync' });
  }

  async stepAsync(actions: ArrayLike<number>): Promise<VectorStepResult> {
    this.#checkIdle();
    this.#vec.checkStep(actions);
    const taken = Float64Array.from(actions); // the caller may change them meanwhile
    this.#isBusy = true;
    try {
      this.#prepare(taken);
      await this.#send();
      await this.batch.step((this.#tasks[0] as TaskEnv).frameSkip);
      await this.#receive();
    } finally {
      this.#isBusy = false;
    }
    return this.#vec.step(taken);
  }

  save(): Uint8Array {
    this.#checkIdle();
    return this.#vec.save();
  }

  async saveAsync(): Promise<Uint8Array> {
    return this.save();
  }

  load(bytes: Uint8Array): void {
    this.#checkIdle();
    this.#vec.load(bytes);
    this.#isLoaded = true;
  }

  async loadAsync(bytes: Uint8Array): Promise<void> {
    this.load(bytes);
  }

  async close(): Promise<void> {
    await this.#vec.close();
    await this.batch.close();
  }

  /** Has tasks turn actions into controls, but for those that start over instead. */
  #prepare(actions: Float64Array): void {
    const { size } = this.singleActionSpace;
    this.#tasks.forEach((task, k) => {
      if (!this.#vec.startsOver(k)) task.prepare(actions.subarray(k * size, (k + 1) * size));
    });
  }

  /** Sends what tasks have set. States that nobody has changed arrive as they were: they are in single precision already. */
  async #send(): Promise<void> {
    const { batch } = this;
    const { nmocap } = batch.model;
    let anyFresh = false;
    this.#tasks.forEach((task, k) => {
      this.#fresh[k] = task.takeFresh() || this.#isLoaded ? 1 : 0;
      anyFresh ||= this.#fresh[k] === 1;
    });
    if (anyFresh) batch.resetWhere(this.#fresh);
    if (this.#isLoaded) batch.writeField('qacc_warmstart', this.#rowsOf('qacc_warmstart'));
    this.#isLoaded = false;
    if (nmocap > 0) for (const name of ['mocap_pos', 'mocap_quat'] as const) batch.writeField(name, this.#rowsOf(name));
    const { nq, nv, na, nu } = batch.model;
    const width = nq + nv + na;
    this.#tasks.forEach(({ data }, k) => {
      this.#states.set(data.qpos, k * width);
      this.#states.set(data.qvel, k * width + nq);
      this.#states.set(data.act, k * width + nq + nv);
      this.#ctrl.set(data.ctrl, k * nu);
    });
    await batch.write({ states: this.#states, ctrl: this.#ctrl });
  }

  /** A row of each environment's field. */
  #rowsOf(name: 'mocap_pos' | 'mocap_quat' | 'qacc_warmstart'): Float64Array {
    const width = (this.#tasks[0] as TaskEnv).data[name].length;
    const rows = new Float64Array(this.n * width);
    this.#tasks.forEach(({ data }, k) => {
      rows.set(data[name], k * width);
    });
    return rows;
  }

  /** Brings back what tasks read, and what went wrong. */
  async #receive(): Promise<void> {
    const names = this.#names;
    const rows = await this.batch.readFields([...names, 'warning_number', 'time']);
    this.#tasks.forEach(({ data }, k) => {
      for (const name of names) copyRow(data[name] as Float64Array, rows[name], k);
      copyRow(data.warning.number, rows['warning_number'], k);
      data.time = rows['time'][k] as number;
    });
  }

  #checkIdle(): void {
    if (this.#isBusy)
      throw new EnvError('busy', 'an asynchronous call is still running', { hint: 'wait for its promise' });
  }
}

/** Copies row `k` of a matrix with rows as long as the target. */
function copyRow(target: Float64Array | Int32Array, rows: Float64Array, k: number): void {
  const { length } = target;
  for (let i = 0; i < length; i++) target[i] = rows[k * length + i] as number;
}

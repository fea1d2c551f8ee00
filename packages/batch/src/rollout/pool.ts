import { ArgumentError, cloneModel, type Model } from '@qpos/core';
import { BatchError, EnvironmentError } from '../errors.ts';
import { checkName, sharesMemory } from '../options.ts';
import { failureOf } from '../share/failures.ts';
import { loadRewardModule } from '../share/reward-module.ts';
import { type RolloutArrays, Rollouts, type Tiled } from '../share/rollouts.ts';
import { checkSendable, checkSettings, countWorkers } from '../start.ts';
import { canShare } from '../workers/platform.ts';
import { type EngineStart, workerProgram } from '../workers/programs.ts';
import type { RolloutAnswer, RolloutModels, RolloutRequest } from '../workers/rollout-protocol.ts';
import { startThread, type Thread, type WorkerFactory } from '../workers/thread.ts';
import { aborted, type PlannedRollout, type RolloutResult } from './plan.ts';
import { type PoolMemory, SeparatePoolMemory, SharedPoolMemory } from './pool-memory.ts';

/** How a pool is made. */
export interface RolloutPoolOptions {
  /** Threads beside this one: as many as the machine has by default, 0 for none. */
  readonly workers?: number | 'auto';
  /** Where workers compute: on the memory of this thread, where the models are then stored once, or on memory of their own; `auto` by default. */
  readonly memory?: 'auto' | 'shared' | 'separate';
  /** A module that exports `callbacks` or `plugins` of the model, by its address. */
  readonly module?: URL | string;
  /** Makes the workers of a page whose content security policy does not allow those that are made from text. */
  readonly worker?: WorkerFactory;
}

type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | RolloutAnswer;

/** Chunks that a worker has at a time: it need not wait for the next. */
const AHEAD = 2;
/** Milliseconds for which this thread rolls out before others have a turn. */
const TURN = 4;
/** Times that a chunk is tried before its rollout fails. */
const TRIES = 3;

interface Chunk {
  readonly first: number;
  readonly end: number;
  tries: number;
}

/** A rollout that is being made. */
interface Job {
  readonly id: number;
  readonly planned: PlannedRollout;
  readonly waiting: Chunk[];
  readonly shared: boolean;
  readonly stop: Int32Array | undefined;
  done: number;
  steps: number;
  resolve(): void;
  reject(error: unknown): void;
}

interface Runner {
  thread: Thread;
  /** How it starts its engine; nothing of it once it has. */
  engine: EngineStart;
  ready: Promise<void>;
  readonly chunks: Chunk[];
  settle?: { resolve(): void; reject(error: unknown): void };
}

/**
 * Workers that are kept between rollouts of a model. Any number of pools can be used at a time.
 *
 * @example
 * const pool = await RolloutPool.create(model, { workers: 2 });
 * const { FULLPHYSICS } = enums.StateBit;
 * const initialState = new Float64Array(stateSize(model, FULLPHYSICS));
 * getState(model, data, initialState, FULLPHYSICS);
 * for (let k = 0; k < 3; k++) await rollout(model, { initialState, nstep: 10, pool });
 * await pool.close();
 */
export class RolloutPool {
  readonly #options: RolloutPoolOptions;
  readonly #runners: Runner[] = [];
  readonly #memory: PoolMemory;
  #models: readonly Model[] = [];
  #message: Omit<RolloutModels, 'engine'> | undefined;
  /** Rollouts of this thread, with models of their own. */
  #local: { readonly rollouts: Rollouts; readonly models: readonly Model[] } | undefined;
  #job: Job | undefined;
  #jobs = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;

  private constructor(options: RolloutPoolOptions, memory: PoolMemory) {
    this.#options = options;
    this.#memory = memory;
  }

  /**
   * Starts the workers of a pool.
   *
   * @param model The model, or one for each row.
   * @param options How many workers.
   * @returns The pool, when its workers are ready.
   * @example
   * const pool = await RolloutPool.create(model, { workers: 1 });
   * console.log(pool.workers); // 1
   * await pool.close();
   */
  static async create(
    model: Model | readonly Model[],
    options: RolloutPoolOptions & { /** @internal */ readonly most?: number } = {},
  ): Promise<RolloutPool> {
    checkSettings('options', options);
    const models = Array.isArray(model) ? (model as readonly Model[]) : [model as Model];
    const first = models[0] as Model;
    if (first?.backendName === undefined) throw new ArgumentError('a Model is needed, or several');
    const { workers, module, worker, memory = 'auto', most = Number.MAX_SAFE_INTEGER } = options;
    checkName('memory', memory, ['auto', 'shared', 'separate']);
    const count = countWorkers(first, { n: most, workers: workers ?? 'auto', ...(worker && { worker }) });
    if (count > 0) for (const m of models) checkSendable(m, module);
    const oneMemory = count > 0 && sharesMemory(first, count, memory);
    const pool = new RolloutPool(options, oneMemory ? new SharedPoolMemory() : new SeparatePoolMemory(first));
    try {
      for (let k = 0; k < count; k++) pool.#runners.push(pool.#startRunner(first));
      await pool.update(models);
    } catch (error) {
      await pool.close();
      throw error;
    }
    return pool;
  }

  /** Threads beside the one that made the pool. */
  get workers(): number {
    return this.#runners.length;
  }

  /** Whether the workers compute on the memory of the thread that made the pool, or on memory of their own. */
  get memory(): 'shared' | 'separate' {
    return this.#memory instanceof SharedPoolMemory ? 'shared' : 'separate';
  }

  /**
   * Takes other models, or the same ones after they were changed.
   *
   * @param model The model, or one for each row.
   * @returns A promise that is kept when all workers have them.
   * @example
   * const pool = await RolloutPool.create(model, { workers: 1 });
   * model.opt.timestep = 0.001;
   * await pool.update(model);
   * await pool.close();
   */
  async update(model: Model | readonly Model[]): Promise<void> {
    this.#check();
    const models = Array.isArray(model) ? (model as readonly Model[]) : [model as Model];
    this.#models = models;
    if (this.#runners.length === 0) {
      await this.#makeLocal(models);
      return;
    }
    const { module } = this.#options;
    this.#message = {
      kind: 'rollout-models',
      models: this.#memory.store(models),
      module: module === undefined ? undefined : String(module),
    };
    await Promise.all(this.#runners.map((runner) => this.#sendModels(runner)));
    this.#memory.settle();
  }

  /**
   * Ends the workers.
   *
   * @returns A promise that is kept when they have ended.
   */
  async close(): Promise<void> {
    this.#closed = true;
    this.#job?.reject(new BatchError('closed', 'the pool was closed'));
    await Promise.all(this.#runners.map(({ thread }) => thread.terminate(false)));
    this.#memory.close();
    await this.#queue; // what runs in this thread ends at its next turn
    this.#freeLocal();
  }

  /**
   * Ends the pool at the end of an `await using` block.
   *
   * @returns A promise that is kept when all has ended.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** @internal Makes a rollout after those that were asked for before. */
  async run(models: readonly Model[], planned: PlannedRollout): Promise<RolloutResult> {
    const before = this.#queue;
    const own = before.then(() => this.#runNow(models, planned));
    this.#queue = own.catch(() => {});
    return own;
  }

  #check(): void {
    if (this.#closed) throw new BatchError('closed', 'the pool was closed');
  }

  async #runNow(models: readonly Model[], planned: PlannedRollout): Promise<RolloutResult> {
    this.#check();
    if (models.length !== this.#models.length || models.some((m, k) => m !== this.#models[k]))
      await this.update(models);
    const { arrays, nbatch, plan, options } = planned;
    if (options.signal?.aborted) throw aborted();
    if (this.#runners.length === 0) await this.#runLocal(planned);
    else await this.#runInWorkers(planned);
    const { state, sensordata } = arrays;
    return { state, sensordata, nbatch, nstep: plan.nstep, nstate: state.length / (nbatch * plan.nstep) };
  }

  #chunks({ nbatch, options }: PlannedRollout): Chunk[] {
    const size = options.chunkSize ?? Math.max(1, Math.floor(nbatch / (10 * Math.max(1, this.#runners.length))));
    return Array.from({ length: Math.ceil(nbatch / size) }, (_, k) => ({
      first: k * size,
      end: Math.min(nbatch, (k + 1) * size),
      tries: 0,
    }));
  }

  async #makeLocal(models: readonly Model[]): Promise<void> {
    const { module } = this.#options;
    const { callbacks } = module === undefined ? {} : await loadRewardModule(String(module));
    const own = models.map(cloneModel);
    if (callbacks !== undefined) for (const model of own) model.callbacks = callbacks;
    this.#freeLocal();
    this.#local = { rollouts: new Rollouts(own), models: own };
  }

  #freeLocal(): void {
    this.#local?.rollouts.dispose();
    for (const model of this.#local?.models ?? []) model[Symbol.dispose]();
    this.#local = undefined;
  }

  async #runLocal(planned: PlannedRollout): Promise<void> {
    const { arrays, plan, nbatch, options } = planned;
    let steps = 0;
    let turn = performance.now();
    for (const { first, end } of this.#chunks(planned)) {
      this.#check();
      if (options.signal?.aborted) throw aborted();
      try {
        steps += this.#local?.rollouts.run(arrays, plan, first, end) ?? 0;
      } catch (error) {
        throw new EnvironmentError(first, failureOf(error, Number.NaN));
      }
      options.onProgress?.({ done: end, total: nbatch, steps });
      if (performance.now() - turn < TURN) continue;
      await new Promise((resolve) => setTimeout(resolve, 0)); // others may have something to do, such as to abort
      turn = performance.now();
    }
  }

  async #runInWorkers(planned: PlannedRollout): Promise<void> {
    const { options } = planned;
    const shared = canShare();
    const stop = shared ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    const own: PlannedRollout = shared ? { ...planned, arrays: sharedArrays(planned.arrays) } : planned;
    const abort = (): void => {
      if (stop !== undefined) Atomics.store(stop, 0, 1);
      this.#job?.reject(aborted());
    };
    options.signal?.addEventListener('abort', abort, { once: true });
    for (const { thread } of this.#runners) thread.hold(true);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#job = {
          id: ++this.#jobs,
          planned: own,
          waiting: this.#chunks(planned),
          shared,
          stop,
          done: 0,
          steps: 0,
          resolve,
          reject,
        };
        // one for each before anyone has another: few may be all there are
        for (let most = 1; most <= AHEAD; most++) for (const runner of this.#runners) this.#feed(runner, most);
      });
      if (own.arrays.state !== planned.arrays.state) planned.arrays.state.set(own.arrays.state);
      if (own.arrays.sensordata !== planned.arrays.sensordata) planned.arrays.sensordata.set(own.arrays.sensordata);
    } finally {
      this.#job = undefined;
      options.signal?.removeEventListener('abort', abort);
      for (const { thread } of this.#runners) thread.hold(false);
      for (const runner of this.#runners) runner.chunks.length = 0;
    }
  }

  #startRunner(model: Model): Runner {
    const chunks: Chunk[] = [];
    const thread = startThread(workerProgram(model.backendName, this.#options.worker), {
      message: (answer: unknown) => this.#take(runner, answer as Answer),
      end: (reason: string) => this.#lose(runner, reason),
    });
    const engine = this.#memory.engineFor(thread.stopped);
    const runner: Runner = { thread, engine, ready: Promise.resolve(), chunks };
    return runner;
  }

  /** Sends the models to a worker; the promise is kept when it has them. */
  async #sendModels(runner: Runner): Promise<void> {
    runner.ready = new Promise((resolve, reject) => {
      runner.settle = { resolve, reject };
    });
    runner.thread.hold(true);
    const { engine } = runner;
    runner.thread.post({ ...this.#message, engine });
    runner.engine = { backend: engine.backend };
    try {
      await runner.ready;
    } finally {
      runner.thread.hold(false);
    }
  }

  /** Gives a worker chunks until it has `most`. */
  #feed(runner: Runner, most = AHEAD): void {
    const job = this.#job;
    while (job !== undefined && runner.chunks.length < most) {
      const chunk = job.waiting.shift();
      if (chunk === undefined) return;
      runner.chunks.push(chunk);
      const request = requestOf(job, chunk);
      runner.thread.post(request, job.shared ? [] : buffersOf(request.arrays));
    }
  }

  #take(runner: Runner, answer: Answer): void {
    if (answer.kind === 'ready') runner.settle?.resolve();
    else if (answer.kind === 'chunk') this.#takeChunk(runner, answer);
    else {
      const code = answer.code === 'module' ? 'module' : 'no-worker';
      runner.settle?.reject(new BatchError(code, answer.message));
      const row = runner.chunks[0]?.first ?? 0;
      const failure = { code: 'engine', message: answer.message, time: Number.NaN } as const;
      this.#job?.reject(new EnvironmentError(row, failure));
    }
  }

  #takeChunk(runner: Runner, { job: id, first, end, steps, state, sensordata }: RolloutAnswer): void {
    const job = this.#job;
    if (job === undefined || id !== job.id) return; // of one that was aborted
    runner.chunks.splice(
      runner.chunks.findIndex((chunk) => chunk.first === first),
      1,
    );
    const { arrays, nbatch, options } = job.planned;
    if (state !== undefined) arrays.state.set(state, (first * arrays.state.length) / nbatch);
    if (sensordata !== undefined) arrays.sensordata.set(sensordata, (first * arrays.sensordata.length) / nbatch);
    job.done += end - first;
    job.steps += steps;
    options.onProgress?.({ done: job.done, total: nbatch, steps: job.steps });
    if (job.done === nbatch) job.resolve();
    else this.#feed(runner);
  }

  /** Another worker in the place of one that has ended; without memory for it the pool ends. */
  #restart(runner: Runner): Runner | undefined {
    try {
      const next = this.#startRunner(this.#models[0] as Model);
      this.#runners[this.#runners.indexOf(runner)] = next;
      return next;
    } catch (error) {
      this.#job?.reject(error);
      void this.close();
      return undefined;
    }
  }

  /** A worker has ended: another one makes its chunks. */
  #lose(runner: Runner, reason: string): void {
    const error = new BatchError('worker-lost', `a worker of the rollout has ended: ${reason}`);
    runner.settle?.reject(error);
    if (this.#closed) return;
    const lost = runner.chunks.splice(0);
    const job = this.#job;
    const next = this.#restart(runner);
    if (next === undefined) return;
    for (const chunk of lost) chunk.tries++;
    if (lost.some(({ tries }) => tries >= TRIES)) job?.reject(error);
    job?.waiting.unshift(...lost);
    const sent = this.#sendModels(next);
    if (job !== undefined) next.thread.hold(true);
    sent.then(
      () => this.#feed(next),
      (cause: unknown) => job?.reject(cause),
    );
  }
}

/** What a worker is told to do; without shared memory it gets its own part of everything. */
function requestOf({ id, planned, shared, stop }: Job, { first, end }: Chunk): RolloutRequest {
  const { arrays, nbatch } = planned;
  const plan = { ...planned.plan, stop };
  const request = { kind: 'rollout' as const, job: id, first, end, plan };
  if (shared) return { ...request, arrays, transferBack: false };
  const rows = (end - first) / nbatch;
  return {
    ...request,
    transferBack: true,
    arrays: {
      first,
      initialState: partOf(arrays.initialState, first, end),
      initialWarmstart: arrays.initialWarmstart && partOf(arrays.initialWarmstart, first, end),
      control: arrays.control && partOf(arrays.control, first, end),
      state: new Float64Array(arrays.state.length * rows),
      sensordata: new Float64Array(arrays.sensordata.length * rows),
    },
  };
}

/** The rows of an input, copied. */
function partOf(input: Tiled, first: number, end: number): Tiled {
  const { values, rowStride } = input;
  return { ...input, values: rowStride === 0 ? values.slice() : values.slice(first * rowStride, end * rowStride) };
}

const buffersOf = ({ initialState, initialWarmstart, control, state, sensordata }: RolloutArrays): ArrayBufferLike[] =>
  [initialState.values, initialWarmstart?.values, control?.values, state, sensordata].flatMap((a) =>
    a === undefined ? [] : [a.buffer],
  );

/** The same arrays in shared memory; those that lie there already as they are. */
function sharedArrays(arrays: PlannedRollout['arrays']): PlannedRollout['arrays'] {
  const share = (values: Float64Array, copy = true): Float64Array => {
    if (values.buffer instanceof SharedArrayBuffer) return values;
    const made = new Float64Array(new SharedArrayBuffer(values.byteLength));
    if (copy) made.set(values);
    return made;
  };
  const shareInput = (input: Tiled | undefined): Tiled | undefined =>
    input && { ...input, values: share(input.values) };
  return {
    first: arrays.first,
    initialState: shareInput(arrays.initialState) as Tiled,
    initialWarmstart: shareInput(arrays.initialWarmstart),
    control: shareInput(arrays.control),
    state: share(arrays.state, false),
    sensordata: share(arrays.sensordata, false),
  };
}

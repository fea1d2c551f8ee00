import { canBlock, canShare } from '@qpos/batch/threads';
import { type BackendName, engineModule } from '@qpos/core';
import type { Env } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import type { Box } from '../spaces/box.ts';
import { InfoReader } from '../workers/info-rows.ts';
import { Journal } from '../workers/journal.ts';
import { type Call, Member, type MemberOptions } from '../workers/member.ts';
import { type EnvWorkerFactory, workerProgram } from '../workers/program.ts';
import type { Columns, TaskStart } from '../workers/protocol.ts';
import { InfoTable } from './info-table.ts';
import { checkActions, checkMask, checkRunning, spacesOf } from './rules.ts';
import { readVector, writeVector } from './saved-vector.ts';
import {
  type MadeVectorEnv,
  seedsOf,
  type VectorMetadata,
  type VectorResetOptions,
  type VectorResetResult,
  type VectorStepResult,
} from './vector-env.ts';

/** How environments are made in workers. */
export interface ParallelOptions {
  readonly n: number;
  readonly workers: number;
  readonly task: TaskStart;
  readonly backend: BackendName;
  readonly worker?: EnvWorkerFactory;
}

/** Arrays of all environments, in memory that workers see if it can be shared. */
function makeColumns(n: number, observation: number, action: number, shared: boolean): Columns {
  const memory = (bytes: number): ArrayBuffer =>
    (shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)) as ArrayBuffer;
  return {
    actions: new Float64Array(memory(8 * n * action)),
    obs: new Float64Array(memory(8 * n * observation)),
    rewards: new Float64Array(memory(8 * n)),
    terminated: new Uint8Array(memory(n)),
    truncated: new Uint8Array(memory(n)),
    finalObs: new Float64Array(memory(8 * n * observation)),
  };
}

/** The rows of some environments. */
function rowsOf(all: Columns, n: number, [first, end]: readonly [number, number]): Columns {
  const rows = <T extends Float64Array | Uint8Array>(array: T): T =>
    array.subarray((first * array.length) / n, (end * array.length) / n) as T;
  const { actions, obs, rewards, terminated, truncated, finalObs } = all;
  return {
    actions: rows(actions),
    obs: rows(obs),
    rewards: rows(rewards),
    terminated: rows(terminated),
    truncated: rows(truncated),
    finalObs: rows(finalObs),
  };
}

/** JSON of what a task may get with a reset: arrays of numbers of any kind arrive as arrays. */
const plainArrays = (_: string, value: unknown): unknown =>
  ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;

/**
 * Environments in workers, with the results that one thread has. A worker that ends is replaced, and its environments are where they were
 * after the last call.
 */
export class ParallelVectorEnv implements MadeVectorEnv {
  readonly n: number;
  readonly workers: number;
  readonly singleObservationSpace: Box;
  readonly singleActionSpace: Box;
  readonly observationSpace: Box;
  readonly actionSpace: Box;
  readonly metadata: VectorMetadata;
  readonly #columns: Columns;
  readonly #members: readonly Member[];
  readonly #readers: readonly InfoReader[];
  readonly #tables: readonly [InfoTable, InfoTable];
  readonly #result: VectorStepResult;
  readonly #journal: Journal;
  readonly #isOver: Uint8Array;
  #call: Call | undefined;
  #isReset = false;
  #isBusy = false;
  #isClosed = false;

  private constructor(example: Env, { n, workers, task, backend }: ParallelOptions, program: MemberOptions['program']) {
    const spaces = spacesOf(example, n);
    const shared = canShare();
    this.n = n;
    this.workers = workers;
    this.singleObservationSpace = spaces.singleObservation;
    this.singleActionSpace = spaces.singleAction;
    this.observationSpace = spaces.observation;
    this.actionSpace = spaces.action;
    this.metadata = { ...example.metadata, autoreset: task.autoreset };
    this.#columns = makeColumns(n, spaces.singleObservation.size, spaces.singleAction.size, shared);
    this.#journal = new Journal(n * spaces.singleAction.size);
    this.#tables = [new InfoTable(n), new InfoTable(n)];
    this.#isOver = new Uint8Array(n);
    const { actions: _, ...results } = this.#columns;
    this.#result = { ...results, info: this.#tables[0].info, finalInfo: this.#tables[1].info };
    const engine = { backend, module: backend === 'wasm' ? engineModule() : undefined };
    this.#members = Array.from({ length: workers }, (_, slot) => {
      const range = [Math.floor((slot * n) / workers), Math.floor(((slot + 1) * n) / workers)] as const;
      return new Member({
        slot,
        range,
        columns: rowsOf(this.#columns, n, range),
        shared,
        start: { engine, task },
        program,
        history: () => this.#journal.before(this.#call as Call),
      });
    });
    this.#readers = this.#members.map(() => new InfoReader());
  }

  /** Starts the workers; `example` is an environment of the task, whose spaces are those of all. */
  static async create(example: Env, options: ParallelOptions): Promise<ParallelVectorEnv> {
    const made = new ParallelVectorEnv(example, options, await workerProgram(options.backend, options.worker));
    example.close();
    try {
      await Promise.all(made.#members.map((member) => member.begin()));
      await made.#keepAsync();
    } catch (error) {
      await made.close();
      throw error;
    }
    return made;
  }

  reset(options: VectorResetOptions = {}): VectorResetResult {
    this.#check(true);
    const inputs = this.#episodeStarts(options);
    if (this.#journal.isFull) this.#keep();
    return this.#told(this.#run(this.#journal.note('reset', undefined, inputs)), false);
  }

  async resetAsync(options: VectorResetOptions = {}): Promise<VectorResetResult> {
    this.#check(false);
    const inputs = this.#episodeStarts(options);
    return this.#alone(async () => {
      if (this.#journal.isFull) await this.#keepAsync();
      return this.#told(await this.#runAsync(this.#journal.note('reset', undefined, inputs)), false);
    });
  }

  step(actions: ArrayLike<number>): VectorStepResult {
    this.#check(true);
    this.#checkStep(actions);
    if (this.#journal.isFull) this.#keep();
    return this.#told(this.#run(this.#journal.note('step', actions)), true);
  }

  async stepAsync(actions: ArrayLike<number>): Promise<VectorStepResult> {
    this.#check(false);
    this.#checkStep(actions);
    return this.#alone(async () => {
      if (this.#journal.isFull) await this.#keepAsync();
      return this.#told(await this.#runAsync(this.#journal.note('step', actions)), true);
    });
  }

  save(): Uint8Array {
    this.#check(true);
    return this.#merge(this.#keep());
  }

  async saveAsync(): Promise<Uint8Array> {
    this.#check(false);
    return this.#alone(async () => this.#merge(await this.#keepAsync()));
  }

  load(bytes: Uint8Array): void {
    this.#check(true);
    const parts = this.#split(bytes);
    this.#run({ command: 'load', inputs: parts });
    this.#loaded(bytes, parts);
  }

  async loadAsync(bytes: Uint8Array): Promise<void> {
    this.#check(false);
    const parts = this.#split(bytes);
    await this.#alone(() => this.#runAsync({ command: 'load', inputs: parts }));
    this.#loaded(bytes, parts);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#members.map((member) => member.terminate()));
  }

  /** Makes a call in all workers and waits for them. */
  #run(call: Call): readonly Uint8Array[] {
    this.#call = call;
    for (const member of this.#members) member.send(call, false);
    return settled(this.#members.map((member) => attempt(() => member.finish(call))));
  }

  async #runAsync(call: Call): Promise<readonly Uint8Array[]> {
    this.#call = call;
    for (const member of this.#members) member.send(call, true);
    const results = await Promise.allSettled(this.#members.map((member) => member.finishAsync(call)));
    return settled(results.map((r) => (r.status === 'fulfilled' ? { value: r.value } : { error: r.reason })));
  }

  /** Saves all environments, so that workers that end can be replaced from here. */
  #keep(): readonly Uint8Array[] {
    const saved = this.#run({ command: 'save' }).map((bytes) => bytes.slice());
    this.#journal.begin(saved);
    return saved;
  }

  async #keepAsync(): Promise<readonly Uint8Array[]> {
    const saved = (await this.#runAsync({ command: 'save' })).map((bytes) => bytes.slice());
    this.#journal.begin(saved);
    return saved;
  }

  #episodeStarts({ seed, options: { reset_mask: mask, ...options } = {} }: VectorResetOptions): Uint8Array[] {
    const seeds = seedsOf(seed, this.n);
    checkMask(mask, this.n, this.#isReset);
    for (let k = 0; k < this.n; k++) if (mask === undefined || mask[k]) this.#isOver[k] = 0;
    return this.#members.map(({ range: [first, end] }) => {
      const start = {
        seeds: seeds.slice(first, end),
        mask: mask === undefined ? undefined : Array.from(mask).slice(first, end).map(Number),
        options,
      };
      return new TextEncoder().encode(JSON.stringify(start, plainArrays));
    });
  }

  /** Puts the infos of all workers together. */
  #told(outputs: readonly Uint8Array[], isStep: boolean): VectorStepResult {
    this.#isReset = true;
    outputs.forEach((bytes, slot) => {
      (this.#readers[slot] as InfoReader).read(bytes, (this.#members[slot] as Member).range, this.#tables);
    });
    const { terminated, truncated } = this.#columns;
    if (isStep) for (let k = 0; k < this.n; k++) this.#isOver[k] = (terminated[k] as number) | (truncated[k] as number);
    return this.#result;
  }

  #merge(parts: readonly Uint8Array[]): Uint8Array {
    const { autoreset } = this.metadata;
    const states = parts.map((bytes, slot) => {
      const [first, end] = (this.#members[slot] as Member).range;
      return readVector(bytes, end - first, autoreset);
    });
    return writeVector({
      autoreset,
      isReset: states.every(({ isReset }) => isReset),
      isOver: Uint8Array.from(states.flatMap(({ isOver }) => [...isOver])),
      envs: states.flatMap(({ envs }) => envs),
    });
  }

  #split(bytes: Uint8Array): Uint8Array[] {
    const { autoreset, isReset, isOver, envs } = readVector(bytes, this.n, this.metadata.autoreset);
    return this.#members.map(({ range }) =>
      writeVector({ autoreset, isReset, isOver: isOver.slice(...range), envs: envs.slice(...range) }),
    );
  }

  #loaded(bytes: Uint8Array, parts: readonly Uint8Array[]): void {
    const { isReset, isOver } = readVector(bytes, this.n, this.metadata.autoreset);
    this.#journal.begin(parts);
    this.#isReset = isReset;
    this.#isOver.set(isOver);
  }

  /** Refuses other calls until one is over. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
    }
  }

  #checkStep(actions: ArrayLike<number>): void {
    if (!this.#isReset) throw new EnvError('not-reset', 'step before the first reset', { hint: 'call vec.reset()' });
    checkActions(actions, this.n, this.singleActionSpace.size);
    if (this.metadata.autoreset === 'disabled') checkRunning(this.#isOver);
  }

  #check(waits: boolean): void {
    if (this.#isClosed) throw new EnvError('closed', 'the environments were closed', { hint: 'make others' });
    if (this.#isBusy)
      throw new EnvError('busy', 'an asynchronous call is still running', { hint: 'wait for its promise' });
    if (waits && !(canBlock() && canShare()))
      throw new EnvError('cannot-block', "a page's main thread cannot wait for workers", {
        hint: 'use stepAsync, resetAsync, saveAsync and loadAsync, or make the environments in a worker of your own',
      });
  }
}

type Settled = { readonly value: Uint8Array } | { readonly error: unknown };

function attempt(work: () => Uint8Array): Settled {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

/** All values; or the first error, when every worker is done. */
function settled(results: readonly Settled[]): readonly Uint8Array[] {
  return results.map((result) => {
    if ('error' in result) throw result.error;
    return result.value;
  });
}

import { ArgumentError, type Data, type Model, pin, snapshotField } from '@qpos/core';
import type { AutoBatchOptions, Batch, BatchOptions, BatchResult, BatchValues } from './batch.ts';
import { BatchColumns } from './batch-columns.ts';
import { Calls } from './calls.ts';
import { type Column, type NumberArray, rowOf } from './columns.ts';
import { tryGpu } from './device.ts';
import { BatchError } from './errors.ts';
import { type CheckedOptions, checkOptions } from './options.ts';
import { Origins } from './origins.ts';
import { decodeColumns, encodeColumns } from './save.ts';
import { constantFields } from './share/constants.ts';
import {
  CONSTANTS,
  ENDED,
  EPISODE,
  FAILED,
  GIVEN,
  isInput,
  journalColumn,
  ownColumns,
  RESET,
  RESTORE,
} from './share/own-columns.ts';
import { checkCount } from './start.ts';
import { startTeam } from './teams/start-team.ts';
import type { Team } from './teams/team.ts';
import { canShare } from './workers/platform.ts';

/** Columns that are saved as they are. */
const saved: readonly string[] = 'states ctrl sensordata rewards terminated truncated flags counters'.split(' ');

/**
 * Many environments of one model, stepped on all cores. The arrays are live: write controls (or states), step, read. The results are the
 * same bits for any number of workers, and those of `step` on one Data after the other.
 *
 * @example
 * const sim = await BatchSim.create(model, { n: 16, workers: 2 });
 * for (let k = 0; k < 10; k++) {
 *   sim.ctrl.fill(0.1);
 *   const { states, errors } = sim.stepAll(5);
 *   console.log(states[0], errors[0]);
 * }
 * await sim.close();
 */
export class BatchSim implements Batch {
  readonly model: Model;
  readonly n: number;
  readonly device = 'cpu';
  /** Numbers in a row of `states`. */
  readonly stateSize: number;
  /** `qpos`, `qvel` and `act` of each environment: what a call starts from and where it ended. */
  readonly states: Float64Array;
  /** Controls of each environment. */
  readonly ctrl: Float64Array;
  /** Sensor readings of each environment. */
  readonly sensordata: Float64Array;
  readonly #team: Team;
  readonly #columns: BatchColumns;
  readonly #origins: Origins;
  readonly #options: CheckedOptions;
  readonly #unpin: () => void;
  readonly #flags: Uint8Array;
  readonly #calls: Calls;

  /** @internal Use `BatchSim.create`. */
  private constructor(model: Model, options: CheckedOptions, columns: readonly Column[], team: Team) {
    this.model = model;
    this.#unpin = pin(model);
    this.n = options.n;
    this.stateSize = model.nq + model.nv + model.na;
    this.#options = options;
    this.#team = team;
    this.#columns = new BatchColumns(model, this.n, team, columns);
    this.#origins = new Origins(model, options.assignment.keyframe, this.#columns);
    this.#calls = new Calls(this.n, team, this.#columns);
    this.states = this.#calls.result.states;
    this.ctrl = this.#calls.result.ctrl;
    this.sensordata = this.#calls.result.sensordata;
    this.#flags = this.#columns.own('flags').array as Uint8Array;
    for (let e = 0; e < this.n; e++) {
      this.#columns.own('counters').array[3 * e + EPISODE] = -1;
      this.#begin(e);
    }
  }

  /**
   * Makes a batch and starts its workers.
   *
   * @param model The model; what is changed in it later does not reach the batch, see `expand`.
   * @param options How many environments, how many workers, and what else.
   * @returns The batch, when its workers are ready.
   * @example
   * const sim = await BatchSim.create(model, { n: 8, workers: 'auto', autoreset: 'done', maxSteps: 1000 });
   * console.log(sim.states.length === 8 * sim.stateSize);
   * await sim.close();
   */
  static async create(model: Model, options: BatchOptions): Promise<BatchSim>;
  /**
   * As above, on a GPU if there is one and `@qpos/webgpu` is imported.
   *
   * @param model The model.
   * @param options How many environments, and what else.
   * @returns The batch; `gpuRefusal` tells why it is none on a GPU.
   * @example
   * const sim = await BatchSim.create(model, { n: 8, workers: 0, device: 'auto' });
   * console.log(sim.device);
   * await sim.close();
   */
  static async create(model: Model, options: AutoBatchOptions): Promise<Batch>;
  static async create(model: Model, options: BatchOptions | AutoBatchOptions): Promise<Batch> {
    const unpin = pin(model); // also while its workers start
    try {
      if (options?.device !== 'auto') return await BatchSim.#start(model, options);
      const { device, nconmax, njmax, postConstraint, refusal, ...onProcessor } = options;
      return (await tryGpu(model, options)) ?? (await BatchSim.#start(model, onProcessor));
    } finally {
      unpin();
    }
  }

  static async #start(model: Model, options: BatchOptions): Promise<BatchSim> {
    const checked = checkOptions(model, options);
    const { n, workers } = checked;
    const shared = workers > 0 && canShare();
    const range = [0, n] as const;
    const columns = ownColumns(model, range, shared);
    columns.push(journalColumn(columns, range, shared));
    return new BatchSim(model, checked, columns, await startTeam(model, options, checked, columns));
  }

  /** Threads beside this one. */
  get workers(): number {
    return this.#team.workers;
  }

  /** Whether workers compute in the memory of this thread, where the Model is stored once, or each in its own. */
  get memory(): 'shared' | 'separate' {
    return this.workers === 0 || this.#options.oneMemory ? 'shared' : 'separate';
  }

  /**
   * A field of Data for all environments: a row each, filled by the next call. Inputs (`qfrc_applied`, `xfrc_applied`, `mocap_pos`, `time`
   * and the like) can be written; everything else is only read. `qpos`, `qvel` and `act` are set through `states`.
   *
   * @param name The name of the field.
   * @returns The array, which stays the same for the batch's life.
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 0 });
   * const xpos = sim.bind('xpos') as Float64Array;
   * sim.stepAll();
   * console.log(xpos.length === 4 * 3 * model.nbody);
   * await sim.close();
   */
  bind(name: string): NumberArray {
    this.#calls.check();
    const field = this.#origins.field(name);
    const key = name.replace('.', '_');
    const own = key === 'ctrl' || key === 'sensordata' ? this.#columns.own(key) : this.#columns.find('bound', key);
    if (own !== undefined) return own.array;
    this.#team.snapshot(this.#calls.generation);
    return this.#columns.bind(key, field, (column, e) => this.#fillBound(column, e)).array;
  }

  /**
   * The Data of one environment, where it is: no copy, and what the next call writes is seen in it. For looking at whatever a step has
   * computed, drawing it, or queries. States and inputs are set through `states`, `ctrl` and `bind`, since every call starts from there.
   *
   * Workers with memory of their own (`memory` is `separate`) have Data that this thread cannot see. A worker that was replaced has made
   * its Data anew, and the old one is disposed of, as it is when the batch is closed.
   *
   * @param environment Its index.
   * @returns The Data.
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 2, memory: 'shared' });
   * const data = sim.data(3);
   * sim.stepAll(10);
   * console.log(data.time === 10 * model.opt.timestep, data.ncon);
   * await sim.close();
   */
  data(environment: number): Data {
    this.#calls.check();
    this.#checkEnvironment(environment);
    return this.#team.dataOf(environment);
  }

  /**
   * A field of Model for all environments: a row each, at first with the model's values. What you write counts from the next call on; after
   * changes of masses, inertias or poses call `setConst`.
   *
   * @param name The name of the field, `geom_friction` or `opt.timestep`.
   * @returns The array, which stays the same for the batch's life.
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 0 });
   * const friction = sim.expand('geom_friction');
   * friction.fill(0.5, 0, 3 * model.ngeom); // of environment 0
   * sim.stepAll();
   * await sim.close();
   */
  expand(name: string): NumberArray {
    this.#calls.check();
    const key = name.replace('.', '_');
    if (typeof (this.model as unknown as Record<string, unknown>)[key] === 'number')
      throw new ArgumentError(`'${name}' is a size, and the same in all environments`, 'unsupported');
    return this.#columns.expand([key])[0] as NumberArray;
  }

  /**
   * Computes the constants that follow from changed masses, inertias, poses or `qpos0`, for each environment, at the beginning of the next
   * call. Where `setConst` refuses the values, the environment fails with the code `constants`.
   *
   * @param mask Which environments: one value for each; all by default.
   * @see setConst
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 0 });
   * sim.expand('body_mass').fill(2);
   * sim.setConst();
   * sim.stepAll();
   * await sim.close();
   */
  setConst(mask?: ArrayLike<boolean | number>): void {
    this.#calls.check();
    if (mask !== undefined) this.#checkMask(mask);
    this.#columns.expand(constantFields);
    for (let e = 0; e < this.n; e++) if (mask === undefined || mask[e]) this.#flag(e, CONSTANTS);
  }

  /**
   * Advances all environments and waits for them. Not on a page's main thread if there are workers: see `stepAllAsync`.
   *
   * Each environment starts from its rows of `states` and `ctrl`. One that failed in the call before starts over first.
   *
   * @param n How many time steps; 1 by default.
   * @returns What came of it, in the arrays of the batch.
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 0 });
   * const { states, rewards, failed } = sim.stepAll(5);
   * console.log(states[0], rewards[0], failed);
   * await sim.close();
   */
  stepAll(n = 1): BatchResult {
    return this.#calls.run('step', checkCount('n', n, 0));
  }

  /**
   * Advances all environments while this thread goes on. The arrays belong to the workers until the promise is kept.
   *
   * @param n How many time steps; 1 by default.
   * @returns What came of it, in the arrays of the batch.
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 2 });
   * const { states } = await sim.stepAllAsync(5);
   * console.log(states[0]);
   * await sim.close();
   */
  async stepAllAsync(n = 1): Promise<BatchResult> {
    return this.#calls.runAsync('step', checkCount('n', n, 0));
  }

  /**
   * Computes derived quantities and sensors of all environments at their current states, without advancing them: `forward`. Resets that
   * were asked for are carried out, so bound fields are those of the new states.
   *
   * @returns What came of it, in the arrays of the batch.
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 0 });
   * const xpos = sim.bind('xpos');
   * sim.reset(2);
   * sim.forwardAll();
   * console.log(xpos[3]);
   * await sim.close();
   */
  forwardAll(): BatchResult {
    return this.#calls.run('forward', 0);
  }

  /**
   * `forwardAll` while this thread goes on.
   *
   * @returns What came of it, in the arrays of the batch.
   */
  async forwardAllAsync(): Promise<BatchResult> {
    return this.#calls.runAsync('forward', 0);
  }

  /**
   * Starts one environment over. Its rows of states and inputs are the initial ones at once; derived fields follow in the next call.
   *
   * @param environment Its index.
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 0 });
   * sim.stepAll(10);
   * sim.reset(3);
   * console.log(sim.states[3 * sim.stateSize] === model.qpos0[0]);
   * await sim.close();
   */
  reset(environment: number): void {
    this.#calls.check();
    this.#checkEnvironment(environment);
    this.#begin(environment);
  }

  /**
   * Starts the flagged environments over and touches no other.
   *
   * @param mask Which: one value for each environment.
   * @param states Where they start, a row for each environment, of which only those of flagged ones count; the initial state by default.
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 0 });
   * const { terminated } = sim.stepAll(100);
   * sim.resetWhere(terminated);
   * await sim.close();
   */
  resetWhere(mask: ArrayLike<boolean | number>, states?: ArrayLike<number>): void {
    this.#calls.check();
    this.#checkMask(mask);
    const size = this.stateSize;
    if (states !== undefined && states.length !== this.n * size)
      throw new ArgumentError(`states has ${states.length} numbers, but ${this.n} x ${size} are needed`);
    for (let e = 0; e < this.n; e++) {
      if (!mask[e]) continue;
      this.#begin(e);
      if (states === undefined) continue;
      this.#flag(e, GIVEN);
      for (let k = e * size; k < (e + 1) * size; k++) this.states[k] = states[k] as number;
    }
  }

  /**
   * The number of the episode that an environment is in at the next call: how often it was reset before.
   *
   * @param environment Its index.
   * @returns The number, from 0 on.
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 0 });
   * sim.stepAll();
   * sim.reset(0);
   * console.log(sim.episodeOf(0), sim.episodeOf(1)); // 1 0
   * await sim.close();
   */
  episodeOf(environment: number): number {
    const { array } = this.#columns.own('counters');
    const { autoreset } = this.#options.assignment;
    const ended = array[3 * environment + ENDED] as number;
    const startsOver = autoreset !== 'never' && ended !== 0 && (autoreset === 'done' || ended === FAILED);
    const resets = startsOver || ((this.#flags[environment] as number) & RESET) !== 0;
    return (array[3 * environment + EPISODE] as number) + (resets ? 1 : 0);
  }

  /**
   * The whole batch as bytes: states, inputs, everything that later steps depend on, expanded and bound fields, counts of episodes.
   *
   * @returns The bytes.
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 0 });
   * const bytes = sim.save();
   * sim.stepAll(10);
   * sim.load(bytes); // as if nothing had happened
   * await sim.close();
   */
  save(): Uint8Array {
    this.#calls.check();
    const columns = saved.map((name) => this.#columns.own(name));
    this.#team.snapshot(this.#calls.generation);
    const last = { ...this.#columns.snapshot(this.#calls.generation), name: 'snapshot' };
    return encodeColumns(this.n, this.model, [...columns, last, ...this.#columns.all('bound', 'expanded')]);
  }

  /**
   * Brings the batch to the state that `save` stored, of this batch or of another of the same model and size.
   *
   * @param bytes What `save` returned.
   * @example
   * const sim = await BatchSim.create(model, { n: 4, workers: 0 });
   * const other = await BatchSim.create(model, { n: 4, workers: 2 });
   * other.load(sim.save()); // it goes on with the same bits
   * await sim.close();
   * await other.close();
   */
  load(bytes: Uint8Array): void {
    this.#calls.check();
    const columns = decodeColumns(bytes, this.n, this.model);
    this.#columns.expand(columns.filter(({ role }) => role === 'expanded').map(({ name }) => name));
    for (const { role, name } of columns) if (role === 'bound') this.bind(name);
    for (const column of columns) {
      const { role, name } = column;
      const target =
        name === 'snapshot' ? this.#columns.snapshot(this.#calls.generation) : this.#columns.find(role, name);
      if (target?.width !== column.width)
        throw new BatchError('saved-batch', `the saved batch has another width of ${name}`);
      target.array.set(column.array);
    }
    this.#calls.clearErrors();
    for (let e = 0; e < this.n; e++) this.#flag(e, RESTORE);
  }

  /**
   * Ends the workers and returns the memory. The arrays stay readable.
   *
   * @returns A promise that is kept when all has ended.
   */
  async close(): Promise<void> {
    if (!this.#calls.close()) return;
    await this.#team.close();
    this.#origins.dispose();
    this.#unpin();
  }

  /**
   * Ends the batch at the end of an `await using` block.
   *
   * @returns A promise that is kept when all has ended.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /**
   * Sets states or controls of all environments, as `Batch` wants it; to write to `states` and `ctrl` does the same.
   *
   * @param values A row for each environment.
   */
  async write(values: Partial<Pick<BatchValues, 'states' | 'ctrl'>>): Promise<void> {
    this.#calls.check();
    for (const name of ['states', 'ctrl'] as const) {
      const given = values[name];
      if (given === undefined) continue;
      if (given.length !== this[name].length)
        throw new ArgumentError(`${name} has ${given.length} numbers, but ${this[name].length} are needed`);
      this[name].set(given);
    }
  }

  /**
   * Advances all environments, as `Batch` wants it: `stepAllAsync`.
   *
   * @param n How many time steps; 1 by default.
   */
  async step(n = 1): Promise<void> {
    await this.stepAllAsync(n);
  }

  /**
   * Copies of values of all environments, as `Batch` wants it; to read the arrays themselves takes no copies.
   *
   * @param names Which.
   * @returns The values.
   */
  async read<K extends keyof BatchValues>(names: readonly K[]): Promise<Pick<BatchValues, K>> {
    this.#calls.check();
    const { result } = this.#calls;
    const unknown = names.find((name) => !(name in result));
    if (unknown !== undefined) throw new ArgumentError(`a batch has no '${unknown}'`, 'unknown-name');
    return Object.fromEntries(names.map((name) => [name, result[name].slice()])) as unknown as Pick<BatchValues, K>;
  }

  #checkEnvironment(environment: number): void {
    if (!Number.isInteger(environment) || environment < 0 || environment >= this.n)
      throw new ArgumentError(`environment ${environment} is not in [0, ${this.n})`);
  }

  #checkMask(mask: ArrayLike<boolean | number>): void {
    if (mask?.length !== this.n)
      throw new ArgumentError(`the mask has ${mask?.length ?? 'no'} values for ${this.n} environments`);
  }

  #flag(environment: number, flag: number): void {
    this.#flags[environment] = (this.#flags[environment] as number) | flag;
  }

  /** Marks an environment to start over, and writes the rows that it starts from. */
  #begin(e: number): void {
    this.#flags[e] = ((this.#flags[e] as number) & CONSTANTS) | RESET;
    this.#origins.write(e);
  }

  /** Fills the row of a field that has just been bound: inputs as they are now. */
  #fillBound(column: Column, e: number): void {
    if (!isInput(column.name)) return;
    const reset = ((this.#flags[e] as number) & RESET) !== 0;
    const last = this.#columns.snapshot(this.#calls.generation);
    const values = reset
      ? this.#origins.values(column.name, e)
      : snapshotField(this.model, rowOf(last, e) as Float64Array, column.name);
    rowOf(column, e).set(values);
  }
}

import {
  ArgumentError,
  fieldView,
  type Model,
  makeData,
  nameToId,
  pin,
  resetDataKeyframe,
  saveModel,
  snapshotField,
} from '@qpos/core';
import type { Batch, BatchOptions, BatchResult, BatchValues } from './batch.ts';
import { type Column, type ColumnRole, columnKey, makeColumn, type NumberArray, rowOf, typeOf } from './columns.ts';
import { BatchError, EnvironmentError } from './errors.ts';
import { decodeColumns, encodeColumns } from './save.ts';
import { constantFields } from './share/constants.ts';
import type { Assignment, Call } from './share/environments.ts';
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
import { checkRewardModule, loadRewardModule, type RewardModule } from './share/reward-module.ts';
import { checkCount, checkSendable, countWorkers } from './start.ts';
import { LocalTeam } from './teams/local-team.ts';
import { MessageTeam } from './teams/message-team.ts';
import { SharedTeam } from './teams/shared-team.ts';
import type { Outcome, Team } from './teams/team.ts';
import type { WorkerTeamOptions } from './teams/worker-team.ts';
import { canShare } from './workers/platform.ts';
import { engineStart } from './workers/programs.ts';

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
  readonly #columns = new Map<string, Column>();
  readonly #unpin: () => void;
  readonly #initial: ReturnType<typeof makeData>;
  readonly #flags: Uint8Array;
  readonly #autoreset: Assignment['autoreset'];
  readonly #hasKeyframe: boolean;
  readonly #errors: (EnvironmentError | undefined)[];
  readonly #result: { -readonly [K in keyof BatchResult]: BatchResult[K] };
  #generation = 0;
  #busy = false;
  #closed = false;

  /** @internal Use `BatchSim.create`. */
  private constructor(model: Model, assignment: Assignment, columns: readonly Column[], team: Team) {
    this.model = model;
    this.#unpin = pin(model);
    this.n = assignment.end;
    this.stateSize = model.nq + model.nv + model.na;
    this.#team = team;
    for (const column of columns) this.#columns.set(columnKey(column), column);
    this.#initial = makeData(model);
    if (assignment.keyframe >= 0) resetDataKeyframe(model, this.#initial, assignment.keyframe);
    this.#autoreset = assignment.autoreset;
    this.#hasKeyframe = assignment.keyframe >= 0;
    const array = <T extends NumberArray>(name: string): T => this.#own(name).array as T;
    this.states = array('states');
    this.ctrl = array('ctrl');
    this.sensordata = array('sensordata');
    this.#flags = array('flags');
    this.#errors = new Array(this.n).fill(undefined);
    this.#result = {
      states: this.states,
      ctrl: this.ctrl,
      sensordata: this.sensordata,
      rewards: array('rewards'),
      terminated: array('terminated'),
      truncated: array('truncated'),
      errors: this.#errors,
      failed: 0,
      replaced: [],
    };
    for (let e = 0; e < this.n; e++) {
      this.#own('counters').array[3 * e + EPISODE] = -1;
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
  static async create(model: Model, options: BatchOptions): Promise<BatchSim> {
    const unpin = pin(model); // also while its workers start
    try {
      return await BatchSim.#start(model, options);
    } finally {
      unpin();
    }
  }

  static async #start(model: Model, options: BatchOptions): Promise<BatchSim> {
    const { n, workers, assignment } = checkOptions(model, options);
    const shared = workers > 0 && canShare();
    const range = [0, n] as const;
    const columns = ownColumns(model, range, shared);
    columns.push(journalColumn(columns, range, shared));
    const team = await startTeam(model, options, { n, workers, assignment, columns });
    return new BatchSim(model, { ...assignment, first: 0, end: n }, columns, team);
  }

  /** Threads beside this one. */
  get workers(): number {
    return this.#team.workers;
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
    this.#check();
    const field = fieldView(this.#initial, name);
    const key = name.replace('.', '_');
    const own = key === 'ctrl' || key === 'sensordata' ? this.#own(key) : this.#columns.get(`bound:${key}`);
    if (own !== undefined) return own.array;
    this.#team.snapshot(this.#generation);
    const column = this.#add('bound', key, field);
    for (let e = 0; e < this.n; e++) this.#fillBound(column, e);
    this.#announce([column, this.#newJournal()]);
    return column.array;
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
    this.#check();
    const key = name.replace('.', '_');
    if (typeof (this.model as unknown as Record<string, unknown>)[key] === 'number')
      throw new ArgumentError(`'${name}' is a size, and the same in all environments`, 'unsupported');
    return this.#expandAll([key])[0] as NumberArray;
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
    this.#check();
    if (mask !== undefined) this.#checkMask(mask);
    this.#expandAll(constantFields);
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
    return this.#run('step', checkCount('n', n, 0));
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
    return this.#runAsync('step', checkCount('n', n, 0));
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
    return this.#run('forward', 0);
  }

  /**
   * `forwardAll` while this thread goes on.
   *
   * @returns What came of it, in the arrays of the batch.
   */
  async forwardAllAsync(): Promise<BatchResult> {
    return this.#runAsync('forward', 0);
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
    this.#check();
    if (!Number.isInteger(environment) || environment < 0 || environment >= this.n)
      throw new ArgumentError(`environment ${environment} is not in [0, ${this.n})`);
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
    this.#check();
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
    const { array } = this.#own('counters');
    const ended = array[3 * environment + ENDED] as number;
    const startsOver = this.#autoreset !== 'never' && ended !== 0 && (this.#autoreset === 'done' || ended === FAILED);
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
    this.#check();
    const columns = saved.map((name) => this.#own(name));
    this.#team.snapshot(this.#generation);
    const last = { ...this.#lastSnapshot, name: 'snapshot' };
    const more = [...this.#columns.values()].filter(({ role }) => role !== 'own');
    return encodeColumns(this.n, this.model, [...columns, last, ...more]);
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
    this.#check();
    const columns = decodeColumns(bytes, this.n, this.model);
    this.#expandAll(columns.filter(({ role }) => role === 'expanded').map(({ name }) => name));
    for (const { role, name } of columns) if (role === 'bound') this.bind(name);
    for (const column of columns) {
      const name = column.name === 'snapshot' ? (this.#generation & 1 ? 'snapshot1' : 'snapshot0') : column.name;
      const target = this.#columns.get(columnKey({ role: column.role, name }));
      if (target?.width !== column.width)
        throw new BatchError('saved-batch', `the saved batch has another width of ${column.name}`);
      target.array.set(column.array);
    }
    this.#errors.fill(undefined);
    this.#result.failed = 0;
    for (let e = 0; e < this.n; e++) this.#flag(e, RESTORE);
  }

  /**
   * Ends the workers and returns the memory. The arrays stay readable.
   *
   * @returns A promise that is kept when all has ended.
   */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#team.close();
    this.#initial[Symbol.dispose]();
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
    this.#check();
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
    this.#check();
    const unknown = names.find((name) => !(name in this.#result));
    if (unknown !== undefined) throw new ArgumentError(`a batch has no '${unknown}'`, 'unknown-name');
    return Object.fromEntries(names.map((name) => [name, this.#result[name].slice()])) as unknown as Pick<
      BatchValues,
      K
    >;
  }

  #own(name: string): Column {
    return this.#columns.get(`own:${name}`) as Column;
  }

  #check(): void {
    if (this.#closed) throw new BatchError('closed', 'the batch was closed');
    if (this.#busy)
      throw new BatchError('busy', 'the batch is being stepped', { hint: 'await the promise of stepAllAsync first' });
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
    const { qvel, act, ctrl } = this.#initial;
    const at = e * this.stateSize;
    this.states.set(this.#initialValues('qpos', e), at);
    this.states.set(qvel, at + this.model.nq);
    this.states.set(act, at + this.model.nq + this.model.nv);
    this.ctrl.set(ctrl, e * this.model.nu);
    for (const column of this.#columns.values())
      if (column.role === 'bound' && isInput(column.name)) rowOf(column, e).set(this.#initialValues(column.name, e));
  }

  /** What a field of Data is after a reset of environment `e`, with its own values of the Model. */
  #initialValues(name: string, e: number): NumberArray {
    const initial = fieldView(this.#initial, name);
    if (this.#hasKeyframe) return initial;
    const [source, width] = resetSources[name] ?? ['', 0];
    const expanded = this.#columns.get(`expanded:${source}`);
    if (expanded === undefined) return initial;
    const row = rowOf(expanded, e);
    if (width === 0) return row;
    const values = initial.slice();
    this.model.body_mocapid.forEach((k, b) => {
      if (k >= 0) values.set(row.subarray(width * b, width * b + width), width * k);
    });
    return values;
  }

  /** Fills the row of a field that has just been bound: inputs as they are now. */
  #fillBound(column: Column, e: number): void {
    if (!isInput(column.name)) return;
    const reset = ((this.#flags[e] as number) & RESET) !== 0;
    const values = reset
      ? this.#initialValues(column.name, e)
      : snapshotField(this.model, rowOf(this.#lastSnapshot, e) as Float64Array, column.name);
    rowOf(column, e).set(values);
  }

  /** What the last call left of everything. */
  get #lastSnapshot(): Column {
    return this.#own(this.#generation & 1 ? 'snapshot1' : 'snapshot0');
  }

  /** Adds a column for a field, whose rows are zero. */
  #add(role: ColumnRole, name: string, field: NumberArray): Column {
    const column = makeColumn({ role, name, type: typeOf(field), width: field.length }, [0, this.n], this.#team.shared);
    this.#columns.set(columnKey(column), column);
    return column;
  }

  #newJournal(): Column {
    const journal = journalColumn(this.#columns.values(), [0, this.n], this.#team.shared);
    this.#columns.set(columnKey(journal), journal);
    return journal;
  }

  /** The columns of fields of Model, made where there are none yet, with the model's values. */
  #expandAll(names: readonly string[]): NumberArray[] {
    const added: Column[] = [];
    const arrays = names.map((name) => {
      const field = fieldView(this.model, name);
      const known = this.#columns.get(`expanded:${name}`);
      if (known !== undefined) return known.array;
      const column = this.#add('expanded', name, field);
      for (let e = 0; e < this.n; e++) rowOf(column, e).set(field);
      added.push(column);
      return column.array;
    });
    if (added.length > 0) this.#announce(added);
    return arrays;
  }

  #announce(columns: readonly Column[]): void {
    this.#team.setColumns(columns);
  }

  #nextCall(kind: Call['kind'], steps: number): Call {
    this.#check();
    return { kind, steps, generation: this.#generation + 1, again: false };
  }

  #run(kind: Call['kind'], steps: number): BatchResult {
    const call = this.#nextCall(kind, steps);
    return this.#finish(call, this.#team.run(call));
  }

  async #runAsync(kind: Call['kind'], steps: number): Promise<BatchResult> {
    const call = this.#nextCall(kind, steps);
    this.#busy = true;
    try {
      return this.#finish(call, await this.#team.runAsync(call));
    } finally {
      this.#busy = false;
    }
  }

  #finish({ generation }: Call, { failures, replaced }: Outcome): BatchResult {
    this.#generation = generation;
    if (this.#result.failed > 0) this.#errors.fill(undefined);
    for (const [e, failure] of failures) this.#errors[e] = new EnvironmentError(e, failure);
    this.#result.failed = failures.length;
    this.#result.replaced = replaced;
    return this.#result;
  }
}

/** Fields of Data that a reset sets from a field of Model; the width of a body's part where they are those of mocap bodies. */
const resetSources: Readonly<Record<string, readonly [source: string, width: number]>> = {
  qpos: ['qpos0', 0],
  eq_active: ['eq_active0', 0],
  mocap_pos: ['body_pos', 3],
  mocap_quat: ['body_quat', 4],
};

interface Checked {
  readonly n: number;
  readonly workers: number;
  readonly assignment: Omit<Assignment, 'first' | 'end'>;
}

function checkOptions(model: Model, options: BatchOptions): Checked {
  if (model?.backendName === undefined) throw new ArgumentError('a Model is needed');
  const { n, strict = false, autoreset = 'failed', keyframe, maxSteps = 0, seed = 0 } = options ?? {};
  checkCount('n', n, 1);
  if (!['failed', 'done', 'never'].includes(autoreset))
    throw new ArgumentError(`autoreset is failed, done or never, not '${autoreset}'`, 'unknown-name');
  const workers = countWorkers(model, options);
  return {
    n,
    workers,
    assignment: {
      strict,
      autoreset,
      keyframe: keyframeIndex(model, keyframe),
      maxSteps: checkCount('maxSteps', maxSteps, 0),
      seed: checkCount('seed', seed, 0),
      replaceable: workers > 0,
    },
  };
}

function keyframeIndex(model: Model, keyframe: string | number | undefined): number {
  if (keyframe === undefined) return -1;
  const index = typeof keyframe === 'number' ? keyframe : nameToId(model, 'key', keyframe);
  if (!Number.isInteger(index) || index < 0 || index >= model.nkey)
    throw new ArgumentError(`the model has no keyframe '${keyframe}'`, 'unknown-name');
  return index;
}

async function startTeam(
  model: Model,
  { reward, worker }: BatchOptions,
  { n, workers, assignment, columns }: Checked & { readonly columns: readonly Column[] },
): Promise<Team> {
  if (workers === 0) {
    const module = await localModule(reward);
    return new LocalTeam(model, { ...assignment, first: 0, end: n }, columns, module);
  }
  checkSendable(model, reward);
  const options: WorkerTeamOptions = {
    n,
    workers,
    columns,
    factory: worker,
    start: {
      engine: engineStart(model.backendName),
      model: saveModel(model),
      rewardModule: reward === undefined ? undefined : String(reward),
      assignment,
    },
  };
  return (canShare() ? new SharedTeam(options) : new MessageTeam(options)).begin();
}

async function localModule(reward: BatchOptions['reward']): Promise<RewardModule> {
  if (reward === undefined) return {};
  if (typeof reward === 'string' || reward instanceof URL) return loadRewardModule(String(reward));
  return checkRewardModule(reward, 'reward');
}

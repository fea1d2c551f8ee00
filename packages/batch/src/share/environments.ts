import {
  applySnapshot,
  type Data,
  fieldView,
  forward,
  type Model,
  makeData,
  resetData,
  resetDataKeyframe,
  step,
  stepStrict,
  takeSnapshot,
} from '@qpos/core';
import { addressOf, Lockstep, watchWarnings } from '@qpos/core/threads';
import { setConst } from '@qpos/spec';
import { type Column, columnKey, copyNumbers, type NumberArray, rowOf } from '../columns.ts';
import type { Failure } from '../errors.ts';
import { streamOf } from '../random/generator.ts';
import { constantFields } from './constants.ts';
import { type Failures, failureOf, isReset, outside, resetFailure } from './failures.ts';
import { type JournalRows, keepJournal, takeBack } from './journal.ts';
import {
  CONSTANTS,
  DONE,
  ENDED,
  EPISODE,
  FAILED,
  GIVEN,
  isInput,
  journalled,
  RESET,
  RESTORE,
  STEPS,
} from './own-columns.ts';
import { boundModule, type RewardModule } from './reward-module.ts';

/** Which environments start over by themselves at the next call: those that failed, also those that are done, or none. */
export type Autoreset = 'failed' | 'done' | 'never';

/** What a thread must know about a batch. */
export interface Assignment {
  readonly first: number;
  readonly end: number;
  readonly strict: boolean;
  readonly autoreset: Autoreset;
  /** The keyframe that resets start from; -1 for none. */
  readonly keyframe: number;
  /** Steps after which an episode is truncated; 0 for never. */
  readonly maxSteps: number;
  readonly seed: number;
  /** Whether another thread may have to go on in place of this one: then every call leaves what that needs. */
  readonly replaceable: boolean;
}

/** A call to all environments. */
export interface Call {
  readonly kind: 'step' | 'forward';
  readonly steps: number;
  /** Number of the call: the snapshot of an even one is `snapshot0`, and the one before it is read from the other. */
  readonly generation: number;
  /** Whether a call that was broken off is made again, with what it had begun with. */
  readonly again: boolean;
}

/** A row of a column and the field that it belongs to, of the same length. */
interface Pair {
  readonly column: NumberArray;
  readonly field: NumberArray;
}

/** Where one environment is in every column. */
interface Rows extends JournalRows {
  readonly snapshots: readonly [Float64Array, Float64Array];
  /** `qpos`, `qvel`, `act`. */
  readonly state: readonly Pair[];
  /** What is written to Data before a call, and read from it afterwards. */
  readonly inputs: readonly Pair[];
  /** What is read from Data after a call. */
  readonly outputs: readonly Pair[];
  /** This environment's own fields of Model. */
  readonly expanded: readonly Pair[];
  /** Those of them that `setConst` writes. */
  readonly constants: readonly Pair[];
}

interface Environment {
  readonly index: number;
  readonly data: Data;
  readonly context: { environment: number; episode: number; steps: number };
  rows: Rows;
  /** The warning that has reset it in the present call, and what it was about; -1 for none. */
  warning: number;
  warningIndex: number;
  /** Why the present call has failed for it. */
  failure: Failure | undefined;
}

/** Environments that step in lockstep where the model allows it: more have no use, as their Data leave the cache before the next part of a step. */
const LOCKSTEP = 8;

/** Those that have numbers. */
const filled = (pairs: readonly Pair[]): Pair[] => pairs.filter(({ column }) => column.length > 0);

/** Reads fields into their rows. */
function readRows(pairs: readonly Pair[]): void {
  for (const { column, field } of pairs) copyNumbers(column, field);
}

/** Writes rows to their fields. */
function writeRows(pairs: readonly Pair[]): void {
  for (const { column, field } of pairs) copyNumbers(field, column);
}

/** A row and the field of Data that is read into it. A count has no view, so that it is read anew each time. */
function outputPair(column: NumberArray, data: Data, name: string): Pair {
  const field = fieldView(data, name);
  const counts = data as unknown as Readonly<Record<string, number>>;
  if (typeof counts[name] !== 'number') return { column, field };
  return {
    column,
    get field() {
      field[0] = counts[name] as number;
      return field;
    },
  };
}

/** The columns with one number for each environment. */
interface Marks {
  readonly first: number;
  readonly flags: Uint8Array;
  readonly started: Int32Array;
  readonly rewards: Float64Array;
  readonly terminated: Uint8Array;
  readonly truncated: Uint8Array;
}

/**
 * The environments of one thread. A call takes each of them from its rows to its Data, steps it, and writes its rows again; nothing that one
 * of them does reaches another.
 */
export class Environments {
  readonly #assignment: Assignment;
  readonly #module: RewardModule;
  #model: Model;
  readonly #columns = new Map<string, Column>();
  readonly #all: Environment[] = [];
  #marks: Marks;
  #scratch: Data | undefined;
  /** Each `LOCKSTEP` environments in their order. */
  readonly #groups: { readonly members: readonly Environment[]; readonly lockstep: Lockstep }[] = [];

  /** @param model A model that belongs to these environments alone if fields, callbacks or plugins are set. */
  constructor(model: Model, assignment: Assignment, columns: readonly Column[], module: RewardModule = {}) {
    this.#model = model;
    this.#assignment = assignment;
    this.#module = boundModule(module);
    if (module.callbacks !== undefined) model.callbacks = module.callbacks;
    for (const column of columns) this.#columns.set(columnKey(column), column);
    this.#marks = this.#findMarks();
    for (let e = assignment.first; e < assignment.end; e++) this.#all.push(this.#makeEnvironment(e));
    for (let k = 0; k < this.#all.length; k += LOCKSTEP) {
      const members = this.#all.slice(k, k + LOCKSTEP);
      const datas = members.map(({ data }) => data);
      this.#groups.push({ members, lockstep: new Lockstep(model, datas) });
    }
  }

  /** Takes an equal model; its fields are used from the next `setColumns` on. */
  setModel(model: Model): void {
    this.#model = model;
  }

  /** Takes new columns, or others in place of those of the same name. */
  setColumns(columns: readonly Column[]): void {
    for (const column of columns) this.#columns.set(columnKey(column), column);
    this.#marks = this.#findMarks();
    for (const e of this.#all) e.rows = this.#findRows(e.index, e.data);
  }

  /** Carries a call out for all environments. */
  run(call: Call): Failures {
    if (this.#canLockstep(call)) {
      for (const { members, lockstep } of this.#groups) {
        for (const e of members) this.#begin(e, call);
        const done = this.#stepTogether(members, lockstep, call.steps);
        for (const e of members) {
          if (done < call.steps) this.#attempt(e, call, call.steps - done);
          this.#end(e, call);
        }
      }
    } else {
      for (const e of this.#all) {
        this.#begin(e, call);
        this.#attempt(e, call, call.steps);
        this.#end(e, call);
      }
    }
    const failures: Failures = [];
    for (const { index, failure } of this.#all) if (failure !== undefined) failures.push([index, failure]);
    return failures;
  }

  /** Whether the environments of a group may begin before the first of them ends: they share the model, and what a module remembers. */
  #canLockstep({ kind }: Call): boolean {
    const { strict } = this.#assignment;
    const [first] = this.#all;
    return kind === 'step' && !strict && first?.rows.expanded.length === 0 && this.#module.before === undefined;
  }

  /** Steps a group in lockstep as far as that goes; returns how many steps were made. */
  #stepTogether(members: readonly Environment[], lockstep: Lockstep, steps: number): number {
    for (const { failure } of members) if (failure !== undefined) return 0;
    let done = 0;
    while (done < steps && lockstep.step(this.#model)) done++;
    return done;
  }

  /** Writes what later calls depend on, but for environments that are still to be made from a snapshot. */
  snapshot(generation: number): void {
    const { flags, first } = this.#marks;
    for (const e of this.#all)
      if (((flags[e.index - first] as number) & RESTORE) === 0) this.#takeSnapshot(e, generation);
  }

  /** The Data of one of these environments. */
  dataOf(environment: number): Data {
    return (this.#all[environment - this.#assignment.first] as Environment).data;
  }

  /** Returns the memory of all Data. */
  dispose(): void {
    for (const { lockstep } of this.#groups) lockstep[Symbol.dispose]();
    this.#groups.length = 0;
    for (const { data } of this.#all) data[Symbol.dispose]();
    this.#all.length = 0;
  }

  #own(name: string): Column {
    return this.#columns.get(`own:${name}`) as Column;
  }

  #findMarks(): Marks {
    const array = <T extends NumberArray>(name: string): T => this.#own(name).array as T;
    return {
      first: this.#own('flags').first,
      flags: array('flags'),
      started: array('started'),
      rewards: array('rewards'),
      terminated: array('terminated'),
      truncated: array('truncated'),
    };
  }

  #makeEnvironment(index: number): Environment {
    const data = makeData(this.#model);
    rowOf(this.#own('address'), index)[0] = addressOf(data);
    const context = { environment: index, episode: 0, steps: 0 };
    const rows = this.#findRows(index, data);
    const made: Environment = { index, data, context, rows, warning: -1, warningIndex: 0, failure: undefined };
    watchWarnings(data, (kind, info) => {
      if (made.warning >= 0 || !isReset(kind)) return;
      made.warning = kind;
      made.warningIndex = info;
    });
    return made;
  }

  #findRows(index: number, data: Data): Rows {
    const row = (column: Column): NumberArray => rowOf(column, index);
    const own = (name: string): NumberArray => row(this.#own(name));
    const columns = [...this.#columns.values()].filter(({ width }) => width > 0);
    const bound = columns.filter(({ role }) => role === 'bound');
    const inData = (column: Column): Pair => ({ column: row(column), field: fieldView(data, column.name) });
    const expanded = columns.filter(({ role }) => role === 'expanded');
    const inModel = (column: Column): Pair => ({ column: row(column), field: fieldView(this.#model, column.name) });
    return {
      snapshots: [own('snapshot0') as Float64Array, own('snapshot1') as Float64Array],
      counters: own('counters'),
      state: filled(statePairs(own('states'), data)),
      inputs: filled([
        { column: own('ctrl'), field: data.ctrl },
        ...bound.filter(({ name }) => isInput(name)).map(inData),
      ]),
      outputs: filled([
        { column: own('sensordata'), field: data.sensordata },
        ...bound.filter(({ name }) => !isInput(name)).map((column) => outputPair(row(column), data, column.name)),
      ]),
      expanded: expanded.map(inModel),
      constants: expanded.filter(({ name }) => constantFields.includes(name)).map(inModel),
      journal: own('journal') as Float64Array,
      journalled: journalled(columns).map(row),
    };
  }

  #takeSnapshot({ data, rows }: Environment, generation: number): void {
    takeSnapshot(this.#model, data, generation & 1 ? rows.snapshots[1] : rows.snapshots[0]);
  }

  /** The first part of a call for one environment: up to its steps. */
  #begin(e: Environment, call: Call): void {
    const { first, started, flags } = this.#marks;
    const { replaceable } = this.#assignment;
    const row = e.index - first;
    const begun = call.again && Atomics.load(started, row) === call.generation;
    if (begun) flags[row] = takeBack(e.rows);
    else if (replaceable) keepJournal(e.rows, flags[row] as number);
    if (replaceable) Atomics.store(started, row, call.generation);
    e.warning = -1;
    e.failure = undefined;
    try {
      this.#prepare(e, call);
      const { before } = this.#module;
      if (before !== undefined && call.kind === 'step')
        outside('module', 'before', before, this.#model, e.data, e.context);
    } catch (error) {
      e.failure = failureOf(error, e.data.time);
    }
  }

  /** Its steps, by itself. */
  #attempt(e: Environment, { kind }: Call, steps: number): void {
    if (e.failure !== undefined) return;
    try {
      if (kind === 'forward') forward(this.#model, e.data);
      else if (this.#assignment.strict) stepStrict(this.#model, e.data, steps);
      else step(this.#model, e.data, steps);
    } catch (error) {
      e.failure = failureOf(error, e.data.time);
    }
  }

  /** The last part: what came of it. */
  #end(e: Environment, call: Call): void {
    const { data, rows, context } = e;
    const { flags, first } = this.#marks;
    if (e.failure === undefined) {
      try {
        if (call.kind === 'step') {
          context.steps += call.steps;
          rows.counters[STEPS] = context.steps;
        }
        if (e.warning < 0) this.#evaluate(e, call);
        else e.failure = resetFailure(e.warning, e.warningIndex, data.time);
      } catch (error) {
        e.failure = failureOf(error, data.time);
      }
    }
    if (e.failure !== undefined) this.#fail(e);
    readRows(rows.state);
    readRows(rows.inputs);
    readRows(rows.outputs);
    if (this.#assignment.replaceable) this.#takeSnapshot(e, call.generation);
    flags[e.index - first] = 0;
  }

  /** Model and Data as they are when the steps begin. */
  #prepare({ index, data, context, rows }: Environment, call: Call): void {
    const model = this.#model;
    const { counters } = rows;
    const flags = this.#marks.flags[index - this.#marks.first] as number;
    writeRows(rows.expanded);
    if (flags & CONSTANTS) this.#setConstants(rows);
    const over = call.kind === 'step' && this.#startsOver(counters[ENDED] as number);
    const reset = (flags & RESET) !== 0 || over;
    const last = call.generation & 1 ? rows.snapshots[0] : rows.snapshots[1];
    if (reset) this.#reset(data, counters);
    else if (flags & RESTORE || call.again) applySnapshot(model, data, last);
    // the row of one that starts over by itself still has its end
    if ((flags & RESET) === 0 && over) readRows(rows.state);
    writeRows(rows.state);
    writeRows(rows.inputs);
    context.episode = counters[EPISODE] as number;
    context.steps = counters[STEPS] as number;
    if (reset && !(flags & GIVEN) && this.#module.reset !== undefined) {
      const random = streamOf(this.#assignment.seed, index, context.episode);
      outside('module', 'reset', this.#module.reset, model, data, { ...context, random });
    }
  }

  #startsOver(ended: number): boolean {
    const { autoreset } = this.#assignment;
    return autoreset !== 'never' && ended !== 0 && (autoreset === 'done' || ended === FAILED);
  }

  #reset(data: Data, counters: NumberArray): void {
    const { keyframe } = this.#assignment;
    if (keyframe < 0) resetData(this.#model, data);
    else resetDataKeyframe(this.#model, data, keyframe);
    counters[EPISODE] = (counters[EPISODE] as number) + 1;
    counters[STEPS] = 0;
    counters[ENDED] = 0;
  }

  #setConstants({ constants }: Rows): void {
    const model = this.#model;
    this.#scratch ??= makeData(model);
    const { callbacks } = model;
    model.callbacks = {};
    try {
      outside('constants', 'setConst', setConst, model, this.#scratch);
    } finally {
      model.callbacks = callbacks;
    }
    readRows(constants);
  }

  /** Reward and end of a call that went well. */
  #evaluate({ index, data, context, rows }: Environment, { kind }: Call): void {
    if (kind === 'forward') return;
    const model = this.#model;
    const module = this.#module;
    const { first, rewards, terminated, truncated } = this.#marks;
    const { maxSteps } = this.#assignment;
    const row = index - first;
    let reward = 0;
    let ends = false;
    let breaks = maxSteps > 0 && context.steps >= maxSteps;
    if (module.reward !== undefined) reward = Number(outside('module', 'reward', module.reward, model, data, context));
    if (module.terminated !== undefined)
      ends = outside('module', 'terminated', module.terminated, model, data, context) === true;
    if (module.truncated !== undefined && !breaks)
      breaks = outside('module', 'truncated', module.truncated, model, data, context) === true;
    rewards[row] = reward;
    terminated[row] = ends ? 1 : 0;
    truncated[row] = breaks ? 1 : 0;
    rows.counters[ENDED] = ends || breaks ? DONE : 0;
  }

  /** A failed environment has no reward, and is terminated. */
  #fail({ index, rows }: Environment): void {
    const { first, rewards, terminated, truncated } = this.#marks;
    const row = index - first;
    rewards[row] = 0;
    terminated[row] = 1;
    truncated[row] = 0;
    rows.counters[ENDED] = FAILED;
  }
}

/** Where the parts of a row of `states` belong. */
function statePairs(row: NumberArray, { qpos, qvel, act }: Data): Pair[] {
  let at = 0;
  return [qpos, qvel, act].map((field) => {
    at += field.length;
    return { column: row.subarray(at - field.length, at), field };
  });
}

import { ArgumentError } from '../errors/argument-error.ts';
import type { Data } from '../model/data.ts';
import * as table from '../model/generated/layout.ts';
import { fieldNumber, intSlot, type TypedArray } from '../model/layout.ts';
import type { Model } from '../model/model.ts';
import { FieldError } from '../model/validate/field-error.ts';
import { validateModel } from '../model/validate/validate.ts';
import { boundedCounts, indexRules, raggedRules, rangeRules, rowObjects } from './data-rules.ts';
import { checked } from './switch.ts';

/** Functions that start from the state: what later stages have left in a Data is written before it is read. */
const FROM_STATE: ReadonlySet<string> = new Set([
  'step',
  'step1',
  'forward',
  'inverse',
  'fwdPosition',
  'fwdKinematics',
  'invPosition',
  'kinematics',
  'updateSleep',
]);

/** Functions that set a Data up, whatever it holds. */
const SET_UP: ReadonlySet<string> = new Set(['resetSleep', 'startHistories']);

const capacityOf = new Map(table.dynamicSizes.map(([name], size) => [name, size]));

/** A Data under examination. */
class Examination {
  readonly #data: Data;

  constructor(data: Data) {
    this.#data = data;
  }

  #refuse(field: string, row: number, value: number, valid: string): never {
    throw new FieldError('out-of-range', { field, row, value }, `it must be ${valid}`);
  }

  #count(name: string): number {
    return this.#data.ints[intSlot(table.dataScalars, name)];
  }

  /** Rows that there is room for. */
  #room(name: string): number {
    const size = capacityOf.get(name);
    return size === undefined
      ? (this.#data.model as unknown as Record<string, number>)[name]
      : this.#data.view(0)[size];
  }

  /** The valid part of an array. */
  #array(name: string): TypedArray {
    const field = fieldNumber(table.dataArrays, name);
    const { rows } = table.dataArrays[field];
    return capacityOf.has(rows) || rows === 'nisland' || rows === 'nidof'
      ? this.#data.valid(field)
      : this.#data.view(field);
  }

  counts(): void {
    const bounds = [...capacityOf.keys()].map((name) => [name, this.#room(name)] as const);
    const fixed = boundedCounts.map(([name, size]) => [name, this.#room(size)] as const);
    for (const [name, most] of [...bounds, ...fixed]) {
      const count = this.#count(name);
      if (count < 0 || count > most) this.#refuse(name, 0, count, `between 0 and ${most}`);
    }
  }

  indices(inputsOnly: boolean): void {
    for (const { field, least, below, rows, isInput } of indexRules) {
      if (inputsOnly && isInput !== true) continue;
      const values = this.#array(field);
      const room = this.#room(below);
      const count = rows === undefined ? values.length : this.#count(rows);
      for (let k = 0; k < count; k++)
        if (values[k] !== 0 && !(values[k] >= least && values[k] < room))
          this.#refuse(field, k, values[k], `between ${least} and ${room - 1}`);
    }
  }

  ragged(): void {
    for (const { adr, num, of, factor = 1 } of raggedRules) {
      const first = this.#array(adr);
      const count = this.#array(num);
      const room = factor * this.#room(of);
      for (let k = 0; k < first.length; k++) {
        if (count[k] < 0 || count[k] > room) this.#refuse(num, k, count[k], `between 0 and ${room}`);
        if (count[k] > 0 && !(first[k] >= 0 && first[k] + count[k] <= room))
          this.#refuse(adr, k, first[k], `between 0 and ${room - count[k]}`);
      }
    }
  }

  values(): void {
    for (const [field, most] of rangeRules) {
      const values = this.#array(field);
      for (let k = 0; k < values.length; k++)
        if (!(values[k] >= 0 && values[k] <= most)) this.#refuse(field, k, values[k], `between 0 and ${most}`);
    }
    const [types, ids] = [this.#array('efc_type'), this.#array('efc_id')];
    for (let r = 0; r < types.length; r++) {
      const room = this.#room(rowObjects[types[r]]);
      if (ids[r] !== 0 && !(ids[r] > 0 && ids[r] < room))
        this.#refuse('efc_id', r, ids[r], `between 0 and ${room - 1}`);
    }
  }
}

/** Refuses a Data whose counts or indices would lead a stage out of its arrays. */
function checkData(data: Data, inputsOnly: boolean): void {
  const examination = new Examination(data);
  examination.counts();
  examination.indices(inputsOnly);
  if (inputsOnly) return;
  examination.ragged();
  examination.values();
}

function checkArguments(kernel: string, m: unknown, d: unknown): void {
  if (SET_UP.has(kernel)) return;
  for (const object of [m, d]) {
    if (isModel(object)) validateModel(object);
    if (isData(object)) checkData(object, FROM_STATE.has(kernel));
  }
}

const isModel = (x: unknown): x is Model => (x as Partial<Model> | undefined)?.dataShape !== undefined;
const isData = (x: unknown): x is Data => (x as Partial<Data> | undefined)?.model !== undefined;

/**
 * Turns on checks of every index in a Model and its Data, before each stage uses them and after each callback. Numbers may be
 * anything, but an index that you have set out of range makes a step read and write elsewhere: with checks on it is refused with a
 * `FieldError` that names field and row. Off unless turned on, as it costs more than the step itself: for tests and debugging.
 *
 * @param on Whether to check.
 * @example
 * setChecks(true);
 * model.geom_bodyid[0] = 999;
 * try {
 *   step(model, data);
 * } catch (error) {
 *   if (error instanceof FieldError) console.log(error.field, error.row, error.value); // geom_bodyid 0 999
 * }
 * setChecks(false);
 */
export function setChecks(on: boolean): void {
  if (typeof on !== 'boolean') throw new ArgumentError(`setChecks takes true or false, not ${String(on)}`);
  checked.check = on ? checkArguments : undefined;
}

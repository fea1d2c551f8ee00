import { checkResult } from '../host/arguments.ts';
import { ArgumentError } from '../host/errors/argument-error.ts';
import type { Data } from '../host/model/data.ts';
import * as table from '../host/model/generated/layout.ts';
import { at, backendOf, checkModel } from '../host/model/handle.ts';
import { fieldNumber, type LayoutRow, type TypedArray, viewOf } from '../host/model/layout.ts';
import type { Model } from '../host/model/model.ts';
import { resetData } from '../host/model/reset.ts';
import { forward } from './simulate.ts';

// State, inputs, accelerations and what is asleep lie side by side in a Data; snapshot.test.ts looks that nothing is missing. A snapshot
// is a copy of that part, then the time, then the warnings.
const FIRST = fieldNumber(table.dataArrays, 'qpos');
const LAST = fieldNumber(table.dataArrays, 'tree_asleep');
const WARNINGS = table.fixedRows['nwarning'] as number;
const AWAKE = -1; // any negative number

/** Bytes before the part of a Data that is copied, and its length. */
function span({ dataShape }: Model): { start: number; bytes: number } {
  const { offset } = dataShape.placement;
  const start = offset[FIRST];
  return { start, bytes: offset[LAST + 1] - start };
}

/** Where in a Data lies what a snapshot has of it. */
interface Source {
  /** The part that is copied, as numbers. */
  readonly part: Float64Array;
  /** `warning.number` and `warning.lastinfo`. */
  readonly counts: Int32Array;
  readonly infos: Int32Array;
}

const sources = new WeakMap<Data, Source>();

function sourceOf(model: Model, data: Data): Source {
  const known = sources.get(data);
  if (known !== undefined) return known;
  const { start, bytes } = span(model);
  const { buffer, byteOffset } = data.block.bytes;
  const { number: counts, lastinfo: infos } = data.warning;
  const source = { part: new Float64Array(buffer, byteOffset + start, bytes / 8), counts, infos };
  sources.set(data, source);
  return source;
}

/**
 * How many numbers a snapshot of a Data has.
 *
 * @param model The model.
 * @returns The number of numbers.
 * @example
 * const snapshot = new Float64Array(snapshotSize(model));
 * takeSnapshot(model, data, snapshot);
 */
export function snapshotSize(model: Model): number {
  checkModel(model);
  return span(model).bytes / 8 + 1 + 2 * WARNINGS;
}

/**
 * Reads everything that later steps depend on: the state with inputs and warm start, accelerations, what is asleep, and the warnings so
 * far. Unlike `getState` it misses nothing, so `applySnapshot` in another Data, process or machine continues with the same bits. What a
 * plugin keeps outside of its state is not part of it.
 *
 * @param model The model.
 * @param data Its Data.
 * @param snapshot Receives `snapshotSize(model)` numbers; they are bytes of a Data, not all of them floating-point numbers.
 * @example
 * const snapshot = new Float64Array(snapshotSize(model));
 * takeSnapshot(model, data, snapshot);
 * step(model, data, 10);
 * applySnapshot(model, data, snapshot); // as if nothing had happened
 */
export function takeSnapshot(model: Model, data: Data, snapshot: Float64Array): void {
  backendOf(model, data);
  const { time } = data; // refused where the memory was returned
  const { part, counts, infos } = sourceOf(model, data);
  const n = part.length;
  checkResult('snapshot', snapshot, n + 1 + 2 * WARNINGS);
  snapshot.set(part);
  snapshot[n] = time;
  for (let k = 0; k < WARNINGS; k++) {
    snapshot[n + 1 + k] = counts[k];
    snapshot[n + 1 + WARNINGS + k] = infos[k];
  }
}

/**
 * Puts a Data into the state that `takeSnapshot` read from one of the same model.
 *
 * @param model The model.
 * @param data Its Data; everything in it is overwritten.
 * @param snapshot What `takeSnapshot` wrote.
 * @example
 * const snapshot = new Float64Array(snapshotSize(model));
 * takeSnapshot(model, data, snapshot);
 * const other = makeData(model);
 * applySnapshot(model, other, snapshot);
 * console.log(other.time === data.time);
 */
export function applySnapshot(model: Model, data: Data, snapshot: Float64Array): void {
  checkResult('snapshot', snapshot, snapshotSize(model));
  resetData(model, data);
  const asleep = snapshotField(model, snapshot, 'tree_asleep');
  if (asleep.some((t) => t >= 0)) computeAwake(model, data, snapshot);
  copyBack(model, data, snapshot);
  const { part, counts, infos } = sourceOf(model, data);
  const n = part.length;
  for (let k = 0; k < WARNINGS; k++) {
    counts[k] = snapshot[n + 1 + k];
    infos[k] = snapshot[n + 1 + WARNINGS + k];
  }
  backendOf(model, data).kernels.updateSleep(at(model), at(data), false);
}

/**
 * A field of Data in a snapshot.
 *
 * @param model The model.
 * @param snapshot What `takeSnapshot` wrote.
 * @param name The name of the field: part of the state, an input, `qacc` or `time`.
 * @returns A view of the snapshot.
 * @example
 * const snapshot = new Float64Array(snapshotSize(model));
 * takeSnapshot(model, data, snapshot);
 * console.log(snapshotField(model, snapshot, 'qpos')[0] === data.qpos[0]);
 */
export function snapshotField(model: Model, snapshot: Float64Array, name: string): TypedArray {
  checkResult('snapshot', snapshot, snapshotSize(model));
  const { start, bytes } = span(model);
  if (name === 'time') return snapshot.subarray(bytes / 8, bytes / 8 + 1);
  const field = fieldNumber(table.dataArrays, name);
  if (field < FIRST || field > LAST) throw new ArgumentError(`a snapshot has no field '${name}'`, 'unknown-name');
  const { offset, length } = model.dataShape.placement;
  const { type } = table.dataArrays[field] as LayoutRow;
  const from = offset[field] - start + snapshot.byteOffset;
  return viewOf(type, snapshot.buffer, from, length[field]);
}

function copyBack(model: Model, data: Data, snapshot: Float64Array): void {
  const { part } = sourceOf(model, data);
  part.set(snapshot.subarray(0, part.length));
  data.time = snapshot[part.length];
}

/** Computes what steps leave alone in trees that are asleep. */
function computeAwake(model: Model, data: Data, snapshot: Float64Array): void {
  const { callbacks } = model;
  const { onWarning } = data;
  copyBack(model, data, snapshot);
  data.tree_asleep.fill(AWAKE);
  backendOf(model, data).kernels.updateSleep(at(model), at(data), false);
  model.callbacks = {}; // they are not part of a restored state, and their results are computed again in the next step
  data.onWarning = undefined;
  try {
    forward(model, data);
  } finally {
    model.callbacks = callbacks;
    data.onWarning = onWarning;
  }
}

import { ArgumentError } from '@qpos/core';

/** An array of numbers of some kind. */
export type NumberArray = Float64Array | Float32Array | Int32Array | Uint8Array;
/** What the elements of a column are. */
export type ElementType = 'f64' | 'f32' | 'i32' | 'u8';

const kinds = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u8: Uint8Array } as const;

/** The element type of an array. */
export function typeOf(array: NumberArray): ElementType {
  for (const [type, Kind] of Object.entries(kinds)) if (array instanceof Kind) return type as ElementType;
  throw new ArgumentError('an array of numbers is needed');
}

/** What a column is for: the batch's own, a bound field of Data, or an expanded field of Model. */
export type ColumnRole = 'own' | 'bound' | 'expanded';

/** One quantity of all environments of a batch, or of those of one thread: a row each. */
export interface Column {
  readonly role: ColumnRole;
  readonly name: string;
  readonly type: ElementType;
  readonly width: number;
  /** The environment that the first row belongs to. */
  readonly first: number;
  readonly array: NumberArray;
}

/** How a column crosses threads. */
export interface ColumnMessage {
  readonly role: ColumnRole;
  readonly name: string;
  readonly type: ElementType;
  readonly width: number;
  readonly first: number;
  readonly buffer: ArrayBufferLike;
}

export const columnKey = ({ role, name }: { role: ColumnRole; name: string }): string => `${role}:${name}`;

/** A column of zeros. */
export function makeColumn(
  { role, name, type, width }: Pick<Column, 'role' | 'name' | 'type' | 'width'>,
  [first, end]: readonly [first: number, end: number],
  shared: boolean,
): Column {
  const bytes = (end - first) * width * kinds[type].BYTES_PER_ELEMENT;
  const buffer = shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  return openColumn({ role, name, type, width, first, buffer });
}

/** The column in a message. */
export function openColumn({ buffer, ...column }: ColumnMessage): Column {
  return { ...column, array: new kinds[column.type](buffer as ArrayBuffer) };
}

/** The message with a column. */
export function columnMessage({ array, ...column }: Column): ColumnMessage {
  return { ...column, buffer: array.buffer };
}

/** The row of one environment. */
export function rowOf({ array, width, first }: Column, environment: number): NumberArray {
  const at = (environment - first) * width;
  return array.subarray(at, at + width);
}

/** Rows up to this length are copied by a loop, which takes a tenth of the time of a call of `set`. */
const SHORT = 48;

/**
 * Copies all numbers of one array to another of the same type, from index `at` on. The loop sees double precision alone: one that has met arrays of
 * many types makes an object of every number.
 */
export function copyNumbers(target: NumberArray, source: NumberArray, at = 0): void {
  const n = source.length;
  if (n > SHORT || !(source instanceof Float64Array)) target.set(source, at);
  else for (let k = 0; k < n; k++) target[at + k] = source[k] as number;
}

/** Copies the rows of the environments that both columns have. */
export function copyRows(target: Column, source: Column): void {
  const { width } = target;
  const first = Math.max(target.first, source.first);
  const rows = Math.min(target.array.length / width + target.first, source.array.length / width + source.first) - first;
  const from = (first - source.first) * width;
  target.array.set(source.array.subarray(from, from + rows * width), (first - target.first) * width);
}

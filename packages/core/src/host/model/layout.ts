import { ArgumentError } from '../errors/argument-error.ts';
import type { ElementType, Width } from './fields/types.ts';

/** An array of an object. */
export interface LayoutRow {
  readonly name: string;
  readonly type: ElementType;
  readonly rows: string;
  readonly width: Width;
}
/** A scalar of an object. */
export interface LayoutScalar {
  readonly name: string;
  readonly type: 'f64' | 'i32';
  readonly initial: number;
}
export type Sizes = Readonly<Record<string, number>>;
export type TypedArray = Float64Array | Int32Array | Uint8Array | Float32Array;

export const elementBytes: Readonly<Record<ElementType, number>> = { f64: 8, i32: 4, u8: 1, f32: 4 };

/** A view of `length` elements of `type` at `offset` bytes. */
export function viewOf(type: ElementType, buffer: ArrayBufferLike, offset: number, length: number): TypedArray {
  switch (type) {
    case 'f64':
      return new Float64Array(buffer, offset, length);
    case 'i32':
      return new Int32Array(buffer, offset, length);
    case 'u8':
      return new Uint8Array(buffer, offset, length);
    case 'f32':
      return new Float32Array(buffer, offset, length);
  }
}

const prefixes: ReadonlySet<string> = new Set(['opt_', 'stat_', 'vis_', 'contact_', 'solver_', 'warning_']);
const solverCounts: ReadonlySet<string> = new Set(['solver_niter', 'solver_nnz', 'solver_fwdinv']);

/** Whether a field is a member of `opt`, `stat`, `vis`, `contact`, `solver` or `warning`. */
export const isPart = (name: string): boolean =>
  prefixes.has(name.slice(0, name.indexOf('_') + 1)) && !solverCounts.has(name);

/** The arrays of an object, a line each: name, element type, rows (of the line before if not given), width (1 if not given). */
export function readRows(text: string): LayoutRow[] {
  let type = '';
  let rows = '';
  return text.split('\n').map((line) => {
    const [name, ownType, ownRows, width = '1'] = line.split(' ') as [string, ...string[]];
    type = ownType || type;
    rows = ownRows || rows;
    const n = Number(width);
    return { name, type: type as ElementType, rows, width: Number.isNaN(n) ? (width as Width) : n };
  });
}

/** The scalars of an object, a line each: name, type (of the line before if not given), initial value (0 if not given). */
export function readScalars(text: string): LayoutScalar[] {
  let type = '';
  return text.split('\n').map((line) => {
    const [name, ownType, initial] = line.split(' ') as [string, ...string[]];
    type = ownType || type;
    return { name, type: type as 'f64' | 'i32', initial: Number(initial ?? 0) };
  });
}

/** Where an array is among those of its object. */
export const fieldNumber = (rows: readonly LayoutRow[], name: string): number => rows.findIndex((r) => r.name === name);

/** Where an integer scalar is in the `ints` of its object. */
export const intSlot = (scalars: readonly LayoutScalar[], name: string): number =>
  scalars.filter((s) => s.type === 'i32').findIndex((s) => s.name === name);

/** Row width of a field: a number, a size, or `size*number`. */
export function widthOf(width: Width, sizes: Sizes): number {
  if (typeof width === 'number') return width;
  const [name, factor] = width.split('*');
  return (sizes[name as string] as number) * (factor === undefined ? 1 : Number(factor));
}

/** Places of the arrays of one object in a single block of memory. */
export interface Placement {
  /** Byte offset of each array; -1 for those that live in memory of their own because they grow. */
  readonly offset: readonly number[];
  readonly length: readonly number[];
  readonly bytes: number;
}

const ALIGN = 16;
export const alignUp = (n: number): number => Math.ceil(n / ALIGN) * ALIGN;

/**
 * Lays out the arrays of fixed size one after the other, each aligned for SIMD.
 * `sizes` holds every row count that is not a literal; rows in `growing` get no place here.
 */
export function place(rows: readonly LayoutRow[], sizes: Sizes, growing: ReadonlySet<string>): Placement {
  const offset: number[] = [];
  const length: number[] = [];
  let bytes = 0;
  for (const { name, type, rows: count, width } of rows) {
    if (growing.has(count)) {
      offset.push(-1);
      length.push(0);
      continue;
    }
    const n = (sizes[count] ?? Number(count)) * widthOf(width, sizes);
    if (!Number.isInteger(n) || n < 0) throw new ArgumentError(`${name}: ${count} x ${width} is not a valid shape`);
    offset.push(bytes);
    length.push(n);
    bytes = alignUp(bytes + n * elementBytes[type]);
  }
  return { offset, length, bytes };
}

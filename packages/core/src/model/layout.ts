import type { ElementType, Width } from './fields/types.ts';

export type LayoutRow = readonly [name: string, type: ElementType, rows: string, width: Width];
export type LayoutScalar = readonly [name: string, type: 'f64' | 'i32', initial: number];
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

/** Whether a field is a member of `opt`, `stat`, `vis`, `contact`, `solver` or `warning`. */
export const isPart = (name: string): boolean =>
  /^(opt|stat|vis|contact|solver|warning)_(?!niter|nnz|fwdinv)/.test(name);

const lines = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' '));

/** The arrays of an object, a line each: name, element type, rows, width. */
export function readRows(text: string): LayoutRow[] {
  return lines(text).map(([name, type, rows, width]) => {
    const n = Number(width);
    return [name, type, rows, Number.isNaN(n) ? width : n] as unknown as LayoutRow;
  });
}

/** The scalars of an object, a line each: name, type, initial value. */
export function readScalars(text: string): LayoutScalar[] {
  return lines(text).map(([name, type, initial]) => [name, type, Number(initial)] as unknown as LayoutScalar);
}

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
  for (const [name, type, count, width] of rows) {
    if (growing.has(count)) {
      offset.push(-1);
      length.push(0);
      continue;
    }
    const n = (sizes[count] ?? Number(count)) * widthOf(width, sizes);
    if (!Number.isInteger(n) || n < 0) throw new RangeError(`${name}: ${count} x ${width} is not a valid shape`);
    offset.push(bytes);
    length.push(n);
    bytes = alignUp(bytes + n * elementBytes[type]);
  }
  return { offset, length, bytes };
}

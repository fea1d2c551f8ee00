import { fieldView, type Model } from '@qpos/core';
import type { ArrayRow, Kernels } from './kernels.ts';

/** Where a field is among the words of its object. */
export interface Place {
  readonly element: 'f' | 'i';
  readonly address: number;
  readonly length: number;
}

export type Places = ReadonlyMap<string, Place>;

/** Rows of growing arrays: by the name of the size. */
export type Rooms = Readonly<Record<string, number>>;

/** The number of elements of an array. */
function lengthOf([, rows, width]: ArrayRow, size: (name: string) => number): number {
  const number = (name: string): number => (/^\d+$/.test(name) ? Number(name) : size(name));
  const [first, factor = '1'] = String(width).split('*') as [string, string?];
  return number(rows) * number(first) * Number(factor);
}

/** Places one after the other, for those of the fields that `used` has, in the order of `first` and then of the table. */
export function placeFields(
  arrays: Readonly<Record<string, ArrayRow>>,
  scalars: Readonly<Record<string, 'f' | 'i'>>,
  used: ReadonlySet<string>,
  size: (name: string) => number,
  first: readonly string[] = [],
): { readonly places: Places; readonly words: number } {
  const places = new Map<string, Place>();
  let words = 0;
  for (const name of new Set([...first, ...Object.keys(scalars), ...Object.keys(arrays)])) {
    if (!used.has(name)) continue;
    const row = arrays[name];
    const element = row?.[0] ?? (scalars[name] as 'f' | 'i');
    const length = row === undefined ? 1 : lengthOf(row, size);
    places.set(name, { element, address: words, length });
    words += length;
  }
  return { places, words };
}

/** Row counts of Data: sizes of the model, or room that a batch has for what grows. */
export function sizeOf(kernels: Kernels, model: Model, rooms: Rooms): (name: string) => number {
  const { fixedRows, bounded } = kernels.layout;
  return (name) => rooms[name] ?? fixedRows[name] ?? (fieldView(model, bounded[name] ?? name)[0] as number);
}

/** Writes an array to words, floats as the bits of single precision. */
export function putWords(words: Int32Array, place: Place, values: ArrayLike<number>): void {
  const target = place.element === 'f' ? new Float32Array(words.buffer, words.byteOffset, words.length) : words;
  for (let k = 0; k < place.length; k++) target[place.address + k] = values[k] as number;
}

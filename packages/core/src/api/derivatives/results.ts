import { checkLength } from '../../host/arguments.ts';

/** Size of differences where none is given. */
export const DEFAULT_EPS = 1e-6;

/** Stands for a result that is not wanted. */
export const NOT_WANTED = new Float64Array(0);

/** Arrays that receive results: allocated where none is given, `null` for what is not wanted. */
export type ResultArrays<T> = { readonly [K in keyof T]?: Float64Array | null | undefined };

/** The array to write to: the one given, a new one if none is, or an empty one for `null`. */
export function resultArray(name: string, given: Float64Array | null | undefined, size: number): Float64Array {
  if (given === null) return NOT_WANTED;
  if (given === undefined) return new Float64Array(size);
  checkLength(name, given, size);
  return given;
}

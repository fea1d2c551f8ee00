/** Checks of arguments that are no Model or Data: each refuses with an `ArgumentError` that names the argument. */
import { ArgumentError } from './errors/argument-error.ts';

/** Refuses an array that is too short for what will be written to it or read from it. */
export function checkLength(name: string, array: ArrayLike<number>, least: number): void {
  if (typeof array !== 'object' || !(array?.length >= least))
    throw new ArgumentError(`${name} has ${isCounted(array) ? array.length : 'no'} numbers, but ${least} are needed`);
}

const isCounted = (x: unknown): x is ArrayLike<unknown> =>
  typeof x === 'object' && typeof (x as unknown[])?.length === 'number';

/** Refuses what cannot receive double precision numbers, or too few of them. */
export function checkResult(name: string, array: Float64Array, least: number): void {
  if (array?.[Symbol.toStringTag] !== 'Float64Array') throw new ArgumentError(`${name} must be a Float64Array`);
  checkLength(name, array, least);
}

/** Refuses an index outside [0, count). */
export function checkIndex(name: string, index: number, count: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new ArgumentError(`${name} ${shown(index)} is not in [0, ${count})`);
}

/** Refuses what is not a number; NaN is one. */
export function checkReal(name: string, x: number): void {
  if (typeof x !== 'number') throw new ArgumentError(`${name} must be a number, not ${shown(x)}`);
}

/** Refuses what is neither true nor false. */
export function checkFlag(name: string, x: boolean): void {
  if (typeof x !== 'boolean') throw new ArgumentError(`${name} must be true or false, not ${shown(x)}`);
}

/** Refuses what is not text. */
export function checkText(name: string, x: string): void {
  if (typeof x !== 'string') throw new ArgumentError(`${name} must be text, not ${shown(x)}`);
}

/** Refuses what is not an object with members. */
export function checkSettings(name: string, x: object): void {
  if (typeof x !== 'object' || x === null) throw new ArgumentError(`${name} must be an object, not ${shown(x)}`);
}

/** A value for a message. */
const shown = (x: unknown): string => (typeof x === 'object' && x !== null ? 'an object' : String(x));

import { QposError } from '@qpos/core/errors';

/**
 * What a part cannot do:
 *
 * - `bad-argument`: a value of the wrong type, size or range;
 * - `unknown-name`: a name that nothing here has;
 * - `unphysical`: numbers that no body, joint or material can have;
 * - `not-positive`: a matrix that must be positive definite is not;
 * - `not-converged`: an iteration ended without a solution.
 */
export type PartsErrorCode = 'bad-argument' | 'unknown-name' | 'unphysical' | 'not-positive' | 'not-converged';

/**
 * A part was given something that it cannot work with.
 *
 * @example
 * try {
 *   makePose([0, 0, 1], [0, 0, 0, 0]);
 * } catch (error) {
 *   if (error instanceof PartsError) console.log(error.code, error.message); // bad-argument: quat has no direction
 * }
 */
export class PartsError extends QposError<PartsErrorCode> {
  static override readonly name: string = 'PartsError';
}

const shown = (x: unknown): string => (typeof x === 'object' && x !== null ? 'an object' : String(x));

const refuse = (name: string, wanted: string, x: unknown): never => {
  throw new PartsError('bad-argument', `${name} must be ${wanted}, not ${shown(x)}`);
};

/** Refuses what is not a number, NaN among it; infinity is one. Returns it. */
export function real(name: string, x: number): number {
  return typeof x === 'number' && !Number.isNaN(x) ? x : refuse(name, 'a number', x);
}

/** Refuses what is not a finite number; returns it. */
export function finite(name: string, x: number): number {
  return typeof x === 'number' && Number.isFinite(x) ? x : refuse(name, 'a finite number', x);
}

/** Refuses what is not a finite number above 0; returns it. */
export function positive(name: string, x: number): number {
  return typeof x === 'number' && x > 0 && Number.isFinite(x) ? x : refuse(name, 'a number above 0', x);
}

/** Refuses what is not a finite number from 0 on; returns it. */
export function notNegative(name: string, x: number): number {
  return typeof x === 'number' && x >= 0 && Number.isFinite(x) ? x : refuse(name, 'a number from 0 on', x);
}

/** Refuses what is not a number from 0 on; infinity, which means no bound, is one. Returns it. */
export function bound(name: string, x: number): number {
  return typeof x === 'number' && x >= 0 ? x : refuse(name, 'a number from 0 on, or Infinity', x);
}

/** Refuses what is not a number of an interval; returns it. */
export function within(name: string, x: number, least: number, most: number): number {
  return typeof x === 'number' && x >= least && x <= most ? x : refuse(name, `a number from ${least} to ${most}`, x);
}

const MOST = 2 ** 24;

/** Refuses a count below a least one, or one that no memory could hold; returns it. */
export function count(name: string, x: number, least = 1): number {
  return Number.isInteger(x) && x >= least && x <= MOST
    ? x
    : refuse(name, `a whole number from ${least} to ${MOST}`, x);
}

/** Refuses what is not text with something in it; returns it. */
export function text(name: string, x: string): string {
  return typeof x === 'string' && x !== '' ? x : refuse(name, 'text', x);
}

/** Refuses what is neither true nor false; returns it. */
export function flag(name: string, x: boolean): boolean {
  return typeof x === 'boolean' ? x : refuse(name, 'true or false', x);
}

/** Refuses what is not one of some words; returns it. */
export function oneOf<T extends string>(name: string, x: T, words: readonly T[]): T {
  return words.includes(x) ? x : refuse(name, `one of ${words.join(', ')}`, x);
}

/** Refuses what is no object with members; returns it. */
export function settings<T extends object>(name: string, x: T): T {
  return typeof x === 'object' && x !== null && !Array.isArray(x) ? x : refuse(name, 'an object', x);
}

/** Refuses what is not a function; returns it. */
export function callable<T>(name: string, f: T): T {
  return typeof f === 'function' ? f : refuse(name, 'a function', f);
}

/** Refuses what does not begin with `size` finite numbers. */
export function checkNumbers(name: string, x: ArrayLike<number>, size: number): void {
  if (typeof x !== 'object' || x === null || !(x.length >= size)) refuse(name, `an array of ${size} numbers`, x);
  for (let k = 0; k < size; k++) if (!Number.isFinite(x[k])) refuse(`${name}[${k}]`, 'a finite number', x[k]);
}

/** Refuses what is not a Float64Array of `size` numbers or more, to be written to; returns it. */
export function output(name: string, x: Float64Array, size: number): Float64Array {
  return x instanceof Float64Array && x.length >= size ? x : refuse(name, `a Float64Array of ${size} numbers`, x);
}

/** A copy of `size` finite numbers (any number of them if `size` is not given); refuses anything else. */
export function numbers(name: string, x: ArrayLike<number>, size = x?.length): Float64Array {
  if (typeof x !== 'object' || x === null || x.length !== size || !Number.isInteger(size))
    return refuse(name, size === undefined ? 'an array of numbers' : `an array of ${size} numbers`, x);
  const copy = Float64Array.from(x);
  for (let k = 0; k < copy.length; k++) finite(`${name}[${k}]`, x[k] as number);
  return copy;
}

/** A copy of a vector of 3, at unit length; refuses one without a direction. */
export function direction(name: string, x: ArrayLike<number>): Float64Array {
  return unit(name, numbers(name, x, 3));
}

/** A copy of a quaternion (w, x, y, z), at unit length; refuses one without a direction. */
export function rotation(name: string, x: ArrayLike<number>): Float64Array {
  return unit(name, numbers(name, x, 4));
}

const LEAST_LENGTH = 1e-10; // below this the direction is rounding

function unit(name: string, x: Float64Array): Float64Array {
  const length = Math.sqrt(x.reduce((sum, c) => sum + c * c, 0));
  if (!(length > LEAST_LENGTH && Number.isFinite(length)))
    throw new PartsError('bad-argument', `${name} has no direction`);
  return length === 1 ? x : x.map((c) => c / length);
}

import { checkLength, checkReal } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';

/** Numbers that a function reads: any array. */
export type Numbers = ArrayLike<number>;

/** Refuses what is not a finite number above 0. */
export function checkPositive(name: string, x: number): void {
  checkReal(name, x);
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) throw new ArgumentError(`${name} must be finite and above 0, not ${x}`);
}

/** Refuses an array that does not begin with `count` finite numbers. */
export function checkFinite(name: string, x: Numbers, count: number): void {
  checkLength(name, x, count);
  for (let k = 0; k < count; k++)
    if (!Number.isFinite(x[k])) throw new ArgumentError(`${name} holds ${String(x[k])} at place ${k}`);
}

/** Refuses a whole number outside of [least, most]. */
export function checkCount(name: string, x: number, least: number, most: number): void {
  if (!Number.isInteger(x) || x < least || x > most)
    throw new ArgumentError(`${name} must be a whole number from ${least} to ${most}, not ${String(x)}`);
}

/** Refuses anything but indices into `count` things. */
export function checkIndices(name: string, x: Numbers, count: number): void {
  for (let k = 0; k < x.length; k++)
    if (!Number.isInteger(x[k]) || x[k] < 0 || x[k] >= count)
      throw new ArgumentError(`${name} holds ${String(x[k])} at place ${k}, which is not in [0, ${count})`);
}

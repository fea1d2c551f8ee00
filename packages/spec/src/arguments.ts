/** Checks of arguments: each refuses with an `ArgumentError` that names the argument. */
import { ArgumentError } from '@qpos/core/errors';

const shown = (x: unknown): string => (typeof x === 'object' && x !== null ? 'an object' : String(x));

/** Refuses what is not text. */
export function requireText(name: string, x: string): void {
  if (typeof x !== 'string') throw new ArgumentError(`${name} must be text, not ${shown(x)}`);
}

/** Refuses what is not an object with members. */
export function requireObject(name: string, x: object): void {
  if (typeof x !== 'object' || x === null) throw new ArgumentError(`${name} must be an object, not ${shown(x)}`);
}

/** Refuses what is not a function. */
export function requireFunction(name: string, x: unknown): void {
  if (typeof x !== 'function') throw new ArgumentError(`${name} must be a function, not ${shown(x)}`);
}

/** Refuses what is not a whole number of at least `least`. */
export function requireCount(name: string, x: number, least: number): void {
  if (!Number.isInteger(x) || x < least)
    throw new ArgumentError(`${name} must be a whole number of at least ${least}, not ${shown(x)}`);
}

import { type Data, enums, getState, type Model, stateSize } from '@qpos/core';
import { QposError } from '@qpos/core/errors';

/**
 * What a controller cannot do:
 *
 * - `bad-argument`: sizes, weights, names or settings that make no sense;
 * - `not-stabilisable`: no feedback makes this linear system stable, or the cost does not see what is unstable;
 * - `not-positive`: a matrix that must be positive definite is not;
 * - `diverged`: a simulation of the plan left the numbers;
 * - `unsupported`: valid, but not available here.
 */
export type ControlErrorCode = 'bad-argument' | 'not-stabilisable' | 'not-positive' | 'diverged' | 'unsupported';

/**
 * A controller was given something that it cannot work with.
 *
 * @example
 * try {
 *   dlqr([2], [0], [1], [1]); // x' = 2x, which no control reaches
 * } catch (error) {
 *   if (error instanceof ControlError) console.log(error.code); // not-stabilisable
 * }
 */
export class ControlError extends QposError<ControlErrorCode> {
  static override readonly name: string = 'ControlError';
}

/** Refuses a setting that is not a number above 0. */
export function checkPositive(name: string, x: number): void {
  if (!(typeof x === 'number' && x > 0 && Number.isFinite(x)))
    throw new ControlError('bad-argument', `${name} must be a number above 0, not ${String(x)}`);
}

const MOST = 2 ** 24;

/** Refuses a count below a least one, or one that no memory could hold. */
export function checkCount(name: string, x: number, least = 1): void {
  if (!(Number.isInteger(x) && x >= least && x <= MOST))
    throw new ControlError('bad-argument', `${name} must be a whole number from ${least} to ${MOST}, not ${String(x)}`);
}

/** Refuses an array that has not the length it must have, or is none. */
export function checkSize(name: string, array: ArrayLike<number>, size: number): void {
  if (typeof array !== 'object' || array?.length !== size)
    throw new ControlError('bad-argument', `${name} has ${array?.length ?? 'no'} numbers, but must have ${size}`);
}

/** Refuses settings that are no object. */
export function checkSettings(name: string, x: object): void {
  if (typeof x !== 'object' || x === null)
    throw new ControlError('bad-argument', `${name} must be an object, not ${String(x)}`);
}

/** Refuses what is no Model, with the engine's own words. */
export function checkModel(model: Model): void {
  stateSize(model, enums.StateBit.TIME);
}

/** Refuses what is no Model with its Data. */
export function checkPair(model: Model, data: Data): void {
  checkModel(model);
  getState(model, data, new Float64Array(1), enums.StateBit.TIME);
}

/** Refuses what is not a function. */
export function checkFunction(name: string, f: unknown): void {
  if (typeof f !== 'function') throw new ControlError('bad-argument', `${name} must be a function`);
}

import { RandomGenerator } from '@qpos/batch';
import { EnvError } from '../errors.ts';

/** A seed that nobody chose. */
export function anySeed(): number {
  return Math.floor(Math.random() * 2 ** 53);
}

/** A seed as callers give it: a whole number from 0 on. */
export function checkSeed(seed: number): number {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new EnvError('bad-argument', `a seed is a whole number from 0 on, not ${String(seed)}`);
  return seed;
}

/**
 * A set of observations or actions that can be sampled: the base class of `Box`, `Discrete`, `MultiDiscrete` and `Dict`.
 *
 * @example
 * const space: Space<unknown> = new Discrete(3);
 * space.seed(1);
 * console.log(space.contains(space.sample())); // true
 */
export abstract class Space<T> {
  #random: RandomGenerator | undefined;

  /** Size along each dimension; empty for a single number or a `Dict`. */
  abstract readonly shape: readonly number[];

  /**
   * A random element.
   *
   * @param into An earlier sample to write to, where the space has one; otherwise a new one is made.
   * @returns The element.
   */
  abstract sample(into?: T): T;

  /**
   * Whether something is an element.
   *
   * @param value What to look at.
   * @returns Whether it is.
   */
  abstract contains(value: unknown): boolean;

  /**
   * Starts the random numbers of `sample` anew: with equal seeds it draws what Gymnasium's space draws.
   *
   * @param seed A whole number from 0 on; any if not given.
   * @returns The seed.
   */
  seed(seed: number = anySeed()): number {
    this.#random = new RandomGenerator(checkSeed(seed));
    return seed;
  }

  /** The random numbers of this space. */
  protected get random(): RandomGenerator {
    this.#random ??= new RandomGenerator(anySeed());
    return this.#random;
  }
}

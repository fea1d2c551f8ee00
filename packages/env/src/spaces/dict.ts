import { RandomGenerator } from '@qpos/batch';
import { checkSettings, EnvError } from '../errors.ts';
import { anySeed, checkSeed, Space } from './space.ts';

/**
 * Named spaces, in alphabetical order.
 *
 * @example
 * const sensors = new Dict({ joints: new Box(-3, 3, [12]), contacts: new MultiDiscrete([2, 2, 2, 2]) });
 * sensors.seed(3);
 * console.log(Object.keys(sensors.sample())); // contacts joints
 */
export class Dict extends Space<Record<string, unknown>> {
  /** Has none of its own: empty. */
  readonly shape: readonly number[] = [];
  /** The spaces by name. */
  readonly spaces: Readonly<Record<string, Space<unknown>>>;

  /** @param spaces The spaces by name. */
  constructor(spaces: Readonly<Record<string, Space<unknown>>>) {
    super();
    checkSettings('the spaces of a Dict', spaces);
    for (const [key, space] of Object.entries(spaces))
      if (!(space instanceof Space)) throw new EnvError('bad-space', `'${key}' of a Dict is not a space`);
    this.spaces = Object.fromEntries(Object.entries(spaces).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * Starts the random numbers of all spaces anew, each with a seed that is drawn from this one.
   *
   * @param seed A whole number from 0 on; any if not given.
   * @returns The seed.
   */
  override seed(seed: number = anySeed()): number {
    const random = new RandomGenerator(checkSeed(seed));
    for (const space of Object.values(this.spaces)) space.seed(random.integers(2 ** 31 - 1));
    return seed;
  }

  /**
   * A random element.
   *
   * @returns The element.
   */
  override sample(): Record<string, unknown> {
    return Object.fromEntries(Object.entries(this.spaces).map(([key, space]) => [key, space.sample()]));
  }

  /**
   * Whether something is an element.
   *
   * @param value What to look at.
   * @returns Whether it is.
   */
  override contains(value: unknown): boolean {
    if (value === null || typeof value !== 'object') return false;
    const keys = Object.keys(value);
    const own = Object.entries(this.spaces);
    return (
      keys.length === own.length && own.every(([key, space]) => space.contains((value as Record<string, unknown>)[key]))
    );
  }

  /**
   * The space in words, as Gymnasium prints it.
   *
   * @returns The text.
   */
  override toString(): string {
    return `Dict(${Object.entries(this.spaces)
      .map(([key, space]) => `'${key}': ${String(space)}`)
      .join(', ')})`;
  }
}

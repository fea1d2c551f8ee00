import { EnvError } from '../errors.ts';
import { isNumeric } from './box.ts';
import { Space } from './space.ts';

/**
 * Several discrete choices at once: element k is one of `start[k]` to `start[k] + nvec[k] - 1`.
 *
 * @example
 * const pad = new MultiDiscrete([5, 2, 2]);
 * console.log(pad.contains([4, 1, 0]), pad.contains([5, 0, 0])); // true false
 */
export class MultiDiscrete extends Space<Int32Array> {
  /** Size along each dimension: one. */
  readonly shape: readonly number[];
  /** How many numbers there are for each element. */
  readonly nvec: Int32Array;
  /** The least number of each element. */
  readonly start: Int32Array;

  /**
   * @param nvec How many numbers there are for each element.
   * @param start The least number of each element, 0 by default.
   */
  constructor(nvec: ArrayLike<number>, start?: ArrayLike<number>) {
    super();
    this.nvec = checked('nvec', nvec, 1);
    this.start = start === undefined ? new Int32Array(nvec.length) : checked('start', start, -(2 ** 31));
    if (this.start.length !== this.nvec.length)
      throw new EnvError('bad-space', `start has ${this.start.length} elements and nvec ${this.nvec.length}`);
    this.shape = [this.nvec.length];
  }

  /**
   * A random element.
   *
   * @param into An earlier sample to write to.
   * @returns `into`, or a new one.
   */
  override sample(into: Int32Array = new Int32Array(this.nvec.length)): Int32Array {
    for (let k = 0; k < this.nvec.length; k++)
      into[k] = (this.start[k] as number) + Math.floor(this.random.random() * (this.nvec[k] as number));
    return into;
  }

  /**
   * Whether something is an element.
   *
   * @param value What to look at.
   * @returns Whether it is.
   */
  override contains(value: unknown): boolean {
    if (!isNumeric(value) || value.length !== this.nvec.length) return false;
    return this.nvec.every((n, k) => {
      const x = (value[k] as number) - (this.start[k] as number);
      return Number.isInteger(x) && x >= 0 && x < n;
    });
  }

  /**
   * The space in words, as Gymnasium prints it.
   *
   * @returns The text.
   */
  override toString(): string {
    return `MultiDiscrete([${this.nvec.join(' ')}])`;
  }
}

function checked(name: string, values: ArrayLike<number>, least: number): Int32Array {
  if (typeof values !== 'object' || values === null || !(values.length >= 0))
    throw new EnvError('bad-space', `${name} of a MultiDiscrete space is an array of whole numbers`);
  return Int32Array.from(values, (value, k) => {
    if (!Number.isInteger(value) || value < least || value >= 2 ** 31)
      throw new EnvError('bad-space', `${name}[${k}] of a MultiDiscrete space is ${value}`);
    return value;
  });
}

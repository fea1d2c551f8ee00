import { EnvError } from '../errors.ts';
import { Space } from './space.ts';

/**
 * The whole numbers `start` to `start + n - 1`.
 *
 * @example
 * const buttons = new Discrete(4);
 * buttons.seed(1);
 * console.log(buttons.sample(), buttons.contains(4)); // 1 false
 */
export class Discrete extends Space<number> {
  /** Of a single number: empty. */
  readonly shape: readonly number[] = [];
  /** How many numbers there are. */
  readonly n: number;
  /** The least. */
  readonly start: number;

  /**
   * @param n How many numbers there are.
   * @param start The least.
   */
  constructor(n: number, start = 0) {
    super();
    if (!Number.isSafeInteger(n) || n < 1 || n > 2 ** 32)
      throw new EnvError('bad-space', `a Discrete space has 1 to 2^32 numbers, not ${n}`);
    if (!Number.isSafeInteger(start)) throw new EnvError('bad-space', `a Discrete space cannot start at ${start}`);
    this.n = n;
    this.start = start;
  }

  /**
   * A random element.
   *
   * @returns The element.
   */
  override sample(): number {
    return this.start + this.random.integers(this.n);
  }

  /**
   * A random element of those that a mask allows.
   *
   * @param mask One entry for each number: not 0 where it is allowed.
   * @returns The element; the least number if none is allowed.
   */
  sampleMasked(mask: ArrayLike<number>): number {
    if (mask.length !== this.n)
      throw new EnvError('bad-argument', `the mask has ${mask.length} entries, not ${this.n}`);
    const allowed = Array.from({ length: this.n }, (_, k) => k).filter((k) => mask[k] !== 0);
    return this.start + (allowed[allowed.length === 0 ? 0 : this.random.integers(allowed.length)] ?? 0);
  }

  /**
   * Whether something is an element.
   *
   * @param value What to look at.
   * @returns Whether it is.
   */
  override contains(value: unknown): boolean {
    return Number.isInteger(value) && (value as number) >= this.start && (value as number) < this.start + this.n;
  }

  /**
   * The space in words, as Gymnasium prints it.
   *
   * @returns The text.
   */
  override toString(): string {
    return this.start === 0 ? `Discrete(${this.n})` : `Discrete(${this.n}, start=${this.start})`;
  }
}

import { RandomGenerator } from '@qpos/batch';
import { refuseSaved } from './container.ts';

const WORDS = 8; // of a random generator's state

/**
 * Saved numbers, read in the order in which they were written: what `loadState` of a wrapper takes back.
 *
 * @example
 * class StepCounter extends Wrapper {
 *   steps = 0;
 *   protected override saveState(): number[] {
 *     return [this.steps];
 *   }
 *   protected override loadState(saved: SavedNumbers): void {
 *     this.steps = saved.next();
 *   }
 * }
 * const counted = new StepCounter(await make('InvertedPendulum-v5'));
 * counted.reset({ seed: 1 });
 * counted.load(counted.save());
 */
export class SavedNumbers {
  readonly #numbers: Float64Array;
  #at = 0;

  /** @param bytes Of a Float64Array. */
  constructor(bytes: Uint8Array<ArrayBuffer> | undefined) {
    if (bytes === undefined || bytes.byteOffset % 8 !== 0 || bytes.length % 8 !== 0)
      throw refuseSaved('the saved environment lacks a part');
    this.#numbers = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
  }

  /**
   * The next number.
   *
   * @returns The number.
   */
  next(): number {
    this.#check(1);
    return this.#numbers[this.#at++] as number;
  }

  /**
   * Fills an array with the next numbers.
   *
   * @param target The array.
   */
  into(target: Float64Array | Float32Array | Int32Array | Uint8Array): void {
    this.#check(target.length);
    target.set(this.#numbers.subarray(this.#at, this.#at + target.length)); // to the bit: some are no floating-point numbers
    this.#at += target.length;
  }

  /**
   * The generator that `randomNumbers` wrote.
   *
   * @returns The generator.
   */
  random(): RandomGenerator {
    const words = Array.from({ length: WORDS }, () => this.next());
    return RandomGenerator.restore({ words, spare: this.next() });
  }

  /** Refuses numbers that nobody has read. */
  end(): void {
    if (this.#at !== this.#numbers.length) throw this.#misfit();
  }

  #check(count: number): void {
    if (this.#at + count > this.#numbers.length) throw this.#misfit();
  }

  #misfit(): Error {
    return refuseSaved(
      'the saved environment has other sizes: it is of another task, or has other options or wrappers',
    );
  }
}

/** The state of a generator as numbers, for `SavedNumbers.random`. */
export function randomNumbers(random: RandomGenerator): number[] {
  const { words, spare } = random.save();
  return [...words, spare];
}

import { log } from '@qpos/core/math';
import { count, PartsError } from '../errors.ts';

/** Where sensors take their noise from: `RandomGenerator` of `@qpos/batch` is one. */
export interface NormalSource {
  /**
   * A normally distributed number.
   *
   * @returns A number of mean 0 and deviation 1.
   */
  normal(): number;
}

/** Normally distributed numbers of a seed, the same on every machine: pairs of polar coordinates over a counter that is mixed well. */
export class NoiseStream implements NormalSource {
  #state: number;
  #spare = Number.NaN;

  constructor(seed: number) {
    this.#state = count('seed', seed, 0) | 0;
  }

  normal(): number {
    const spare = this.#spare;
    this.#spare = Number.NaN;
    if (!Number.isNaN(spare)) return spare;
    for (;;) {
      const x = 2 * this.#uniform() - 1;
      const y = 2 * this.#uniform() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const scale = Math.sqrt((-2 * log(square)) / square);
      this.#spare = scale * y;
      return scale * x;
    }
  }

  /** 53 random bits as a number of [0, 1). */
  #uniform(): number {
    return ((this.#bits() >>> 5) * 2 ** 26 + (this.#bits() >>> 6)) / 2 ** 53;
  }

  /** A Weyl sequence through an avalanche of multiplications (a 32-bit finaliser as MurmurHash3 has it). */
  #bits(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  }
}

/** A source of noise from what a user gave: a seed, or a source. */
export function noiseSource(random: number | NormalSource): NormalSource {
  if (typeof random === 'number') return new NoiseStream(random);
  if (typeof random?.normal !== 'function')
    throw new PartsError('bad-argument', 'random must be a seed, or have a function normal()');
  return random;
}

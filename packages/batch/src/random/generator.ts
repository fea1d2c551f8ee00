import { ArgumentError } from '@qpos/core';
import { exp, log } from '@qpos/core/math';
import { Pcg64, type Pcg64State } from './pcg64.ts';
import { seedWords } from './seed-sequence.ts';
import { edges } from './ziggurat-edges.ts';

/** The state of a generator, plain data: `RandomGenerator.restore` goes on from it. */
export type RandomState = Pcg64State;

const EDGE = 3.6541528853610088; // where the tail begins
const INVERSE_EDGE = 0.27366123732975828;
const SPAN = 2 ** 52;

/** Heights of the density at the edges. */
const heights = edges.map((x, k) => (k === 0 ? 1 : exp(-0.5 * x * x)));
/** Below these a layer lies wholly under the curve, in units of its width / 2^52. */
const inside = edges.map((x, k) =>
  k === 1 ? 0 : Math.floor(((k === 0 ? EDGE : (edges[k - 1] as number)) / x) * SPAN),
);
const widths = edges.map((x) => x / SPAN);

/**
 * Random numbers that are the same on every machine: numpy's `Generator` over `PCG64`, so `numpy.random.default_rng(seed)` draws the
 * same ones.
 *
 * @example
 * const random = new RandomGenerator(1);
 * console.log(random.uniform(-1, 1), random.normal(0, 0.1), random.integers(6));
 */
export class RandomGenerator {
  #source: Pcg64;

  /**
   * @param seed A whole number from 0 on.
   * @param keys Which stream of that seed: numpy's `SeedSequence(seed, spawn_key=keys)`.
   */
  constructor(seed: number | bigint, keys: readonly number[] = []) {
    this.#source = new Pcg64(seedWords(seed, keys, 8));
  }

  /**
   * The generator that goes on where another was.
   *
   * @param state What its `save` returned.
   * @returns The generator.
   * @example
   * const random = new RandomGenerator(1);
   * const copy = RandomGenerator.restore(random.save());
   * console.log(copy.random() === random.random());
   */
  static restore(state: RandomState): RandomGenerator {
    if (!Array.isArray(state?.words) || state.words.length !== 8)
      throw new ArgumentError('this is not the state of a random generator');
    const made = new RandomGenerator(0);
    made.#source = Pcg64.restore(state);
    return made;
  }

  /**
   * What it takes to go on from here, as plain data.
   *
   * @returns The state.
   */
  save(): RandomState {
    return this.#source.save();
  }

  /**
   * A number in [0, 1), a multiple of 2^-53.
   *
   * @returns The number.
   */
  random(): number {
    const source = this.#source;
    source.next();
    return (source.high * 0x200000 + (source.low >>> 11)) * 2 ** -53;
  }

  /**
   * A number in [low, high).
   *
   * @param low The least; 0 by default.
   * @param high The end; 1 by default.
   * @returns The number.
   */
  uniform(low = 0, high = 1): number {
    return low + (high - low) * this.random();
  }

  /**
   * A normally distributed number.
   *
   * @param mean Its mean; 0 by default.
   * @param deviation Its standard deviation; 1 by default.
   * @returns The number.
   */
  normal(mean = 0, deviation = 1): number {
    return mean + deviation * this.#standardNormal();
  }

  /**
   * A whole number in [low, high), or in [0, low) if there is one argument.
   *
   * @param low The least, or the end.
   * @param high The end, at most 2^32 above `low`.
   * @returns The number.
   */
  integers(low: number, high?: number): number {
    const [first, end] = high === undefined ? [0, low] : [low, high];
    const range = end - first;
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(range) || range < 1 || range > 2 ** 32)
      throw new ArgumentError(`there are no whole numbers to draw in [${first}, ${end})`);
    return first + this.#below(range);
  }

  /**
   * The numbers 0 to n - 1 in random order.
   *
   * @param n How many.
   * @returns The order.
   */
  permutation(n: number): Int32Array {
    const order = Int32Array.from({ length: n }, (_, k) => k);
    for (let k = n - 1; k > 0; k--) {
      const other = this.#upTo(k);
      const value = order[k] as number;
      order[k] = order[other] as number;
      order[other] = value;
    }
    return order;
  }

  /** A whole number in [0, most], by turning down what is larger: how numpy shuffles. */
  #upTo(most: number): number {
    const mask = 2 ** (32 - Math.clz32(most)) - 1;
    for (;;) {
      const value = (this.#source.nextWord() & mask) >>> 0;
      if (value <= most) return value;
    }
  }

  /** A whole number in [0, range): the upper word of a product, with those turned down that would come too often. */
  #below(range: number): number {
    if (range === 1) return 0;
    const source = this.#source;
    if (range === 2 ** 32) return source.nextWord();
    const word = BigInt(range);
    let product = BigInt(source.nextWord()) * word;
    if ((product & 0xffffffffn) < word) {
      const least = (2n ** 32n - word) % word;
      while ((product & 0xffffffffn) < least) product = BigInt(source.nextWord()) * word;
    }
    return Number(product >> 32n);
  }

  /** The ziggurat: 8 bits choose a layer, 1 the sign, 52 the place in the layer. */
  #standardNormal(): number {
    const source = this.#source;
    for (;;) {
      source.next();
      const layer = source.low & 0xff;
      const negative = (source.low >>> 8) & 1;
      // bits 9 to 60
      const place = (source.high & 0x1fffffff) * 0x800000 + (source.low >>> 9);
      const x = place * (widths[layer] as number);
      if (place < (inside[layer] as number)) return negative ? -x : x;
      if (layer === 0) return this.#tail(place);
      const top = heights[layer - 1] as number;
      const bottom = heights[layer] as number;
      if ((top - bottom) * this.random() + bottom < exp(-0.5 * x * x)) return negative ? -x : x;
    }
  }

  #tail(place: number): number {
    for (;;) {
      const x = -INVERSE_EDGE * log(1 - this.random());
      const y = -log(1 - this.random());
      if (y + y > x * x) return Math.floor(place / 0x100) % 2 === 1 ? -(EDGE + x) : EDGE + x;
    }
  }
}

/**
 * The random numbers of one episode of one environment. They depend on nothing else, so neither the number of workers nor what other
 * environments do changes them.
 *
 * @param seed Seed of the whole batch.
 * @param environment Index of the environment.
 * @param episode Number of the episode.
 * @returns The generator: numpy's with `SeedSequence(seed, spawn_key=(environment, episode))`.
 * @example
 * console.log(streamOf(1, 0, 0).random() === streamOf(1, 0, 0).random()); // true
 */
export function streamOf(seed: number | bigint, environment: number, episode: number): RandomGenerator {
  return new RandomGenerator(seed, [environment, episode]);
}

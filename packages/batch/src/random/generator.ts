import { ArgumentError } from '@qpos/core';
import { exp, log } from '@qpos/core/math';
import { Pcg64, type Pcg64State } from './pcg64.ts';
import { seedWords } from './seed-sequence.ts';
import { edges, exponentialEdges } from './ziggurat-edges.ts';

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

/** The same for exp(-x), with twice as many places. */
const exponential = {
  edge: exponentialEdges[255] as number,
  heights: exponentialEdges.map((x, k) => (k === 0 ? 1 : exp(-x))),
  inside: exponentialEdges.map((x, k) =>
    k === 1 ? 0 : 2 * Math.floor(((exponentialEdges[k === 0 ? 255 : k - 1] as number) / x) * SPAN),
  ),
  widths: exponentialEdges.map((x) => x / (2 * SPAN)),
};

/** Populations above this are shuffled from the end instead of being drawn from, unless the sample is small: numpy's rule. */
const LARGE_POPULATION = 10_000;
const SMALL_PART = 50;
/** How far probabilities may be from adding up to 1. */
const PROBABILITY_ERROR = 1.5e-8;

/** How `choice` draws. */
export interface ChoiceOptions {
  /** Whether a number may come twice; true by default. */
  readonly replace?: boolean;
  /** The probability of each number, with `replace`. */
  readonly p?: ArrayLike<number>;
}

/** How many of ascending numbers are at most `value`. */
function countUpTo(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

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
    if (!Array.isArray(keys)) throw new ArgumentError('keys are whole numbers in an array');
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
   * An exponentially distributed number.
   *
   * @param mean Its mean; 1 by default.
   * @returns The number.
   */
  exponential(mean = 1): number {
    return mean * this.#standardExponential();
  }

  /**
   * A sample of the numbers 0 to n - 1.
   *
   * @param n How many there are.
   * @param size How many to draw.
   * @param options Whether a number may come twice, and probabilities.
   * @returns The sample.
   */
  choice(n: number, size: number, { replace = true, p }: ChoiceOptions = {}): Int32Array {
    if (!Number.isSafeInteger(n) || n < 1 || n >= 2 ** 31)
      throw new ArgumentError(`choice cannot draw from ${n} numbers`);
    if (!Number.isSafeInteger(size) || size < 0) throw new ArgumentError(`choice cannot draw ${size} numbers`);
    if (p !== undefined) return this.#weightedChoice(n, size, replace, p);
    if (replace) return Int32Array.from({ length: size }, () => this.#below(n));
    if (size > n)
      throw new ArgumentError(`choice cannot draw ${size} of ${n} numbers`, 'bad-argument', 'with replace it can');
    return n > LARGE_POPULATION && size > Math.floor(n / SMALL_PART)
      ? this.#sampleByShuffle(n, size)
      : this.#sampleBySet(n, size);
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

  #weightedChoice(n: number, size: number, replace: boolean, p: ArrayLike<number>): Int32Array {
    if (!replace) throw new ArgumentError('choice takes probabilities only with replace', 'unsupported', 'leave out p');
    if (p.length !== n) throw new ArgumentError(`there are ${p.length} probabilities for ${n} numbers`);
    const sums = new Float64Array(n);
    let sum = 0;
    for (let k = 0; k < n; k++) {
      if (!((p[k] as number) >= 0)) throw new ArgumentError(`probability ${k} is ${p[k]}`);
      sum += p[k] as number;
      sums[k] = sum;
    }
    if (Math.abs(sum - 1) > PROBABILITY_ERROR) throw new ArgumentError(`the probabilities add up to ${sum}, not to 1`);
    for (let k = 0; k < n; k++) sums[k] = (sums[k] as number) / sum;
    return Int32Array.from({ length: size }, () => countUpTo(sums, this.random()));
  }

  /** Shuffles the end of all numbers. */
  #sampleByShuffle(n: number, size: number): Int32Array {
    const all = Int32Array.from({ length: n }, (_, k) => k);
    this.#shuffleFrom(all, Math.max(n - size, 1));
    return all.slice(n - size);
  }

  /** Floyd's algorithm, and a shuffle of what it drew. */
  #sampleBySet(n: number, size: number): Int32Array {
    const drawn = new Set<number>();
    for (let last = n - size; last < n; last++) {
      const value = this.#below(last + 1);
      drawn.add(drawn.has(value) ? last : value);
    }
    const sample = Int32Array.from(drawn);
    this.#shuffleFrom(sample, 1);
    return sample;
  }

  #shuffleFrom(array: Int32Array, first: number): void {
    for (let k = array.length - 1; k >= first; k--) {
      const other = this.#below(k + 1);
      const value = array[k] as number;
      array[k] = array[other] as number;
      array[other] = value;
    }
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

  /** The ziggurat under exp(-x): 8 bits choose a layer, 53 the place in it. */
  #standardExponential(): number {
    const source = this.#source;
    const { widths: width, inside: bound, heights: height, edge } = exponential;
    for (;;) {
      source.next();
      const layer = (source.low >>> 3) & 0xff;
      // bits 11 to 63
      const place = source.high * 0x200000 + (source.low >>> 11);
      const x = place * (width[layer] as number);
      if (place < (bound[layer] as number)) return x;
      if (layer === 0) return edge - log(1 - this.random());
      const bottom = height[layer] as number;
      if (((height[layer - 1] as number) - bottom) * this.random() + bottom < exp(-x)) return x;
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

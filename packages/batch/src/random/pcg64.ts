/** The state of a `Pcg64`: enough to continue with the same numbers. */
export interface Pcg64State {
  /** State, then increment: four words of 32 bits each, the lowest first. */
  readonly words: readonly number[];
  /** The half of the last 64 bits that `nextWord` has not handed out; -1 for none. */
  readonly spare: number;
}

// the multiplier 0x2360ed051fc65da44385df649fccf645, the lowest word first
const M0 = 0x9fccf645;
const M1 = 0x4385df64;
const M2 = 0x1fc65da4;
const M3 = 0x2360ed05;

/** The lower half of the product of two words. */
const lower = (a: number, b: number): number => Math.imul(a, b) >>> 0;

/** The upper half of the product of two words. */
function upper(a: number, b: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const carry = (middle % 0x10000) + a0 * b1;
  return (a1 * b1 + Math.floor(middle / 0x10000) + Math.floor(carry / 0x10000)) >>> 0;
}

/**
 * The generator PCG XSL RR 128/64: a linear congruence modulo 2^128 that hands out 64 bits of each state. The same numbers as numpy's `PCG64`.
 *
 * @see O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random Number Generation (2014)
 */
export class Pcg64 {
  /** State and increment. */
  readonly #words = new Uint32Array(8);
  #spare = -1;
  /** The halves of the 64 bits that were drawn last. */
  low = 0;
  high = 0;

  /** @param seed Eight words that make state and increment, as numpy's `SeedSequence` generates them. */
  constructor(seed: ArrayLike<number>) {
    const word = (k: number): number => (seed[k] as number) >>> 0;
    const w = this.#words;
    // of each number numpy has the upper half first
    w.set([word(6) << 1, (word(7) << 1) | (word(6) >>> 31)], 4);
    w.set([(word(4) << 1) | (word(7) >>> 31), (word(5) << 1) | (word(4) >>> 31)], 6);
    w[4] = (w[4] as number) | 1;
    this.#advance();
    this.#add(word(2), word(3), word(0), word(1));
    this.#advance();
  }

  /** The generator that goes on where `save` was called. */
  static restore({ words, spare }: Pcg64State): Pcg64 {
    const made = new Pcg64(words);
    made.#words.set(words);
    made.#spare = spare;
    return made;
  }

  /** What it takes to go on from here. */
  save(): Pcg64State {
    return { words: [...this.#words], spare: this.#spare };
  }

  /** Draws 64 bits into `low` and `high`. */
  next(): void {
    this.#advance();
    const w = this.#words;
    const s3 = w[3] as number;
    const low = ((w[0] as number) ^ (w[2] as number)) >>> 0;
    const high = ((w[1] as number) ^ s3) >>> 0;
    const turn = s3 >>> 26;
    const by = turn & 31;
    const first = turn < 32 ? low : high;
    const second = turn < 32 ? high : low;
    this.low = by === 0 ? first : ((first >>> by) | (second << (32 - by))) >>> 0;
    this.high = by === 0 ? second : ((second >>> by) | (first << (32 - by))) >>> 0;
  }

  /** 32 bits: of every 64 that are drawn first the lower half, then the upper. */
  nextWord(): number {
    if (this.#spare >= 0) {
      const spare = this.#spare;
      this.#spare = -1;
      return spare;
    }
    this.next();
    this.#spare = this.high;
    return this.low;
  }

  /** Adds four words to the state. */
  #add(a0: number, a1: number, a2: number, a3: number): void {
    const w = this.#words;
    const t0 = (w[0] as number) + a0;
    const t1 = (w[1] as number) + a1 + (t0 > 0xffffffff ? 1 : 0);
    const t2 = (w[2] as number) + a2 + (t1 > 0xffffffff ? 1 : 0);
    w[0] = t0;
    w[1] = t1;
    w[2] = t2;
    w[3] = (w[3] as number) + a3 + (t2 > 0xffffffff ? 1 : 0);
  }

  /** state = state · multiplier + increment, modulo 2^128. */
  #advance(): void {
    const w = this.#words;
    const s0 = w[0] as number;
    const s1 = w[1] as number;
    const s2 = w[2] as number;
    const s3 = w[3] as number;
    // schoolbook, column by column; sums of a few words are exact
    const c1 = upper(s0, M0) + lower(s0, M1) + lower(s1, M0);
    const c2 =
      upper(s0, M1) + upper(s1, M0) + lower(s0, M2) + lower(s1, M1) + lower(s2, M0) + Math.floor(c1 / 0x100000000);
    const c3 =
      upper(s0, M2) +
      upper(s1, M1) +
      upper(s2, M0) +
      lower(s0, M3) +
      lower(s1, M2) +
      lower(s2, M1) +
      lower(s3, M0) +
      Math.floor(c2 / 0x100000000);
    w[0] = lower(s0, M0);
    w[1] = c1;
    w[2] = c2;
    w[3] = c3;
    this.#add(w[4] as number, w[5] as number, w[6] as number, w[7] as number);
  }
}

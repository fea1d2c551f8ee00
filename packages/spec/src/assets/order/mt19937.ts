/** Words of the state, and how far apart those are that a new one is made of. */
const STATE_SIZE = 312;
const MIDDLE = 156;

/**
 * The 64-bit Mersenne Twister, each word in two halves of 32 bits: random marks of textures are the oracle's to the
 * pixel, whose generator this is. Textures of millions of pixels rule out BigInt.
 *
 * @see Matsumoto and Nishimura, Mersenne Twister, ACM TOMACS 8 (1998); Nishimura, Tables of 64-bit Mersenne Twisters,
 *   ACM TOMACS 10 (2000), whose parameters these are
 */
export class Mt19937 {
  private readonly high = new Uint32Array(STATE_SIZE);
  private readonly low = new Uint32Array(STATE_SIZE);
  private at = STATE_SIZE;

  /** Fills the state from a 32-bit seed: word i = 6364136223846793005 · (w ^ (w >> 62)) + i, of the word w before. */
  constructor(seed: number) {
    const { high, low } = this;
    low[0] = seed;
    for (let i = 1; i < STATE_SIZE; i++) {
      const h = high[i - 1];
      const l = (low[i - 1] ^ (h >>> 30)) >>> 0;
      const sum = (Math.imul(l, 0x4c957f2d) >>> 0) + i;
      low[i] = sum;
      high[i] = upperProduct(l, 0x4c957f2d) + Math.imul(l, 0x5851f42d) + Math.imul(h, 0x4c957f2d) + +(sum >= 2 ** 32);
    }
  }

  /** The next number in [0, 1]; rounding may give 1. */
  next(): number {
    if (this.at === STATE_SIZE) this.twist();
    let h = this.high[this.at];
    let l = this.low[this.at++];
    // x ^= (x >> 29) & 0x5555555555555555
    l ^= ((l >>> 29) | (h << 3)) & 0x55555555;
    h ^= (h >>> 29) & 0x55555555;
    // x ^= (x << 17) & 0x71d67fffeda60000
    h ^= ((h << 17) | (l >>> 15)) & 0x71d67fff;
    l ^= (l << 17) & 0xeda60000;
    // x ^= (x << 37) & 0xfff7eee000000000
    h ^= (l << 5) & 0xfff7eee0;
    // x ^= x >> 43
    l ^= h >>> 11;
    return ((h >>> 0) * 2 ** 32 + (l >>> 0)) / 2 ** 64;
  }

  /** Draws at most `most` numbers, up to the first below `limit`; returns how many were not. */
  skip(limit: number, most: number): number {
    for (let skipped = 0; skipped < most; skipped++) if (this.next() < limit) return skipped;
    return most;
  }

  /** Replaces the whole state: each word by the top 33 bits of itself and the rest of the next, twisted. */
  private twist(): void {
    const { high, low } = this;
    for (let i = 0; i < STATE_SIZE; i++) {
      const next = i + 1 < STATE_SIZE ? i + 1 : 0;
      const other = i < MIDDLE ? i + MIDDLE : i - MIDDLE;
      const h = high[i];
      const l = (low[i] & 0x80000000) | (low[next] & 0x7fffffff);
      const odd = -(l & 1);
      high[i] = high[other] ^ (h >>> 1) ^ (odd & 0xb5026f5a);
      low[i] = low[other] ^ ((l >>> 1) | (h << 31)) ^ (odd & 0xa96619e9);
    }
    this.at = 0;
  }
}

/** Upper 32 bits of the product of two 32-bit words. */
function upperProduct(a: number, b: number): number {
  const upper = (a >>> 16) * b;
  const lower = (a & 0xffff) * b;
  return Math.floor((upper + Math.floor(lower / 2 ** 16)) / 2 ** 16);
}

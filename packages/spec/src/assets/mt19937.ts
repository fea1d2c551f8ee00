const SIZE = 312;
const HALF = 156;

/** Mersenne Twister with 64-bit words in pairs of 32-bit halves; uniform doubles in [0, 1]. */
export class Mt19937 {
  private readonly high = new Uint32Array(SIZE);
  private readonly low = new Uint32Array(SIZE);
  private at = SIZE;

  constructor(seed: number) {
    const { high, low } = this;
    low[0] = seed;
    for (let i = 1; i < SIZE; i++) {
      // word = 6364136223846793005 · (previous ^ (previous >> 62)) + i
      const l = (low[i - 1] ^ (high[i - 1] >>> 30)) >>> 0;
      const sum = lowProduct(l, 0x4c957f2d) + i;
      low[i] = sum;
      high[i] =
        highProduct(l, 0x4c957f2d) +
        Math.imul(l, 0x5851f42d) +
        Math.imul(high[i - 1], 0x4c957f2d) +
        (sum > 0xffffffff ? 1 : 0);
    }
  }

  /** Draws at most `most` numbers in [0, 1], up to the first below `limit`; how many were not. */
  skip(limit: number, most: number): number {
    const { high, low } = this;
    for (let skipped = 0; skipped < most; skipped++) {
      if (this.at === SIZE) this.twist();
      let h = high[this.at];
      let l = low[this.at++];
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
      if (((h >>> 0) * 4294967296 + (l >>> 0)) / 2 ** 64 < limit) return skipped;
    }
    return most;
  }

  private twist(): void {
    for (let i = 0; i < HALF; i++) this.twistWord(i, i + 1, i + HALF);
    for (let i = HALF; i < SIZE - 1; i++) this.twistWord(i, i + 1, i - HALF);
    this.twistWord(SIZE - 1, 0, HALF - 1);
    this.at = 0;
  }

  private twistWord(i: number, next: number, other: number): void {
    const { high, low } = this;
    // upper 33 bits of word i, lower 31 of the next
    const h = high[i];
    const l = (low[i] & 0x80000000) | (low[next] & 0x7fffffff);
    const isOdd = -(l & 1);
    high[i] = high[other] ^ (h >>> 1) ^ (isOdd & 0xb5026f5a);
    low[i] = low[other] ^ ((l >>> 1) | (h << 31)) ^ (isOdd & 0xa96619e9);
  }
}

/** Lower 32 bits of the product of two 32-bit words. */
function lowProduct(a: number, b: number): number {
  return Math.imul(a, b) >>> 0;
}

/** Upper 32 bits of the product of two 32-bit words, by halves of 16 bits. */
function highProduct(a: number, b: number): number {
  const a1 = a >>> 16;
  const a0 = a & 0xffff;
  const b1 = b >>> 16;
  const b0 = b & 0xffff;
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const carry = (middle & 0xffff) + a0 * b1;
  return a1 * b1 + Math.floor(middle / 65536) + Math.floor(carry / 65536);
}

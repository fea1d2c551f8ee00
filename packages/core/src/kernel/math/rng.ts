/**
 * PCG32 random numbers, for orders that must not depend on anything but the call count. The state is four integers:
 * low and high half of a 64-bit counter, low and high half of its (odd) increment.
 *
 * @see O'Neill, PCG: a family of simple fast space-efficient statistically good algorithms (2014)
 */
import { type I32, type i32, imul, ltU32, remU32 } from '../dialect.ts';

/** Low and high half of the multiplier 6364136223846793005. */
const MUL_LOW: i32 = 0x4c957f2d;
const MUL_HIGH: i32 = 0x5851f42d;

/** Puts the generator at the start of its default stream. */
export function rngInit(rng: I32, r: i32): void {
  rng[r] = 0;
  rng[r + 1] = 0;
  rng[r + 2] = 1;
  rng[r + 3] = 0;
  rngNext(rng, r);
}

/** The next 32 random bits. */
export function rngNext(rng: I32, r: i32): i32 {
  const low = rng[r],
    high = rng[r + 1];

  // counter = counter · multiplier + increment, modulo 2⁶⁴
  const productLow = imul(low, MUL_LOW);
  const productHigh = (mulHigh(low, MUL_LOW) + imul(low, MUL_HIGH) + imul(high, MUL_LOW)) | 0;
  const nextLow = (productLow + rng[r + 2]) | 0;
  const carry: i32 = ltU32(nextLow, productLow) ? 1 : 0;
  rng[r] = nextLow;
  rng[r + 1] = (productHigh + rng[r + 3] + carry) | 0;

  // bits 27..58 of counter ^ (counter >> 18), rotated by the top five bits
  const mixedLow = (low ^ ((low >>> 18) | (high << 14))) | 0;
  const mixedHigh = (high ^ (high >>> 18)) | 0;
  const word = (mixedLow >>> 27) | (mixedHigh << 5) | 0;
  const turn = (high >>> 27) | 0;
  return (word >>> turn) | (word << ((32 - turn) & 31)) | 0;
}

/** The upper half of an unsigned 32×32 product, by quarters. */
function mulHigh(a: i32, b: i32): i32 {
  const a0 = a & 0xffff,
    a1 = (a >>> 16) | 0;
  const b0 = b & 0xffff,
    b1 = (b >>> 16) | 0;
  const low = imul(a0, b0);
  const cross = (imul(a1, b0) + ((low >>> 16) | 0)) | 0;
  const middle = (imul(a0, b1) + (cross & 0xffff)) | 0;
  return (imul(a1, b1) + ((cross >>> 16) | 0) + ((middle >>> 16) | 0)) | 0;
}

/** Shuffles `n` integers, from the last to the first, each with one at or before it. */
export function shuffleI(list: I32, i: i32, n: i32, rng: I32, r: i32): void {
  for (let k = n - 1; k > 0; k--) {
    const j = remU32(rngNext(rng, r), k + 1);
    const t = list[i + k];
    list[i + k] = list[i + j];
    list[i + j] = t;
  }
}

import { ArgumentError } from '@qpos/core';

const POOL = 4;
const INIT_A = 0x43b0d7e5;
const MULT_A = 0x931e8875;
const INIT_B = 0x8b51f9dd;
const MULT_B = 0x58f38ded;
const MIX_L = 0xca01f9dd;
const MIX_R = 0x4973f715;

const mixed = (x: number): number => (x ^ (x >>> 16)) >>> 0;

/** A multiplier that changes with each use. */
class Hash {
  #constant: number;
  readonly #factor: number;

  constructor(initial: number, factor: number) {
    this.#constant = initial;
    this.#factor = factor;
  }

  next(value: number): number {
    const x = value ^ this.#constant;
    this.#constant = Math.imul(this.#constant, this.#factor) >>> 0;
    return mixed(Math.imul(x, this.#constant));
  }
}

const shown = (x: unknown): string => (typeof x === 'object' && x !== null ? 'an object' : String(x));

/** A whole number as words of 32 bits, the lowest first. */
function wordsOf(seed: number | bigint): number[] {
  if (typeof seed !== 'bigint' && !Number.isSafeInteger(seed))
    throw new ArgumentError(`a seed is a whole number, not ${shown(seed)}`);
  let rest = BigInt(seed);
  if (rest < 0n) throw new ArgumentError(`a seed is not negative, as ${seed} is`);
  const words: number[] = [];
  do {
    words.push(Number(rest & 0xffffffffn));
    rest >>= 32n;
  } while (rest > 0n);
  return words;
}

/**
 * Turns a seed, and the keys of a stream below it, into well mixed words: near seeds give streams that have nothing to do with each other.
 *
 * @param seed Where everything starts.
 * @param keys Which stream: as for numpy's `SeedSequence(seed, spawn_key=keys)`.
 * @param count How many words of 32 bits.
 * @see numpy.random.SeedSequence
 */
export function seedWords(seed: number | bigint, keys: readonly number[], count: number): Uint32Array {
  const entropy = wordsOf(seed);
  if (keys.length > 0) while (entropy.length < POOL) entropy.push(0);
  for (const key of keys) entropy.push(...wordsOf(key));
  const hash = new Hash(INIT_A, MULT_A);
  const pool = Array.from({ length: POOL }, (_, k) => hash.next(entropy[k] ?? 0));
  const stir = (to: number, value: number): void => {
    pool[to] = mixed((Math.imul(MIX_L, pool[to] as number) - Math.imul(MIX_R, hash.next(value))) >>> 0);
  };
  for (let from = 0; from < POOL; from++)
    for (let to = 0; to < POOL; to++) if (from !== to) stir(to, pool[from] as number);
  for (const word of entropy.slice(POOL)) for (let to = 0; to < POOL; to++) stir(to, word);
  const out = new Hash(INIT_B, MULT_B);
  return Uint32Array.from({ length: count }, (_, k) => out.next(pool[k % POOL] as number));
}

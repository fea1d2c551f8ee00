const WINDOW = 32768;
const LEAST_MATCH = 3;
const LONGEST_MATCH = 258;
const HASH_BITS = 15;
const END_OF_BLOCK = 256;

/** First length and extra bits of each code of a length, from code 257 on; then the same for distances. */
const LENGTHS = table(
  [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5],
  LEAST_MATCH,
);
const DISTANCES = table(
  [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
  1,
);

interface CodeTable {
  readonly base: readonly number[];
  readonly extra: readonly number[];
}

function table(extra: readonly number[], first: number): CodeTable {
  const base: number[] = [];
  let next = first;
  for (const bits of extra) {
    base.push(next);
    next += 1 << bits;
  }
  return { base, extra };
}

/** Bits in the order of deflate: the lowest first. */
class BitWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #bits = 0;
  #count = 0;

  put(value: number, count: number): void {
    this.#bits |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.byte(this.#bits & 0xff);
      this.#bits >>>= 8;
      this.#count -= 8;
    }
  }

  /** Codes of Huffman are written with their highest bit first. */
  code(value: number, count: number): void {
    let turned = 0;
    for (let k = 0; k < count; k++) turned |= ((value >> k) & 1) << (count - 1 - k);
    this.put(turned, count);
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(2 * this.#length);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.#length++] = value;
  }

  /** What was written, with the last byte filled up. */
  finish(): Uint8Array {
    if (this.#count > 0) this.byte(this.#bits & 0xff);
    this.#count = 0;
    this.#bits = 0;
    return this.#bytes.slice(0, this.#length);
  }
}

/** A symbol in the fixed code of deflate. */
function putSymbol(out: BitWriter, symbol: number): void {
  if (symbol < 144) out.code(0x30 + symbol, 8);
  else if (symbol < 256) out.code(0x190 + symbol - 144, 9);
  else if (symbol < 280) out.code(symbol - 256, 7);
  else out.code(0xc0 + symbol - 280, 8);
}

/** The last code whose first value is not above `value`. */
function codeOf({ base }: CodeTable, value: number): number {
  let k = base.length - 1;
  while (base[k] > value) k--;
  return k;
}

function putMatch(out: BitWriter, length: number, distance: number): void {
  // the longest match has a code of its own, without extra bits
  const k = length === LONGEST_MATCH ? LENGTHS.base.length : codeOf(LENGTHS, length);
  putSymbol(out, 257 + k);
  if (length < LONGEST_MATCH) out.put(length - LENGTHS.base[k], LENGTHS.extra[k]);
  const d = codeOf(DISTANCES, distance);
  out.code(d, 5);
  out.put(distance - DISTANCES.base[d], DISTANCES.extra[d]);
}

/** Data as a zlib stream: repetitions are found through a table of the last place of three bytes, codes are the fixed ones. */
export function zlibDeflate(data: Uint8Array): Uint8Array {
  const out = new BitWriter();
  out.byte(0x78);
  out.byte(0x01);
  out.put(1, 1); // the last block
  out.put(1, 2); // fixed codes
  const last = new Int32Array(1 << HASH_BITS).fill(-1);
  const place = (i: number): number =>
    Math.imul((data[i] << 16) | (data[i + 1] << 8) | data[i + 2], 0x9e3779b1) >>> (32 - HASH_BITS);
  for (let i = 0; i < data.length; ) {
    const near = i + LEAST_MATCH <= data.length ? place(i) : -1;
    const before = near < 0 ? -1 : last[near];
    if (near >= 0) last[near] = i;
    const length = before < 0 || i - before > WINDOW ? 0 : matchLength(data, before, i);
    if (length < LEAST_MATCH) {
      putSymbol(out, data[i++]);
      continue;
    }
    putMatch(out, length, i - before);
    i += length;
  }
  putSymbol(out, END_OF_BLOCK);
  return withChecksum(out.finish(), data);
}

function matchLength(data: Uint8Array, a: number, b: number): number {
  const most = Math.min(LONGEST_MATCH, data.length - b);
  let n = 0;
  while (n < most && data[a + n] === data[b + n]) n++;
  return n;
}

/** Adler-32 of the data behind the stream. */
function withChecksum(stream: Uint8Array, data: Uint8Array): Uint8Array {
  let [a, b] = [1, 0];
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  const out = new Uint8Array(stream.length + 4);
  out.set(stream);
  new DataView(out.buffer).setUint32(stream.length, ((b << 16) | a) >>> 0);
  return out;
}

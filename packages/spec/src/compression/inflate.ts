/** Why compressed data cannot be read: it ends early, makes more than it should, or is no such data. */
export class InflateError extends Error {
  override readonly name = 'InflateError';
  readonly problem: 'truncated' | 'too-long' | 'broken';

  constructor(problem: InflateError['problem'], message: string) {
    super(message);
    this.problem = problem;
  }
}

const tooShort = (): InflateError => new InflateError('truncated', 'the data ends too early');
const tooLong = (): InflateError => new InflateError('too-long', 'there is more data than declared');
const broken = (message: string): InflateError => new InflateError('broken', message);

/** Deflate expands at most by this factor. */
const MOST_EXPANSION = 1032;
const MAX_BITS = 15;
/** Codes of up to this many bits are found by one look into a table; longer ones are rare and are walked. */
const FAST_BITS = 10;
const FAST_MASK = (1 << FAST_BITS) - 1;
const LITERALS = 288;
const DISTANCES = 32;
const END_OF_BLOCK = 256;

/** A canonical Huffman code. */
interface Code {
  /** `symbol << 4 | bits` by the next bits of the input; 0 where the code is longer. */
  readonly fast: Uint16Array;
  /** Codes of each length. */
  readonly counts: Uint16Array;
  /** Symbols in the order of their codes. */
  readonly symbols: Uint16Array;
}

interface Tables {
  readonly literals: Code;
  readonly distances: Code;
  readonly lengthBase: Uint16Array;
  readonly lengthExtra: Uint8Array;
  readonly distanceBase: Uint16Array;
  readonly distanceExtra: Uint8Array;
  /** Code lengths while a block's header is read. */
  readonly lengths: Uint8Array;
}

const newCode = (size: number): Code => ({
  fast: new Uint16Array(1 << FAST_BITS),
  counts: new Uint16Array(MAX_BITS + 1),
  symbols: new Uint16Array(size),
});

let shared: Tables | undefined;

/** Working memory and constants of all inflations; made when the first one starts. */
function tables(): Tables {
  if (shared !== undefined) return shared;
  const t: Tables = {
    literals: newCode(LITERALS),
    distances: newCode(DISTANCES),
    lengthBase: new Uint16Array(29),
    lengthExtra: new Uint8Array(29),
    distanceBase: new Uint16Array(30),
    distanceExtra: new Uint8Array(30),
    lengths: new Uint8Array(LITERALS + DISTANCES),
  };
  for (let k = 0, base = 3; k < 28; k++) {
    t.lengthExtra[k] = k < 8 ? 0 : (k >> 2) - 1;
    t.lengthBase[k] = base;
    base += 1 << t.lengthExtra[k];
  }
  t.lengthBase[28] = 258;
  for (let k = 0, base = 1; k < 30; k++) {
    t.distanceExtra[k] = k < 4 ? 0 : (k >> 1) - 1;
    t.distanceBase[k] = base;
    base += 1 << t.distanceExtra[k];
  }
  shared = t;
  return t;
}

/** Makes the code of `n` symbols from their lengths in bits. A code may be incomplete, not oversubscribed. */
function setCode({ fast, counts, symbols }: Code, lengths: Uint8Array, start: number, n: number): void {
  counts.fill(0);
  for (let s = 0; s < n; s++) counts[lengths[start + s]]++;
  counts[0] = 0;
  const next = new Uint16Array(MAX_BITS + 2);
  const place = new Uint16Array(MAX_BITS + 2);
  for (let bits = 1, code = 0; bits <= MAX_BITS; bits++) {
    next[bits] = code;
    place[bits + 1] = place[bits] + counts[bits];
    if (code + counts[bits] > 1 << bits) throw broken('a Huffman code is broken');
    code = (code + counts[bits]) << 1;
  }
  fast.fill(0);
  for (let s = 0; s < n; s++) {
    const bits = lengths[start + s];
    if (bits === 0) continue;
    symbols[place[bits]++] = s;
    const code = next[bits]++;
    if (bits > FAST_BITS) continue;
    for (let at = reverse(code, bits); at <= FAST_MASK; at += 1 << bits) fast[at] = (s << 4) | bits;
  }
}

function reverse(code: number, bits: number): number {
  let reversed = 0;
  for (let k = 0, rest = code; k < bits; k++, rest >>= 1) reversed = (reversed << 1) | (rest & 1);
  return reversed;
}

/** Order in which a block states the lengths of the code of its code lengths. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * Inflates deflated data (RFC 1951) from `start` to exactly `size` bytes. Nothing is allocated that the input could not
 * fill, and it stops as soon as there would be more.
 */
export function inflate(input: Uint8Array, start: number, size: number): { bytes: Uint8Array; end: number } {
  if ((input.length - start) * MOST_EXPANSION < size)
    throw new InflateError('truncated', 'there is less data than declared');
  const inflater = new Inflater(input, start, new Uint8Array(size));
  inflater.run();
  return { bytes: inflater.out, end: inflater.end };
}

class Inflater {
  readonly out: Uint8Array;
  private readonly input: Uint8Array;
  private readonly t = tables();
  private at: number;
  private to = 0;
  /** Bits read and not used, the next one lowest, and their number. */
  private hold = 0;
  private held = 0;

  constructor(input: Uint8Array, start: number, out: Uint8Array) {
    this.input = input;
    this.at = start;
    this.out = out;
  }

  /** Where the input goes on. */
  get end(): number {
    return this.at - (this.held >> 3);
  }

  run(): void {
    for (let isLast = false; !isLast; ) {
      isLast = this.take(1) === 1;
      const type = this.take(2);
      if (type === 0) this.copyStored();
      else if (type === 3) throw broken('a block has an unknown type');
      else {
        if (type === 1) this.setFixedCodes();
        else this.readCodes();
        this.decode();
      }
      if (this.end > this.input.length) throw tooShort();
    }
    if (this.to !== this.out.length) throw new InflateError('truncated', 'there is less data than declared');
  }

  /** The next `n` bits, at most 16. */
  private take(n: number): number {
    while (this.held < n) {
      if (this.at >= this.input.length) throw tooShort();
      this.hold |= this.input[this.at++] << this.held;
      this.held += 8;
    }
    const bits = this.hold & ((1 << n) - 1);
    this.hold >>>= n;
    this.held -= n;
    return bits;
  }

  private copyStored(): void {
    this.at = this.end;
    this.hold = 0;
    this.held = 0;
    const { input, at } = this;
    const length = input[at] | (input[at + 1] << 8);
    if (at + 4 + length > input.length) throw tooShort();
    if ((length ^ (input[at + 2] | (input[at + 3] << 8))) !== 0xffff) throw broken('a block has no length');
    if (this.to + length > this.out.length) throw tooLong();
    this.out.set(input.subarray(at + 4, at + 4 + length), this.to);
    this.to += length;
    this.at = at + 4 + length;
  }

  private setFixedCodes(): void {
    const { lengths, literals, distances } = this.t;
    lengths.fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280, LITERALS).fill(5, LITERALS);
    setCode(literals, lengths, 0, LITERALS);
    setCode(distances, lengths, LITERALS, DISTANCES);
  }

  private readCodes(): void {
    const { lengths, literals, distances } = this.t;
    const nliteral = this.take(5) + 257;
    const ndistance = this.take(5) + 1;
    const count = this.take(4) + 4;
    lengths.fill(0);
    for (let k = 0; k < count; k++) lengths[LENGTH_ORDER[k]] = this.take(3);
    setCode(literals, lengths, 0, 19);
    lengths.fill(0);
    for (let k = 0; k < nliteral + ndistance; ) {
      const symbol = this.symbol(literals);
      if (symbol < 16) {
        lengths[k++] = symbol;
        continue;
      }
      if (symbol === 16 && k === 0) throw broken('a code length repeats nothing');
      const value = symbol === 16 ? lengths[k - 1] : 0;
      const repeat = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
      if (k + repeat > nliteral + ndistance) throw broken('there are too many code lengths');
      lengths.fill(value, k, k + repeat);
      k += repeat;
    }
    if (lengths[END_OF_BLOCK] === 0) throw broken('a block has no end');
    setCode(distances, lengths, nliteral, ndistance);
    setCode(literals, lengths, 0, nliteral);
  }

  /** The next symbol of a code. */
  private symbol(code: Code): number {
    while (this.held < MAX_BITS) {
      this.hold |= this.input[this.at++] << this.held;
      this.held += 8;
    }
    const entry = code.fast[this.hold & FAST_MASK] || walk(code, this.hold);
    this.hold >>>= entry & 15;
    this.held -= entry & 15;
    return entry >> 4;
  }

  /** Literals and matches up to the end of the block. Beyond its end the input reads as zeros; `run` sees that. */
  private decode(): void {
    const { input, out, t } = this;
    const { literals, distances, lengthBase, lengthExtra, distanceBase, distanceExtra } = t;
    const literalFast = literals.fast;
    const distanceFast = distances.fast;
    const size = out.length;
    const inputEnd = input.length + 8;
    let { at, to, hold, held } = this;
    for (;;) {
      if (at > inputEnd) throw tooShort();
      while (held <= 24) {
        hold |= input[at++] << held;
        held += 8;
      }
      let entry = literalFast[hold & FAST_MASK] || walk(literals, hold);
      hold >>>= entry & 15;
      held -= entry & 15;
      const symbol = entry >> 4;
      if (symbol < END_OF_BLOCK) {
        if (to >= size) throw tooLong();
        out[to++] = symbol;
        continue;
      }
      if (symbol === END_OF_BLOCK) break;

      const l = symbol - 257;
      if (l >= lengthBase.length) throw broken('a length is broken');
      const length = lengthBase[l] + (hold & ((1 << lengthExtra[l]) - 1));
      hold >>>= lengthExtra[l];
      held -= lengthExtra[l];
      while (held <= 24) {
        hold |= input[at++] << held;
        held += 8;
      }
      entry = distanceFast[hold & FAST_MASK] || walk(distances, hold);
      hold >>>= entry & 15;
      held -= entry & 15;
      const d = entry >> 4;
      if (d >= distanceBase.length) throw broken('a distance is broken');
      const extra = distanceExtra[d];
      while (held < extra) {
        hold |= input[at++] << held;
        held += 8;
      }
      const from = to - distanceBase[d] - (hold & ((1 << extra) - 1));
      hold >>>= extra;
      held -= extra;
      if (from < 0) throw broken('a distance is too long');
      if (to + length > size) throw tooLong();
      repeat(out, from, to, length);
      to += length;
    }
    this.at = at;
    this.to = to;
    this.hold = hold;
    this.held = held;
  }
}

/** Matches from this length on are copied by the engine. */
const LONG_MATCH = 48;

/** Writes `length` bytes at `to` that repeat those at `from`, which may run into them. */
function repeat(out: Uint8Array, from: number, to: number, length: number): void {
  if (length < LONG_MATCH) {
    for (let k = 0; k < length; k++) out[to + k] = out[from + k];
    return;
  }
  for (let at = to, end = to + length; at < end; ) {
    const count = Math.min(at - from, end - at); // whole periods, twice as many each time
    out.copyWithin(at, from, from + count);
    at += count;
  }
}

/** `symbol << 4 | bits` of a code that is too long for the table. */
function walk({ counts, symbols }: Code, hold: number): number {
  for (let bits = 1, code = 0, first = 0, index = 0; bits <= MAX_BITS; bits++) {
    code |= (hold >>> (bits - 1)) & 1;
    const count = counts[bits];
    if (code - first < count) return (symbols[index + code - first] << 4) | bits;
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  throw broken('a code is broken');
}

// Packs a WASM module as text for a bundle; packages/core/src/backend/wasm-format.ts describes the layout, unpack.ts beside it reads it.
import { loadTypeScript } from './load-typescript.mjs';

const format = await loadTypeScript('packages/core/src/backend/wasm-format.ts');
const {
  BLOCK_FIRST,
  BLOCK_LAST,
  BYTES,
  END,
  FIELDS,
  FLOAT_BYTES,
  FLOATS,
  HEAD,
  I32_CONST,
  LIST,
  LOCALS,
  LONG_CONST,
  LONGS,
  MAX_CONSTANTS,
  MAX_LOCALS,
  NSTREAM,
  OFFSET_LANE,
  OFFSETS,
  OPCODES,
  PREFIX_BULK,
  REST,
  TABLE,
  TAIL,
  TARGETS,
  UNKNOWN,
} = format;

const CODE_SECTION = 10;

/** Characters that need no escape in any kind of JavaScript string, without the prefixes of rare bytes. */
const symbols = Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)).filter(
  (c) => !`'"\`\\$|~`.includes(c),
);
const prefixes = ['', '|', '~'];

/** A place in a module that is read from front to back. */
class Reader {
  at = 0;
  constructor(bytes) {
    this.bytes = bytes;
  }
  take(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
  /** A number of variable length, as its bytes. */
  number() {
    let count = 1;
    while (this.bytes[this.at + count - 1] > 127) count++;
    return this.take(count);
  }
}

/** What bytes of variable length stand for. */
const numberOf = (bytes) => bytes.reduce((value, b, k) => value | ((b & 127) << (7 * k)), 0);

const signedNumberOf = (bytes) => {
  const shift = 32 - 7 * bytes.length;
  return shift > 0 ? (numberOf(bytes) << shift) >> shift : numberOf(bytes);
};

function numberBytes(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest >>> 7 === 0) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

/** The constants of several bytes: a list of them, and the place of each in it. */
function constantBytes(longs) {
  const list = [...new Set(longs)].sort((a, b) => a - b);
  if (list.length > MAX_CONSTANTS) throw new Error(`there are more than ${MAX_CONSTANTS} long constants`);
  const place = new Map(list.map((constant, k) => [constant, k]));
  const above = (constant, k) => numberBytes((constant - (list[k - 1] ?? -(2 ** 31))) >>> 0);
  const difference = (constant, k) => (place.get(constant) - (place.get(longs[k - 1]) ?? 0)) | 0;
  return {
    list: [numberBytes(list.length), ...list.map(above)].flat(),
    places: longs.map(difference).flatMap((d) => numberBytes((d << 1) ^ (d >> 31))),
  };
}

/** How many locals were used since this one was; makes it the most recent one. */
function placeOf(recent, local) {
  const place = recent.indexOf(local);
  if (place < 0) throw new Error(`a function has more than ${MAX_LOCALS} locals`);
  recent.unshift(...recent.splice(place, 1));
  return place;
}

/** The streams of a module. */
function splitModule(bytes) {
  const streams = Array.from({ length: NSTREAM }, () => []);
  const put = (stream, part) => {
    streams[stream].push(...part);
    return part;
  };
  const reader = new Reader(bytes);
  put(HEAD, reader.take(8));
  let stream = HEAD;
  while (reader.at < bytes.length) {
    const id = put(stream, reader.take(1))[0];
    const length = reader.number();
    if (id === CODE_SECTION) {
      splitFunctions(reader, put);
      stream = TAIL;
    } else {
      put(stream, length);
      put(stream, reader.take(numberOf(length)));
    }
  }
  return streams;
}

function splitFunctions(reader, put) {
  const state = { recent: [], longs: [] };
  const count = numberOf(put(REST, reader.number()));
  for (let k = 0; k < count; k++) {
    reader.number(); // the length, which the reader of the text finds anew
    const groups = numberOf(put(REST, reader.number()));
    for (let g = 0; g < groups; g++) {
      put(REST, reader.number());
      put(REST, reader.take(1));
    }
    state.recent = Array.from({ length: MAX_LOCALS }, (_, local) => local);
    for (let depth = 1; depth > 0; ) depth += splitInstruction(reader, put, state);
  }
  const { list, places } = constantBytes(state.longs);
  put(LIST, list);
  put(LONGS, places);
}

/** Returns by how much it is nested deeper after the instruction. */
function splitInstruction(reader, put, state) {
  const op = reader.take(1)[0];
  if (op === I32_CONST) {
    const constant = reader.number();
    put(OPCODES, [constant.length > 1 ? LONG_CONST : op]);
    if (constant.length > 1) state.longs.push(signedNumberOf(constant));
    else put(format.shortsBefore(reader.bytes[reader.at]), constant);
    return 0;
  }
  put(OPCODES, [op]);
  const operand = format.operandOf(op, op >= PREFIX_BULK ? numberOf(put(OPCODES, reader.number())) : 0);
  if (operand === UNKNOWN) throw new Error(`the packer does not know the instruction 0x${op.toString(16)}`);
  if (operand === LOCALS || operand === TARGETS)
    put(operand, numberBytes(placeOf(state.recent, numberOf(reader.number()))));
  else splitOperand(reader, put, operand);
  if (op === END) return -1;
  return op >= BLOCK_FIRST && op <= BLOCK_LAST ? 1 : 0;
}

function splitOperand(reader, put, operand) {
  if (operand >= FLOAT_BYTES) put(FLOATS, reader.take(operand - FLOAT_BYTES));
  else if (operand >= BYTES) put(REST, reader.take(operand - BYTES));
  else if (operand === TABLE)
    for (let k = numberOf(put(REST, reader.number())); k >= 0; k--) put(REST, reader.number());
  else if (operand === FIELDS || operand === OFFSETS || operand === OFFSET_LANE) {
    reader.number(); // the alignment, which is but a hint
    put(operand === FIELDS ? FIELDS : OFFSETS, reader.number());
    if (operand === OFFSET_LANE) put(REST, reader.take(1));
  } else if (operand < NSTREAM) put(operand, reader.number());
}

/** The text of a module. */
export function wasmToText(module) {
  const streams = splitModule(module);
  const count = new Array(256).fill(0);
  for (const b of streams.flat()) count[b]++;
  const order = [...count.keys()].sort((a, b) => count[b] - count[a] || a - b);
  const codes = [];
  order.forEach((b, k) => {
    codes[b] = prefixes[Math.floor(k / symbols.length)] + symbols[k % symbols.length];
  });
  const encode = (bytes) => bytes.map((b) => codes[b]).join('');
  const texts = streams.map(encode);
  const lengths = streams.map(({ length }) => encode([length & 255, (length >> 8) & 255, length >> 16]));
  const hex = order.map((b) => b.toString(16).padStart(2, '0')).join('');
  return [hex, ...lengths, ...texts].join('');
}

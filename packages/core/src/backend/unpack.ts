// The reader of the packed module, a small module of its own: in cold JavaScript it would take five times as long.
import { type i32, scratchI32, type U8 } from '../dialect.ts';
import {
  BLOCK_FIRST,
  BLOCK_LAST,
  BYTES,
  END,
  FIELDS,
  FLOAT_BYTES,
  FLOATS,
  HEAD,
  I32_CONST,
  LOCALS,
  LONG_CONST,
  LONGS,
  MAX_LOCALS,
  NSTREAM,
  OFFSET_LANE,
  OFFSETS,
  OPCODES,
  operandOf,
  PREFIX_BULK,
  REST,
  TABLE,
  TAIL,
} from './wasm-format.ts';

const BAR: i32 = 124;
const TILDE: i32 = 126;

const byteOf = scratchI32(256);
const rank = scratchI32(128);
const at = scratchI32(NSTREAM + 1);
const end = scratchI32(1);
const long = scratchI32(1);
const recent = scratchI32(MAX_LOCALS);

/** The place of each character among those that stand for bytes (all that need no escape and are no prefix); their number. */
function rankSymbols(): i32 {
  let count: i32 = 0;
  for (let code: i32 = 32; code < 126; code++) {
    if (code === 34 || code === 36 || code === 39 || code === 92 || code === 96 || code === BAR) continue; // " $ ' \ `
    rank[code] = count++;
  }
  return count;
}

function hexDigit(code: i32): i32 {
  return code < 58 ? code - 48 : code - 87;
}

/**
 * Bytes of a text: in front all bytes in hexadecimal from the most to the least frequent; then a character for each of the
 * most frequent ones, after `|` for one of the next and after `~` for one of the rest.
 */
function readText(bytes: U8, text: U8, length: i32): void {
  for (let k: i32 = 0; k < 256; k++) byteOf[k] = 16 * hexDigit(text[2 * k]) + hexDigit(text[2 * k + 1]);
  const count = rankSymbols();
  let n: i32 = 0;
  let page: i32 = 0;
  for (let i: i32 = 512; i < length; i++) {
    const code = text[i];
    if (code === BAR) page = count;
    else if (code === TILDE) page = 2 * count;
    else {
      bytes[n++] = byteOf[page + rank[code]];
      page = 0;
    }
  }
}

/** Sets `at` to the start of each stream: their lengths are in front of them. */
function findStreams(bytes: U8): void {
  at[0] = 3 * NSTREAM;
  for (let s: i32 = 0; s < NSTREAM; s++) {
    at[s + 1] = at[s] + bytes[3 * s] + (bytes[3 * s + 1] << 8) + (bytes[3 * s + 2] << 16);
  }
}

function put(out: U8, byte: i32): void {
  out[end[0]] = byte;
  end[0]++;
}

function copyBytes(out: U8, bytes: U8, stream: i32, count: i32): void {
  for (let k: i32 = 0; k < count; k++) put(out, bytes[at[stream] + k]);
  at[stream] += count;
}

function readNumber(bytes: U8, stream: i32): i32 {
  let value: i32 = 0;
  let shift: i32 = 0;
  let byte: i32 = 0;
  do {
    byte = bytes[at[stream]];
    at[stream]++;
    value |= (byte & 127) << shift;
    shift += 7;
  } while (byte > 127);
  return value;
}

/** Copies a number of variable length and returns it. */
function copyNumber(out: U8, bytes: U8, stream: i32): i32 {
  const start = at[stream];
  const value = readNumber(bytes, stream);
  const count = at[stream] - start;
  at[stream] = start;
  copyBytes(out, bytes, stream, count);
  return value;
}

/** Writes the local that so many others were used after, and makes it the most recent one. */
function putLocal(out: U8, place: i32): void {
  const local = recent[place];
  for (let k = place; k > 0; k--) recent[k] = recent[k - 1];
  recent[0] = local;
  if (local > 127) put(out, (local & 127) | 128);
  put(out, local > 127 ? local >> 7 : local);
}

/** Writes the constant that differs from the one before as `difference` says. */
function putLong(out: U8, difference: i32): void {
  long[0] += ((difference >> 1) & 0x7fffffff) ^ -(difference & 1);
  let rest = long[0];
  while (rest < -64 || rest > 63) {
    put(out, (rest & 127) | 128);
    rest >>= 7;
  }
  put(out, rest & 127);
}

/** Copies an instruction and returns by how much it is nested deeper after it. */
function copyInstruction(out: U8, bytes: U8): i32 {
  const op = bytes[at[OPCODES]];
  if (op === LONG_CONST) {
    at[OPCODES]++;
    put(out, I32_CONST);
    putLong(out, readNumber(bytes, LONGS));
    return 0;
  }
  copyBytes(out, bytes, OPCODES, 1);
  copyOperand(out, bytes, operandOf(op, op >= PREFIX_BULK ? copyNumber(out, bytes, OPCODES) : 0));
  if (op === END) return -1;
  return op >= BLOCK_FIRST && op <= BLOCK_LAST ? 1 : 0;
}

function copyOperand(out: U8, bytes: U8, operand: i32): void {
  if (operand >= FLOAT_BYTES) copyBytes(out, bytes, FLOATS, operand - FLOAT_BYTES);
  else if (operand >= BYTES) copyBytes(out, bytes, REST, operand - BYTES);
  else if (operand === TABLE) for (let k = copyNumber(out, bytes, REST); k >= 0; k--) copyNumber(out, bytes, REST);
  else if (operand === FIELDS || operand === OFFSETS || operand === OFFSET_LANE) {
    put(out, 0); // the alignment, which is but a hint
    copyNumber(out, bytes, operand === FIELDS ? FIELDS : OFFSETS);
    if (operand === OFFSET_LANE) copyBytes(out, bytes, REST, 1);
  } else if (operand === LOCALS) putLocal(out, readNumber(bytes, LOCALS));
  else if (operand < NSTREAM) copyNumber(out, bytes, operand);
}

/** Writes the length of what follows `place` into the five bytes there. */
function putLength(out: U8, place: i32): void {
  const length = end[0] - place - 5;
  for (let k: i32 = 0; k < 4; k++) out[place + k] = ((length >> (7 * k)) & 127) | 128;
  out[place + 4] = 0;
}

function copyFunction(out: U8, bytes: U8): void {
  const place = end[0];
  end[0] += 5;
  for (let k = copyNumber(out, bytes, REST); k > 0; k--) {
    copyNumber(out, bytes, REST);
    copyBytes(out, bytes, REST, 1);
  }
  for (let k: i32 = 0; k < MAX_LOCALS; k++) recent[k] = k;
  for (let depth: i32 = 1; depth > 0; ) depth += copyInstruction(out, bytes);
  putLength(out, place);
}

/** Writes the module of a text to `out` and returns its length; `bytes` is room for as many bytes as the text has characters. */
export function unpack(out: U8, bytes: U8, text: U8, length: i32): i32 {
  readText(bytes, text, length);
  findStreams(bytes);
  const head = at[HEAD + 1] - at[HEAD];
  const tail = at[TAIL + 1] - at[TAIL];
  end[0] = 0;
  long[0] = 0;
  copyBytes(out, bytes, HEAD, head);
  const place = end[0];
  end[0] += 5;
  for (let k = copyNumber(out, bytes, REST); k > 0; k--) copyFunction(out, bytes);
  putLength(out, place);
  copyBytes(out, bytes, TAIL, tail);
  return end[0];
}

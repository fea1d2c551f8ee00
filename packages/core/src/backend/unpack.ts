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
  operandOf,
  PREFIX_BULK,
  REST,
  shortsBefore,
  TABLE,
  TAIL,
  TARGETS,
} from './wasm-format.ts';

const BAR: i32 = 124;
const TILDE: i32 = 126;
const HEX: i32 = 512; // characters that list the bytes

const byteOf = scratchI32(3 * 128); // what a character stands for: alone, after |, after ~
const operandAfter = scratchI32(PREFIX_BULK); // what follows an instruction without a second part
const at = scratchI32(NSTREAM + 1); // where the streams are read
const recent = scratchI32(MAX_LOCALS);
let known: i32 = 0; // so many of the first locals are in `recent`; all others are as they are numbered
let end: i32 = 0; // of what is written
const constants = scratchI32(MAX_CONSTANTS); // those of several bytes
let last: i32 = 0; // place of the one used last

function hexDigit(code: i32): i32 {
  return code < 58 ? code - 48 : code - 87;
}

/**
 * What each character stands for. In front of the text are all bytes in hexadecimal from the most to the least frequent: the first
 * ones are a character each, which needs no escape, the next ones such a character after `|`, the rest after `~`.
 */
function readAlphabet(text: U8): void {
  let k: i32 = 0;
  for (let page: i32 = 0; page < 3; page++) {
    for (let code: i32 = 32; code < TILDE && k < 256; code++) {
      if (code === 34 || code === 36 || code === 39 || code === 92 || code === 96 || code === BAR) continue; // " $ ' \ `
      byteOf[128 * page + code] = 16 * hexDigit(text[2 * k]) + hexDigit(text[2 * k + 1]);
      k++;
    }
  }
}

/** Replaces the text by the bytes that it stands for, which are no more than its characters. */
function decode(text: U8, length: i32): void {
  let to: i32 = 0;
  for (let from: i32 = HEX; from < length; from++) {
    let code = text[from];
    if (code === BAR) code = 128 + text[++from];
    else if (code === TILDE) code = 256 + text[++from];
    text[to++] = byteOf[code];
  }
}

/** The next byte of a stream. */
function next(bytes: U8, stream: i32): i32 {
  const place = at[stream];
  at[stream] = place + 1;
  return bytes[place];
}

/** Sets `at` to the start of each stream: in front are their lengths. */
function findStreams(bytes: U8): void {
  at[0] = 0;
  for (let s: i32 = 1; s <= NSTREAM; s++) at[s] = next(bytes, 0) | (next(bytes, 0) << 8) | (next(bytes, 0) << 16);
  for (let s: i32 = 1; s <= NSTREAM; s++) at[s] += at[s - 1];
}

function put(out: U8, byte: i32): void {
  out[end++] = byte;
}

function copyBytes(out: U8, bytes: U8, stream: i32, count: i32): void {
  for (let k: i32 = 0; k < count; k++) put(out, next(bytes, stream));
}

/** Copies a number of variable length and returns it. */
function copyNumber(out: U8, bytes: U8, stream: i32): i32 {
  let value: i32 = 0;
  let shift: i32 = 0;
  let byte: i32 = 0;
  do {
    byte = next(bytes, stream);
    put(out, byte);
    value |= (byte & 127) << shift;
    shift += 7;
  } while (byte > 127);
  return value;
}

function readNumber(bytes: U8, stream: i32): i32 {
  let byte = next(bytes, stream);
  let value = byte & 127;
  for (let shift: i32 = 7; byte > 127; shift += 7) {
    byte = next(bytes, stream);
    value |= (byte & 127) << shift;
  }
  return value;
}

/** Writes the local that so many others were used after, and makes it the most recent one. */
function putLocal(out: U8, place: i32): void {
  for (; known <= place; known++) recent[known] = known;
  const local = recent[place];
  for (let k = place; k > 0; k--) recent[k] = recent[k - 1];
  recent[0] = local;
  if (local > 127) put(out, (local & 127) | 128);
  put(out, local > 127 ? local >> 7 : local);
}

function readConstants(bytes: U8): void {
  let value: i32 = -2147483648;
  const count = readNumber(bytes, LIST);
  for (let k: i32 = 0; k < count; k++) {
    value = (value + readNumber(bytes, LIST)) | 0;
    constants[k] = value;
  }
  last = 0;
}

/** Writes the constant whose place differs from that of the one before as `difference` says. */
function putLong(out: U8, difference: i32): void {
  last += (difference >> 1) ^ -(difference & 1);
  let rest = constants[last];
  while (rest < -64 || rest > 63) {
    put(out, (rest & 127) | 128);
    rest >>= 7;
  }
  put(out, rest & 127);
}

/** Copies an instruction and returns by how much it is nested deeper after it. */
function copyInstruction(out: U8, bytes: U8): i32 {
  const op = next(bytes, OPCODES);
  if (op === LONG_CONST) {
    put(out, I32_CONST);
    putLong(out, readNumber(bytes, LONGS));
    return 0;
  }
  put(out, op);
  if (op === I32_CONST) {
    copyNumber(out, bytes, shortsBefore(bytes[at[OPCODES]]));
    return 0;
  }
  copyOperand(out, bytes, op < PREFIX_BULK ? operandAfter[op] : operandOf(op, copyNumber(out, bytes, OPCODES)));
  if (op === END) return -1;
  return op >= BLOCK_FIRST && op <= BLOCK_LAST ? 1 : 0;
}

function copyOperand(out: U8, bytes: U8, operand: i32): void {
  if (operand === LOCALS || operand === TARGETS) putLocal(out, readNumber(bytes, operand));
  else if (operand >= FLOAT_BYTES) copyBytes(out, bytes, FLOATS, operand - FLOAT_BYTES);
  else if (operand >= BYTES) copyBytes(out, bytes, REST, operand - BYTES);
  else if (operand === TABLE) for (let k = copyNumber(out, bytes, REST); k >= 0; k--) copyNumber(out, bytes, REST);
  else if (operand === FIELDS || operand === OFFSETS || operand === OFFSET_LANE) {
    put(out, 0); // the alignment, which is but a hint
    copyNumber(out, bytes, operand === FIELDS ? FIELDS : OFFSETS);
    if (operand === OFFSET_LANE) copyBytes(out, bytes, REST, 1);
  } else if (operand < NSTREAM) copyNumber(out, bytes, operand);
}

/** Writes the length of what follows `place` into the five bytes there. */
function putLength(out: U8, place: i32): void {
  const length = end - place - 5;
  for (let k: i32 = 0; k < 4; k++) out[place + k] = ((length >> (7 * k)) & 127) | 128;
  out[place + 4] = 0;
}

function copyFunction(out: U8, bytes: U8): void {
  const place = end;
  end += 5;
  for (let k = copyNumber(out, bytes, REST); k > 0; k--) {
    copyNumber(out, bytes, REST);
    copyBytes(out, bytes, REST, 1);
  }
  known = 0;
  for (let depth: i32 = 1; depth > 0; ) depth += copyInstruction(out, bytes);
  putLength(out, place);
}

/** Copies a stream to its end. */
function copyStream(out: U8, bytes: U8, stream: i32, stop: i32): void {
  while (at[stream] < stop) put(out, next(bytes, stream));
}

/** Writes the module of a text of so many characters to `out` and returns its length; overwrites the text. */
export function unpack(out: U8, text: U8, length: i32): i32 {
  end = 0;
  readAlphabet(text);
  decode(text, length);
  for (let op: i32 = 0; op < PREFIX_BULK; op++) operandAfter[op] = operandOf(op, 0);
  findStreams(text);
  readConstants(text);
  const stop = at[TAIL + 1];
  copyStream(out, text, HEAD, at[HEAD + 1]);
  const place = end;
  end += 5;
  for (let k = copyNumber(out, text, REST); k > 0; k--) copyFunction(out, text);
  putLength(out, place);
  copyStream(out, text, TAIL, stop);
  return end;
}

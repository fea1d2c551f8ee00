// How a WebAssembly module is laid out in a package: the parts of its instructions in streams of their own, where gzip finds far
// more repetition than in the module itself. `scripts/wasm-text.mjs` writes it, `unpack.ts` reads it.
import type { i32 } from '../dialect.ts';

// The streams, in the order that packs best.
export const FLOATS: i32 = 0;
export const HEAD: i32 = 1; // all before the functions
export const TAIL: i32 = 2; // all after them
export const BLOCKS: i32 = 3;
export const LIST: i32 = 4; // the constants of several bytes, sorted: their number, then how much each is above the one before
export const LONGS: i32 = 5; // their places in the list: differences from the one before, with the sign in the last bit
export const CALLS: i32 = 6;
export const FIELDS: i32 = 7; // offsets of loads and stores of integers: mostly fields of Model and Data
export const REST: i32 = 8;
export const SHORTS: i32 = 9; // constants of one byte
export const ADDENDS: i32 = 10; // those that are added,
export const SHIFTS: i32 = 11; // and those that something is shifted by
export const TARGETS: i32 = 12; // locals that are set, each by how many others were used since it was,
export const LOCALS: i32 = 13; // and those that are read
export const OPCODES: i32 = 14;
export const OFFSETS: i32 = 15; // those of all other loads and stores
export const NSTREAM: i32 = 16;

export const MAX_LOCALS: i32 = 1024;
export const MAX_CONSTANTS: i32 = 4096;

// What follows an opcode: a number in one of the streams above, or one of these.
export const NOTHING: i32 = 16;
export const TABLE: i32 = 17;
export const OFFSET_LANE: i32 = 18;
export const BYTES: i32 = 32; // and more: so many bytes above this in REST
export const FLOAT_BYTES: i32 = 64; // and more: so many bytes above this in FLOATS
export const UNKNOWN: i32 = -1;

export const BLOCK_FIRST: i32 = 0x02;
export const BLOCK_LAST: i32 = 0x04;
export const LONG_CONST: i32 = 0x06; // no opcode of the module: stands for `i32.const` with a constant of several bytes
export const END: i32 = 0x0b;
export const I32_CONST: i32 = 0x41;
export const PREFIX_BULK: i32 = 0xfc; // opcodes from here on have a second part, which is in OPCODES too
export const PREFIX_SIMD: i32 = 0xfd;

/** What follows an instruction. */
export function operandOf(op: i32, second: i32): i32 {
  if (op === PREFIX_BULK) return bulkOperandOf(second);
  if (op === PREFIX_SIMD) return simdOperandOf(second);
  if (op >= 0x45 && op <= 0xc4) return NOTHING;
  if (op >= 0x28 && op <= 0x3e) return op === 0x28 || op === 0x36 ? FIELDS : OFFSETS;
  if (op >= 0x20 && op <= 0x22) return op === 0x20 ? LOCALS : TARGETS;
  if (op === 0x42) return SHORTS;
  if (op === 0x43) return FLOAT_BYTES + 4;
  if (op === 0x44) return FLOAT_BYTES + 8;
  return controlOperandOf(op);
}

/** The stream of a constant of one byte, by the instruction after it. */
export function shortsBefore(op: i32): i32 {
  if (op === 0x74) return SHIFTS;
  return op === 0x6a ? ADDENDS : SHORTS;
}

function controlOperandOf(op: i32): i32 {
  if (op >= BLOCK_FIRST && op <= BLOCK_LAST) return BLOCKS;
  if (op === 0x10) return CALLS;
  if (op === 0x0c || op === 0x0d || op === 0x23 || op === 0x24) return REST; // branches and globals
  if (op === 0x0e) return TABLE;
  if (op === 0x3f || op === 0x40) return BYTES + 1;
  return op <= 0x01 || op === 0x05 || op === END || op === 0x0f || op === 0x1a || op === 0x1b ? NOTHING : UNKNOWN;
}

function bulkOperandOf(second: i32): i32 {
  if (second === 10) return BYTES + 2; // memory.copy
  if (second === 11) return BYTES + 1; // memory.fill
  return second < 8 ? NOTHING : UNKNOWN;
}

function simdOperandOf(second: i32): i32 {
  if (second <= 11 || second === 92 || second === 93) return OFFSETS;
  if (second === 12 || second === 13) return FLOAT_BYTES + 16;
  if (second >= 21 && second <= 34) return BYTES + 1;
  return second >= 84 && second <= 91 ? OFFSET_LANE : NOTHING;
}

import type { Random } from '../../models/random-tree.ts';

/** Longest block that is removed, repeated or overwritten. */
const BLOCK = 64;

const INTEGERS = [0, 1, -1, 2, 255, 256, 65535, 65536, 1 << 24, 1e6, 1e9, 0x7fffffff, -0x80000000, 0x7ffffff8];
const FLOATS = [0, -0, 1, -1, 1e-40, 1e-20, 1e10, 1e20, 1e38, 1e300, 1e-300, Number.NaN, Infinity, -Infinity];

export const pick = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)] as T;

/** A place in the input: often near its start, where headers are. */
const place = (random: Random, length: number): number =>
  random.below(Math.max(1, random.chance(0.4) ? Math.min(length, 128) : length));

const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

type ByteMutation = (random: Random, bytes: Uint8Array, other: Uint8Array) => Uint8Array;

const flipBit: ByteMutation = (random, bytes) => {
  const out = bytes.slice();
  const at = place(random, out.length);
  if (at < out.length) out[at] = (out[at] as number) ^ (1 << random.below(8));
  return out;
};

const setByte: ByteMutation = (random, bytes) => {
  const out = bytes.slice();
  const at = place(random, out.length);
  if (at < out.length) out[at] = pick(random, [0, 1, 0x7f, 0x80, 0xfe, 0xff, random.below(256)]);
  return out;
};

/** A 32- or 64-bit number becomes an extreme one, or moves by a little; mostly where a number is aligned. */
const setNumber: ByteMutation = (random, bytes) => {
  const out = bytes.slice();
  const isDouble = random.chance(0.3);
  const size = isDouble ? 8 : 4;
  if (out.length < size) return out;
  const at = place(random, out.length - size + 1);
  const aligned = random.chance(0.8) ? at - (at % 4) : at;
  const view = new DataView(out.buffer);
  if (isDouble) view.setFloat64(aligned, pick(random, FLOATS), true);
  else if (random.chance(0.3)) view.setFloat32(aligned, pick(random, FLOATS), true);
  else if (random.chance(0.5)) view.setInt32(aligned, view.getInt32(aligned, true) + random.below(9) - 4, true);
  else view.setInt32(aligned, pick(random, INTEGERS), random.chance(0.9));
  return out;
};

export const truncate: ByteMutation = (random, bytes) => bytes.slice(0, random.below(bytes.length + 1));

export const removeBlock: ByteMutation = (random, bytes) => {
  const at = place(random, bytes.length);
  return joined(bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(BLOCK)));
};

export const repeatBlock: ByteMutation = (random, bytes) => {
  const at = place(random, bytes.length);
  const block = bytes.subarray(at, at + 1 + random.below(BLOCK));
  const copies = Array.from({ length: random.chance(0.1) ? 1000 : 1 + random.below(4) }, () => block);
  return joined(bytes.subarray(0, at), ...copies, bytes.subarray(at));
};

/** The start of one input with the end of another. */
export const splice: ByteMutation = (random, bytes, other) =>
  joined(bytes.subarray(0, place(random, bytes.length)), other.subarray(random.below(other.length + 1)));

const fillBlock: ByteMutation = (random, bytes) => {
  const at = place(random, bytes.length);
  return bytes.slice().fill(pick(random, [0, 0xff, 0x80]), at, at + random.below(BLOCK));
};

/** One change of bytes whose length may change. */
export const mutateBytes: ByteMutation = (random, bytes, other) =>
  pick(random, [
    flipBit,
    flipBit,
    setByte,
    setNumber,
    setNumber,
    setNumber,
    truncate,
    removeBlock,
    repeatBlock,
    splice,
    fillBlock,
  ])(random, bytes, other);

/** One change that keeps the length: for formats that check it at once. */
export const mutateInPlace: ByteMutation = (random, bytes, other) =>
  random.chance(0.03)
    ? mutateBytes(random, bytes, other)
    : pick(random, [flipBit, setByte, setNumber, setNumber, setNumber, fillBlock])(random, bytes, other);

import { expect, test } from 'vitest';
import { loadTypeScript } from './load-typescript.mjs';
import { findRelocations, relocationText } from './relocations.mjs';

const { relocate } = await loadTypeScript('packages/core/src/host/threads/relocate.ts');

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const DELTA = 0x1330050;

/** A signed LEB128 number in as few bytes as possible. */
function leb(value) {
  const bytes = [];
  for (let rest = value; ; rest >>= 7) {
    const byte = rest & 0x7f;
    const done = (rest >> 7 === 0 && !(byte & 0x40)) || (rest >> 7 === -1 && byte & 0x40);
    bytes.push(done ? byte : byte | 0x80);
    if (done) return bytes;
  }
}

/** A module of functions `f0`, `f1`, ... that return a number, and a global with the number of the first. */
function moduleOf(...bodies) {
  const section = (id, content) => [id, ...unsigned(content.length), ...content];
  const unsigned = (n) => (n < 128 ? [n] : [(n & 0x7f) | 0x80, n >> 7]);
  const names = bodies.flatMap((_, k) => [2, 0x66, 0x30 + k, 0, k]);
  return Uint8Array.from([
    ...HEAD,
    ...section(1, [1, 0x60, 0, 1, 0x7f]),
    ...section(3, [bodies.length, ...bodies.map(() => 0)]),
    ...section(6, [1, 0x7f, 0, ...bodies[0], 0x0b]),
    ...section(7, [bodies.length + 1, 1, 0x67, 3, 0, ...names]),
    ...section(10, [bodies.length, ...bodies.flatMap((b) => [...unsigned(b.length + 2), 0, ...b, 0x0b])]),
  ]);
}

const constant = (value) => [0x41, ...leb(value)];
const ADD = 0x6a;
const SUB = 0x6b;

/** Functions whose addresses move with the base, as Binaryen writes them. */
const compiled = (base) => [
  constant(base + 16),
  [...constant(7), ...(base === 0 ? [...constant(-8192), SUB] : [...constant(8192 + base), ADD])],
  [...constant(99), ...constant(-base - 1600), ADD],
  Array.from({ length: 40 }, (_, k) => [...constant(base + 500 * k), ...(k > 0 ? [ADD] : [])]).flat(),
];

const results = (bytes) => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  return [exports.g.value, exports.f0(), exports.f1(), exports.f2(), exports.f3()];
};

/** The gaps of a table as they are written. */
const gapsOf = (relocations) =>
  relocationText('x', 0, relocations)
    .match(/'(.*)'/)[1]
    .split(',')
    .map(Number);

test('a module is moved by the table of what differs between two bases', () => {
  const module = moduleOf(...compiled(0));
  const twin = moduleOf(...compiled(DELTA));
  const relocations = findRelocations(module, twin, DELTA);
  expect(relocations).toHaveLength(44);
  expect(relocations.filter(({ subtracted }) => subtracted)).toHaveLength(2);
  for (const delta of [DELTA, 16, 48, 123_456, 0x7000_0000])
    expect(results(relocate(module, gapsOf(relocations), delta))).toEqual(results(moduleOf(...compiled(delta))));
  expect(results(relocate(module, gapsOf(relocations), -0x7000_0000 - 1))[0]).toBe(-0x7000_0000 + 15); // beyond 2 GiB
});

test('whatever else differs is refused', () => {
  const module = moduleOf(constant(16));
  expect(() => findRelocations(module, moduleOf(constant(16 + 2 * DELTA)), DELTA)).toThrow('is no address');
  expect(() => findRelocations(module, moduleOf([...constant(16), ...constant(1), ADD]), DELTA)).toThrow('base');
  expect(() => findRelocations(module, moduleOf(constant(16), constant(1)), DELTA)).toThrow('base');
});

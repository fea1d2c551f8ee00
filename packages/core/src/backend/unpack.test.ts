import { expect, test } from 'vitest';
import { wasmToText } from '../../../../scripts/wasm-text.mjs';
import { moduleBytes } from './packed-module.ts';
import { unpack } from './unpack.ts';
import { wasmText } from './wasm-bytes.ts';

/** What the reader makes of a text when it runs as JavaScript. */
function unpacked(text: string): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(4 * text.length);
  return out.slice(0, unpack(out, new TextEncoder().encode(text), text.length));
}

const text = (name: string) => [name.length, ...new TextEncoder().encode(name)];
const section = (id: number, ...content: number[]) => [id, content.length, ...content];

/** A module with one function of no parameters. */
function moduleOf(resultType: number, ...code: number[]): Uint8Array<ArrayBuffer> {
  const body = [1, 1, resultType, ...code, 0x0b]; // one local
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 0, 1, resultType),
    ...section(3, 1, 0),
    ...section(5, 1, 0, 1),
    ...section(7, 1, ...text('f'), 0, 0),
    ...section(10, 1, body.length, ...body),
    ...section(11, 1, 0, 0x41, 8, 0x0b, 2, 7, 9),
  ]);
}

function result(bytes: Uint8Array<ArrayBuffer>): unknown {
  return (new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports['f'] as () => unknown)();
}

const I32 = 0x7f;
const F64 = 0x7c;
const cases: [name: string, type: number, code: number[], value: number][] = [
  ['a short constant', I32, [0x41, 0x40], -64],
  [
    'long constants',
    I32,
    [0x41, 0xc0, 0x00, 0x41, 0xbf, 0x7f, 0x6a, 0x41, 0xff, 0xff, 0xff, 0xff, 0x07, 0x6a],
    2147483646,
  ],
  ['the smallest constant', I32, [0x41, 0x80, 0x80, 0x80, 0x80, 0x78], -2147483648],
  ['a float', F64, [0x44, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f], 1.5],
  ['a narrow float', F64, [0x43, 0, 0, 0xc0, 0x3f, 0xbb], 1.5],
  ['locals', I32, [0x41, 5, 0x22, 0, 0x20, 0, 0x6a], 10],
  ['data of the tail and an offset', I32, [0x41, 1, 0x2d, 0, 8], 9],
  ['an aligned field', I32, [0x41, 0, 0x28, 2, 8], 7 + 9 * 256],
  ['a table of branches', I32, [0x02, 0x40, 0x02, 0x40, 0x41, 1, 0x0e, 1, 0, 1, 0x0b, 0x41, 3, 0x0f, 0x0b, 0x41, 4], 4],
  ['bulk memory', I32, [0x41, 20, 0x41, 8, 0x41, 2, 0xfc, 10, 0, 0, 0x41, 0, 0x2d, 0, 21], 9],
  ['vectors', I32, [0xfd, 12, ...Array(16).fill(3), 0xfd, 22, 5], 3],
  [
    'vector operations of two bytes',
    F64,
    [0x44, ...Array(8).fill(0), 0xfd, 20, 0x44, ...Array(8).fill(0), 0xfd, 20, 0xfd, 0xf0, 1, 0xfd, 33, 1],
    0,
  ],
];

test.each(cases)('A module with %s is the same after packing and reading.', (_, type, code, value) => {
  const module = moduleOf(type, ...code);
  expect(result(module)).toBe(value);
  expect(result(unpacked(wasmToText(module)))).toBe(value);
});

test('An instruction that the layout does not know is refused.', () => {
  expect(() => wasmToText(moduleOf(I32, 0x11, 0, 0))).toThrow('0x11');
});

test('The core in the package is read to what it was written from, by the module and by JavaScript alike.', () => {
  const bytes = moduleBytes();
  expect(WebAssembly.validate(bytes)).toBe(true);
  expect(wasmToText(bytes)).toBe(wasmText);
  expect(Buffer.compare(unpacked(wasmText), bytes)).toBe(0);
});

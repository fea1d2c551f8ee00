import zlib from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { thrownBy } from '../testing.ts';
import { InflateError, inflate } from './inflate.ts';
import { zipEntries } from './zip.ts';
import { inflateZlib } from './zlib.ts';

/** A fixed sequence of bytes: noise, or text with repetitions. */
function sample(size: number, alphabet: number): Uint8Array {
  let state = 12345;
  return new Uint8Array(size).map(() => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 16) % alphabet;
  });
}

const problemOf = (run: () => unknown): string => thrownBy(InflateError, run)?.problem ?? 'none';

describe('inflate', () => {
  const { Z_FIXED, Z_HUFFMAN_ONLY, Z_DEFAULT_STRATEGY } = zlib.constants;
  const cases = [0, 1, 100, 70_000].flatMap((size) =>
    [2, 20, 256].flatMap((alphabet) =>
      [0, 1, 9].flatMap((level) =>
        [Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY].map((strategy) => [size, alphabet, level, strategy] as const),
      ),
    ),
  );
  test.each(cases)('undoes zlib: %d bytes of %d values, level %d, strategy %d', (size, alphabet, level, strategy) => {
    const data = sample(size, alphabet);
    const packed = zlib.deflateSync(data, { level, strategy });
    expect(Buffer.compare(inflateZlib(packed, size), data)).toBe(0);
  });

  test('says where the data ends', () => {
    const packed = zlib.deflateRawSync(sample(1000, 9));
    expect(inflate(Buffer.concat([packed, Buffer.alloc(9)]), 0, 1000).end).toBe(packed.length);
  });

  test('every truncation and every changed byte is an error, never a hang', () => {
    const packed = zlib.deflateSync(sample(300, 30));
    for (let n = 0; n < packed.length; n++) {
      expect(problemOf(() => inflateZlib(packed.subarray(0, n), 300))).not.toBe('none');
      const changed = Uint8Array.from(packed);
      changed[n] ^= 0x55;
      expect(problemOf(() => inflateZlib(changed, 300))).not.toBe('none');
    }
  });

  test('more or less than was stated', () => {
    const packed = zlib.deflateSync(new Uint8Array(1e6));
    expect(problemOf(() => inflateZlib(packed, 1000))).toBe('too-long');
    expect(problemOf(() => inflateZlib(packed, 1_000_001))).toBe('truncated');
    expect(problemOf(() => inflateZlib(packed, 1e12))).toBe('truncated');
  });
});

describe('zipEntries', () => {
  const files = { 'a.xml': sample(5000, 20), 'ü/b.bin': sample(10, 256) };

  test('lists and reads what another program packed', () => {
    const entries = [...zipEntries(zipSync(files))];
    expect(entries.map((e) => [e.name, e.size])).toEqual([
      ['a.xml', 5000],
      ['ü/b.bin', 10],
    ]);
    for (const e of entries) expect(e.read()).toEqual(files[e.name as keyof typeof files]);
  });

  test('broken archives are errors', () => {
    const zip = zipSync(files);
    const readAll = (bytes: Uint8Array) => [...zipEntries(bytes)].map((e) => e.read());
    for (let n = 0; n < zip.length; n += 7) {
      expect(problemOf(() => readAll(zip.subarray(0, n)))).not.toBe('none');
    }
    const wrong = Uint8Array.from(zip);
    wrong[60] ^= 1;
    expect(problemOf(() => readAll(wrong))).not.toBe('none');
  });
});

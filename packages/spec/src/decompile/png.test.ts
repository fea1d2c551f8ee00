import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPng } from '../assets/formats/png.ts';
import { defaultAssetLimits } from '../assets/types.ts';
import { zlibDeflate } from './deflate.ts';
import { encodePng } from './png.ts';

/** Bytes that repeat now and then; `variety` 256 is noise. */
function bytes(length: number, variety: number): Uint8Array {
  let seed = 12345;
  return Uint8Array.from({ length }, (_, k) => {
    seed = (1103515245 * seed + 12345) % 2147483648;
    return k % 97 < 40 ? k % variety : Math.floor(seed / 65536) % variety;
  });
}

test.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [300, 1],
  [5000, 3],
  [70000, 2],
  [70000, 256],
  [200000, 7],
])('%d bytes of %d values come back', (length, variety) => {
  const data = bytes(length, variety);
  expect(Buffer.compare(inflateSync(zlibDeflate(data)), data)).toBe(0);
});

test('what repeats becomes small', () => {
  expect(zlibDeflate(new Uint8Array(1e6)).length).toBeLessThan(10_000);
});

test.each([1, 3, 4])('a picture of %d channels', (channels) => {
  const pixels = bytes(19 * 7 * channels, 256);
  const image = readPng(encodePng(19, 7, channels, pixels), channels as 1 | 3 | 4, defaultAssetLimits);
  expect([image.width, image.height]).toEqual([19, 7]);
  expect(image.data).toEqual(pixels);
});

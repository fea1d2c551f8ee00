import { describe, expect, test } from 'vitest';
import { ALPHABET, byteText } from '../../../../../scripts/wasm/byte-text.mjs';
import { bytesOfText } from './module-text.ts';

/** Bytes of which some are much more frequent than others. */
function sample(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (((state >>> 8) & 255) * ((state >>> 16) & 255)) >> 8;
  });
}

describe('bytes as text', () => {
  test.each([0, 1, 256, 10_000])('%d bytes come back', (length) => {
    const bytes = sample(length);
    const { order, text } = byteText(bytes);
    expect(bytesOfText(order, text)).toEqual(bytes);
  });

  test('every byte has a code, and the frequent ones have one character', () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, k) => (k < 256 ? k : 7));
    const { order, text } = byteText(bytes);
    expect(bytesOfText(order, text)).toEqual(bytes);
    expect(text.endsWith(ALPHABET.charAt(0).repeat(256))).toBe(true);
  });

  test('no character has to be escaped in a string or a page', () => {
    expect(byteText(sample(10_000)).text).not.toMatch(/["'`\\$<]|[^ -~]/);
  });
});

import { expect, test } from 'vitest';
import { takeScratch } from './scratch.mjs';

test('working memory gets a constant address, with the bytes of its elements', () => {
  expect(takeScratch('const force = scratchF64(6);')).toBe('const force = changetype<F64>(memory.data((6) * 8, 16));');
  expect(takeScratch('const pick = scratchI32(MOST + 1);')).toBe(
    'const pick = changetype<I32>(memory.data((MOST + 1) * 4, 16));',
  );
});

test('a length may be a call', () => {
  expect(takeScratch('const a = scratchF64(2 * size(3));')).toContain('memory.data((2 * size(3)) * 8, 16)');
});

import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { scanFolder } from './folder.ts';
import { roundTrip } from './rewrite.ts';

const root = path.resolve(import.meta.dirname, '../..');
const SAMPLE = 4; // `npm run roundtrip` takes them all, and the corpus

describe('write, read and compile gives the same Model', () => {
  const entries = ['models', 'conformance/models'].flatMap((f) => scanFolder(path.join(root, f)));
  test.each(entries.filter((_, i) => i % SAMPLE === 0).map((e) => [e.path, e] as const))('%s', (_, entry) => {
    expect(roundTrip(entry)).toEqual({ verdict: 'same', details: [] });
  });
});

import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { scanFolder } from '../models/folder.ts';
import { root } from '../root.ts';
import { roundTrip } from './rewrite.ts';

const SAMPLE = 4; // `npm run roundtrip` takes them all, and the corpus

describe('write, read and compile gives the same Model', () => {
  const entries = ['models', 'conformance/models'].flatMap((f) => scanFolder(path.join(root, f)));
  test.each(entries.filter((_, i) => i % SAMPLE === 0).map((e) => [e.path, e] as const))('%s', (_, entry) => {
    expect(roundTrip(entry)).toEqual({ verdict: 'same', details: [] });
  });
});

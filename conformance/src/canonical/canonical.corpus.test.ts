import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readManifest } from '../models/corpus.ts';
import { scanFolder } from '../models/folder.ts';
import { root } from '../root.ts';
import { differingLines, exceptions, saveEntry, saver } from './compare-canonical.ts';

// a part of the corpus; QPOS_SAVED=all takes the whole
const step = process.env['QPOS_SAVED'] === 'all' ? 1 : 3;

const models = [
  ...['models', 'conformance/models']
    .flatMap((folder) => scanFolder(path.join(root, folder)))
    .filter((e) => !e.path.startsWith('soft/')), // need a plugin that the oracle does not have
  ...readManifest()
    .filter((e) => e.oracle.loads && e.oracleDefect === undefined)
    .filter((_, k) => k % step === 0),
];

describe('what MuJoCo saves of every model', () => {
  test.each(models)('$path: the same text', async (entry) => {
    const lines = differingLines(saveEntry(await saver(), entry));
    if (exceptions.has(entry.path)) expect(lines).not.toEqual([]);
    else expect(lines).toEqual([]);
  });
});

import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readManifest } from '../models/corpus.ts';
import { scanFolder } from '../models/folder.ts';
import { loadOracle } from '../oracle/oracle.ts';
import { root } from '../root.ts';
import { compareMjb } from './compare-mjb.ts';
import { unexpectedFields } from './rounding.ts';

const models = [
  ...['models', 'conformance/models']
    .flatMap((folder) => scanFolder(path.join(root, folder)))
    .filter((e) => !e.path.startsWith('soft/')), // need a plugin that the oracle does not have
  ...readManifest().filter((e) => e.oracle.loads && e.oracleDefect === undefined),
];

describe('MJB files of every model', () => {
  test.each(models)('$path: the same bytes as the oracle writes, and back', async (entry) => {
    const findings = compareMjb(await loadOracle(), entry);
    expect(findings.rewritten).toBe(true);
    expect(unexpectedFields(entry.path, findings)).toEqual([]);
  });
});

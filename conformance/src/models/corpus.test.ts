import path from 'node:path';
import { loadModelFile } from 'qpos/node';
import { describe, expect, test } from 'vitest';
import { examine } from '../compare/examine.ts';
import { loadInOracle, loadOracle } from '../oracle/oracle.ts';
import { root } from '../root.ts';
import { entryFiles, hasCorpus, readManifest } from './corpus.ts';
import { exceptions, expectedFailures, surprises } from './exceptions.ts';
import { scanFolder } from './folder.ts';

/** Every n-th model of the corpus: `npm run test:long` takes the whole of it. */
const EVERY = 12;
const STEPS = 21;
const MOST_DOFS = 300;

const manifest = readManifest();
const sample = manifest
  .filter((e) => e.oracleDefect === undefined)
  .filter((e, k) => k % EVERY === 0 && (e.nv ?? 0) <= MOST_DOFS);
const loading = sample.filter((e) => e.oracle.loads);
const refused = sample.filter((e) => !e.oracle.loads);

describe('exceptions', () => {
  test('each has a reason, a check and models, and none is named twice for the same check', () => {
    for (const { reason, checks, models } of exceptions)
      expect([reason.length > 20, checks.length > 0, models.length > 0]).toEqual([true, true, true]);
    const named = exceptions.flatMap(({ checks, models }) => checks.flatMap((c) => models.map((m) => `${c} ${m}`)));
    expect(named.length).toBe(new Set(named).size);
  });
});

// registered when the corpus is beside this checkout
if (hasCorpus)
  describe('a sample of the corpus', () => {
    test('exceptions name models that are here', () => {
      const own = ['models', 'conformance/models'].flatMap((f) => scanFolder(path.join(root, f)));
      const here = new Set([...own, ...manifest].map((e) => e.path));
      expect(exceptions.flatMap(({ models }) => models).filter((m) => !here.has(m))).toEqual([]);
    });

    test.each(loading)('$path computes what the oracle does', async (entry) => {
      const oracle = await loadOracle();
      const ours = loadModelFile(path.join(entry.folder, entry.path));
      const theirs = loadInOracle(oracle, entryFiles(entry));
      const findings = { path: entry.path, load: true, features: [], ...examine(oracle, theirs, ours, STEPS) };
      theirs.data.delete();
      theirs.model.delete();
      // a short run may miss what makes a model an exception
      const known = expectedFailures(entry.path);
      if (known.model === undefined) expect(findings.model).toEqual({});
      if (known.forward === undefined) expect(findings.forward).toEqual({});
      if (known.step === undefined) expect(surprises(findings, ['step'])).toEqual([]);
    });

    test.each(refused)('$path is refused with a code', ({ folder, path: file }) => {
      expect(() => loadModelFile(path.join(folder, file))).toThrow(
        expect.objectContaining({ code: expect.any(String) }),
      );
    });
  });

import path from 'node:path';
import { loadModelFile } from 'qpos/node';
import { describe, expect, test } from 'vitest';
import { type CorpusEntry, entryFiles, readManifest } from './corpus.ts';
import { examine, type Findings, verdicts } from './examine.ts';
import { loadInOracle, loadOracle, type Oracle } from './oracle.ts';

/** Every n-th model of the corpus: the whole of it is `npm run parity`. */
const EVERY = 6;
const STEPS = 21;
const MOST_DOFS = 300;

/** Flexes are not compiled yet. */
const isSupported = (e: CorpusEntry): boolean => (e.nflex ?? 0) === 0;
const all = readManifest().filter((e) => e.oracleDefect === undefined && isSupported(e));
const sample = all.filter((e, k) => k % EVERY === 0 && (e.nv ?? 0) <= MOST_DOFS);

describe('corpus', () => {
  test(`a sample of ${sample.length} real models loads, compiles and computes what the oracle does`, async () => {
    let oracle: Oracle | undefined;
    let used = 0;
    const results: Findings[] = [];
    const problems: string[] = [];
    for (const entry of sample) {
      if (oracle === undefined || oracle.dead || used++ % 20 === 19) oracle = await loadOracle();
      const file = path.join(entry.folder, entry.path);
      if (!entry.oracle.loads) {
        expect(() => loadModelFile(file), entry.path).toThrow(expect.objectContaining({ code: expect.any(String) }));
        continue;
      }
      const ours = loadModelFile(file);
      const theirs = loadInOracle(oracle, entryFiles(entry));
      const findings: Findings = {
        path: entry.path,
        load: true,
        features: [],
        ...examine(oracle, theirs, ours, STEPS),
      };
      theirs.data.delete();
      theirs.model.delete();
      results.push(findings);
      expect(findings.model, entry.path).toEqual({});
      if (!verdicts.forward(findings) || !verdicts.step(findings))
        problems.push(`${entry.path}: ${JSON.stringify(findings.forward)} step ${findings.step}`);
    }
    // PARITY.md names the models that differ and why
    expect(problems.length, problems.join('\n')).toBeLessThanOrEqual(0.03 * results.length);
  }, 600_000);
});

import fs from 'node:fs';
import path from 'node:path';
import { loadModelFile } from 'qpos/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { examine, verdicts } from '../compare/examine.ts';
import { loadInOracle, loadOracle, type Oracle } from '../oracle/oracle.ts';
import { root } from '../root.ts';
import { type CorpusEntry, entryFiles } from './corpus.ts';
import { scanFolder } from './folder.ts';

const folders = [
  'models',
  ...fs.readdirSync(path.join(root, 'conformance/models')).map((f) => `conformance/models/${f}`),
];

/** Runs whose every digit matters: contacts at rest amplify the last bit, so that only the forced comparison is exact. */
const STEPS = 25;

describe.each(folders)('%s against the oracle', (folder) => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  test.each(scanFolder(path.join(root, folder)).map((e) => [e.path, e] as [string, CorpusEntry]))('%s', (_, entry) => {
    const theirs = loadInOracle(oracle, entryFiles(entry));
    const ours = loadModelFile(path.join(entry.folder, entry.path));
    const findings = { path: entry.path, load: true, features: [], ...examine(oracle, theirs, ours, STEPS) };
    theirs.data.delete();
    theirs.model.delete();
    expect(findings.model).toEqual({});
    expect(findings.forward).toEqual({});
    expect(verdicts.step(findings), `step ${findings.step}`).toBe(true);
  });
});

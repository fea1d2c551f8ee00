import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../root.ts';
import type { Format } from './format.ts';
import { fuzzFormat } from './fuzz-format.ts';
import { minimise } from './minimise.ts';
import { PLANTED } from './planted-formats.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fuzz-test-'));
const worker = path.join(folder, 'planted-worker.mjs');

beforeAll(async () => {
  await build({
    stdin: {
      contents: `import { PLANTED } from './planted-formats.ts';
        import { runCases } from './run-cases.ts';
        await runCases(PLANTED);`,
      resolveDir: path.join(root, 'conformance/src/fuzz/formats'),
    },
    outfile: worker,
    bundle: true,
    platform: 'node',
    format: 'esm',
    tsconfig: path.join(root, 'tsconfig.check.json'),
    logLevel: 'error',
  });
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('a planted fault is found, confirmed and made smaller', () => {
  const planted = (name: string): Format => PLANTED.find((f) => f.name === `planted-${name}`) as Format;

  test.each([
    ['error', 'untyped'],
    ['memory', 'memory'],
    ['crash', 'crash'],
    ['hang', 'time'],
  ])('%s', async (name, kind) => {
    const { cases, findings } = await fuzzFormat(planted(name), {
      worker,
      seed: 1,
      milliseconds: 100_000,
      minimising: kind === 'untyped' ? 5000 : 0,
      hanging: kind === 'time' ? 1 : 30, // filling the memory may take seconds
      mostFindings: 1,
    });
    expect(cases).toBeGreaterThan(1);
    expect(findings.map((f) => f.failure.kind)).toEqual([kind]);
    expect(findings[0]?.bytes).toContain(0xff);
  });

  test('what is good has no findings', async () => {
    const { cases, read, findings } = await fuzzFormat(planted('nothing'), { worker, seed: 1, milliseconds: 500 });
    expect(findings).toEqual([]);
    expect(read).toBe(cases);
  });
});

describe('minimise', () => {
  const fails = async (bytes: Uint8Array): Promise<boolean> => bytes.includes(7) && bytes.includes(9);
  const plenty = 5000; // ms

  test('leaves out what the failure does not need', async () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, k) => (k === 100 ? 7 : k === 200 ? 9 : 1));
    expect([...(await minimise({ bytes, origin: new Uint8Array(3) }, fails, plenty))]).toEqual([7, 9]);
  });

  test('takes back changes where the length must stay', async () => {
    const origin = new Uint8Array(100);
    const bytes = origin.slice();
    for (const at of [10, 20, 30, 40]) bytes[at] = at === 20 ? 7 : at === 30 ? 9 : 5;
    const smallest = await minimise({ bytes, origin }, fails, plenty);
    expect([...smallest.entries()].filter(([, x]) => x !== 0)).toEqual([
      [20, 7],
      [30, 9],
    ]);
  });
});

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { chromium } from '../../determinism/engines.ts';
import { relativeError } from '../../oracle/transfer.ts';
import { root } from '../../root.ts';
import type { DemoResult } from './demo.ts';

const official = createRequire(import.meta.url).resolve('@mujoco/mujoco');

/** The demo as one file for a page, on one of the packages. */
async function bundle(module: string | undefined, wasm: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'conformance/src/compat/demo/demo.ts')],
    define: { WASM_URL: JSON.stringify(wasm) },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    tsconfig: path.join(root, 'tsconfig.check.json'), // its paths lead to the sources
    ...(module === undefined ? {} : { alias: { 'qpos/compat': module } }),
    external: ['module', 'fs', 'path', 'url', 'crypto', 'worker_threads', 'node:*'],
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

const run = async (module: string | undefined, wasm: string): Promise<DemoResult> =>
  (await chromium.run(await bundle(module, wasm))) as unknown as DemoResult;

test('a three.js program runs on both packages in Chromium: only the import differs', async () => {
  const bytes = fs.readFileSync(path.join(path.dirname(official), 'mujoco.wasm'));
  const theirs = await run(official, `data:application/wasm;base64,${bytes.toString('base64')}`);
  const ours = await run(undefined, '');
  for (const name of ['qpos', 'places'] as const)
    expect(relativeError(Float64Array.from(ours[name]), Float64Array.from(theirs[name])), name).toBeLessThan(1e-6);
  const { qpos: _, places: __, ...rest } = ours;
  expect(theirs).toMatchObject(rest);
  expect(ours.contacts.length).toBeGreaterThan(0);
  expect(ours.painted).toBeGreaterThan(500);
});

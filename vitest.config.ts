import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { packages, root } from './scripts/packages.mjs';
import { sourceAliases } from './scripts/workspace/entries.mjs';
import { CORPUS_TESTS, testFiles } from './scripts/workspace/tests.mjs';

const files = testFiles(packages);
const hasCorpus = fs.existsSync(path.join(root, '../shared/corpus/manifest.json'));

/** Tests on one back end. Files share a process and its modules, so that WASM and the oracle start once for each worker. */
const project = (name: string, backend: 'wasm' | 'js', include: string[], exclude: string[], env = {}) => ({
  resolve: { alias: sourceAliases(packages) },
  test: {
    name,
    include,
    exclude,
    env: { QPOS_BACKEND: backend, ...env },
    setupFiles: backend === 'js' ? [path.join(root, 'packages/core/src/js.ts')] : [],
    pool: 'forks' as const,
    isolate: false,
    testTimeout: 120_000,
    execArgv: ['--expose-gc'],
  },
});

/** Tests of an app in a browser: after the others, one file at a time, since drawing without a graphics card takes the whole machine. */
const page = (dir: string, long = false) => ({
  resolve: { alias: sourceAliases(packages) },
  test: {
    name: `${path.basename(dir)}${long ? '-long' : ''}`,
    include: [`${dir}/test/**/*.${long ? 'long.' : ''}test.ts`],
    exclude: long ? [] : ['**/*.long.test.ts'],
    globalSetup: `${dir}/test/page.ts`,
    pool: 'forks' as const,
    isolate: false, // one browser for all files
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('wasm', 'wasm', files.wasm, [CORPUS_TESTS, ...files.notWasm]),
      project('js', 'js', files.js, [CORPUS_TESTS, ...files.notJs]),
      project('long-wasm', 'wasm', files.longWasm, []),
      project('long-js', 'js', files.longJs, []),
      project('full', 'wasm', files.full, [], { QPOS_FULL: 'yes' }),
      ...(hasCorpus ? [project('corpus', 'wasm', [CORPUS_TESTS], ['**/node_modules/**'])] : []),
      ...files.pages.map((dir: string) => page(dir)),
      page('apps/studio', true),
    ],
  },
});

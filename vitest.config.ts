import path from 'node:path';
import { defineConfig } from 'vitest/config';

const source = (name: string): string => path.resolve(import.meta.dirname, name);

const alias = [
  { find: /^@qpos\/(core|spec|batch|env|webgpu|viewer|cli)$/, replacement: `${source('packages')}/$1/src/index.ts` },
  { find: /^@qpos\/core\/math$/, replacement: source('packages/core/src/math.ts') },
  { find: /^@qpos\/spec\/decompile$/, replacement: source('packages/spec/src/decompile/index.ts') },
  { find: /^qpos$/, replacement: source('packages/qpos/src/index.ts') },
  { find: /^qpos\/(node|compat|decompile|math)$/, replacement: `${source('packages/qpos/src')}/$1.ts` },
  { find: /^@qpos\/conformance$/, replacement: source('conformance/src/index.ts') },
];

/** Tests that run the numeric core, and so run once on each back end. */
const numeric = ['packages/core/src/**/*.test.ts', 'conformance/src/**/*.test.ts'];
const once = [
  'packages/!(core)/src/**/*.test.ts',
  'bench/src/**/*.test.ts',
  'examples/**/*.test.ts',
  'docs/**/*.test.ts',
];

const project = (name: string, include: string[], backend: string) => ({
  resolve: { alias },
  test: {
    name,
    include,
    env: { QPOS_BACKEND: backend },
    pool: 'forks' as const,
    testTimeout: 120_000,
    execArgv: ['--expose-gc'],
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('wasm', [...numeric, ...once], 'wasm'),
      project('js', numeric, 'js'),
      {
        // after the others, one file at a time: a browser that draws without a graphics card needs the machine for itself
        test: {
          name: 'studio',
          include: ['apps/studio/test/**/*.test.ts'],
          globalSetup: 'apps/studio/test/page.ts',
          pool: 'forks' as const,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

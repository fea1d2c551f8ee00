// What knip takes as used, from the description of the packages.
import { isPublished } from '../packages.mjs';

const TESTS = 'src/**/*.test.ts';

/** Entries, programs and tests are used, and what a row calls alive; those of a published package knip finds in package.json. */
function ofPackage(p) {
  const { dir, entries, programs = [], tests, alive = [] } = p;
  const app = dir.startsWith('apps/');
  const hasBuilder = alive.some((source) => source.startsWith('builder/'));
  return {
    entry: [
      ...(isPublished(p) ? [] : [...Object.values(entries), ...programs].map((source) => `src/${source}.ts`)),
      ...alive,
      ...(dir === 'packages/core' ? ['scripts/*.mjs'] : []),
      ...(tests === 'none' ? [] : [app ? 'test/**/*.test.ts' : TESTS]),
    ],
    project: ['src/**/*.ts', ...(app ? ['test/**/*.ts'] : []), ...(hasBuilder ? ['builder/**/*.ts'] : [])],
  };
}

export const knipWorkspaces = (described) => ({
  '.': {
    project: ['scripts/**'],
    entry: [
      'scripts/*.mjs',
      'scripts/site/*.mjs',
      'scripts/testing/{cluster,gpu,onnx-runtime,python-client,gpu/cost,gpu/throughput}.mjs',
      'scripts/testing/cluster/worker.mjs',
      'scripts/cluster/scaling.mjs',
      'scripts/**/*.test.mjs',
    ],
  },
  ...Object.fromEntries(described.map((p) => [p.dir, ofPackage(p)])),
});

// Which test files run where, from the description of the packages.

/** Folders of tests that belong to no package. */
const REST = ['examples/**/*.test.ts', 'docs/**/*.test.ts', 'scripts/**/*.test.mjs'];

/** Tests that read every model of the corpus beside this checkout. */
export const CORPUS_TESTS = '**/*.corpus.test.ts';

/**
 * Test files by project: `js` has those that run on both back ends but for `onlyOnce`, `wasm` those and all that run once, and each app whose tests
 * need its built page is a project of its own, in `pages`.
 */
export function testFiles(described) {
  const onlyOnce = described.flatMap(({ dir, once = [] }) => once.map((glob) => `${dir}/${glob}`));
  const files = (kind) => described.filter(({ tests }) => tests === kind).map(({ dir }) => `${dir}/src/**/*.test.ts`);
  return {
    wasm: [...files('both'), ...files('once'), ...REST],
    js: files('both'),
    onlyOnce,
    pages: described.filter(({ tests }) => tests === 'browser').map(({ dir }) => dir),
  };
}

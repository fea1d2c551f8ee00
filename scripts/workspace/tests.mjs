// Which test files run where, from the description of the packages.

/** Folders of tests that belong to no package. */
const REST = ['apps/site/builder/**/*.test.ts', 'examples/**/*.test.ts', 'docs/**/*.test.ts', 'scripts/**/*.test.mjs'];

/** Tests that read every model of the corpus beside this checkout. */
export const CORPUS_TESTS = '**/*.corpus.test.ts';

/** Tests of no package that run in the long tests alone: they build the engine anew, or pages that draw. */
const LONG = ['docs/guide/contributing-a-sensor.test.ts', 'docs/guide/viewing/*.test.ts'];

/** Tests of no package that run in the long tests alone, in full. */
const FULL = ['docs/guide/batches/*.test.ts'];

/**
 * Test files by project: `js` has those that run on both back ends, `wasm` those and all that run once; but for `notJs` and `notWasm`. The long
 * tests make up for `longJs` and `longWasm`, and run `full` in full. Each app whose tests need its built page is a project of its own, in `pages`.
 */
export function testFiles(described) {
  const listed = (list) => described.flatMap(({ dir, [list]: globs = [] }) => globs.map((glob) => `${dir}/${glob}`));
  const longJs = listed('seldom');
  const longWasm = [...listed('long'), ...LONG];
  const files = (kind) => described.filter(({ tests }) => tests === kind).map(({ dir }) => `${dir}/src/**/*.test.ts`);
  return {
    wasm: [...files('both'), ...files('once'), ...REST],
    js: files('both'),
    notJs: [...listed('once'), ...listed('long'), ...longJs],
    notWasm: [...longWasm, ...FULL],
    longJs,
    longWasm,
    full: [...listed('full'), ...FULL],
    pages: described.filter(({ tests }) => tests === 'browser').map(({ dir }) => dir),
  };
}

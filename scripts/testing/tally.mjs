// How many tests passed and failed, from reports and from text.

/** One step of a run: what passed, what failed, and what is to be said about it. */
export const tally = (passed = 0, failed = 0, notes = []) => ({ passed, failed, notes });

export const sum = (tallies) =>
  tallies.reduce((all, t) => tally(all.passed + t.passed, all.failed + t.failed, [...all.notes, ...t.notes]), tally());

export const lastLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/** The counts of the last line of that form in a text, or undefined. */
export function countsIn(text) {
  const found = [...text.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return found && tally(Number(found[1]), Number(found[2]));
}

/** What a report of vitest says: a file that could not be loaded counts as a failure, and so does a test that was skipped. */
export function tallyReport(report, status) {
  if (report === undefined) return tally(0, 1, ['the tests did not run to their end']);
  const { numPassedTests, numFailedTests, numTotalTests, testResults } = report;
  const notRun = testResults.filter((r) => r.status === 'failed' && r.assertionResults.length === 0).length;
  const skipped = numTotalTests - numPassedTests - numFailedTests;
  const known = numFailedTests + notRun + skipped;
  const silent = status !== 0 && known === 0 ? 1 : 0;
  return tally(numPassedTests, known + silent, [
    ...(notRun > 0 ? [`${notRun} test files could not be loaded`] : []),
    ...(skipped > 0 ? [`${skipped} tests were skipped; a skipped test is a defect`] : []),
    ...(silent > 0 ? [`the tests ended with status ${status}`] : []),
  ]);
}

/** How many models of the corpus were compared: each is a test. */
export function corpusLine(report) {
  const tests = (report?.testResults ?? [])
    .filter(({ name }) => name.endsWith('conformance/src/models/corpus.test.ts'))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(
      ({ ancestorTitles, title }) => ancestorTitles.includes('a sample of the corpus') && /\.(xml|urdf) /.test(title),
    );
  return tests.length > 0
    ? `corpus: ${tests.length} models tested (npm run test:long tests all of them)`
    : 'corpus: none beside this checkout, 0 models tested';
}

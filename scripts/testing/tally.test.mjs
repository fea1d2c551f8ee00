import { describe, expect, test } from 'vitest';
import { corpusLine, countsIn, lastLine, sum, tally, tallyReport } from './tally.mjs';

const file = (status, tests = [{}]) => ({ name: '/x/a.test.ts', status, assertionResults: tests });
const report = (passed, failed, total, testResults = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numTotalTests: total,
  testResults,
});

describe('counting', () => {
  test('tests that pass and fail', () => {
    expect(tallyReport(report(5, 0, 5), 0)).toMatchObject({ passed: 5, failed: 0, notes: [] });
    expect(tallyReport(report(4, 1, 5, [file('failed')]), 1)).toMatchObject({ passed: 4, failed: 1 });
  });

  test('a file that could not be loaded is a failure', () => {
    expect(tallyReport(report(4, 0, 4, [file('passed'), file('failed', [])]), 1)).toMatchObject({
      passed: 4,
      failed: 1,
    });
  });

  test('a test that was skipped is a failure, and is said', () => {
    const { failed, notes } = tallyReport(report(4, 0, 6), 0);
    expect(failed).toBe(2);
    expect(notes).toEqual(['2 tests were skipped; a skipped test is a defect']);
  });

  test('neither a missing report nor a bad status passes', () => {
    expect(tallyReport(undefined, 0).failed).toBe(1);
    expect(tallyReport(report(4, 0, 4), 1).failed).toBe(1);
  });

  test('sums, and the line that is read back', () => {
    const all = sum([tally(3, 1, ['a']), tally(4, 0, ['b'])]);
    expect(all).toEqual({ passed: 7, failed: 1, notes: ['a', 'b'] });
    expect(countsIn(`7 passed, 0 failed\nnoise 9 passed, 9 failed\n${lastLine(all)}\n`)).toMatchObject({
      passed: 7,
      failed: 1,
    });
    expect(countsIn('nothing')).toBeUndefined();
  });
});

describe('the line about the corpus', () => {
  const corpus = (...titles) => ({
    name: '/x/conformance/src/models/corpus.test.ts',
    assertionResults: titles.map((title) => ({ title, ancestorTitles: ['a sample of the corpus'] })),
  });

  test('counts models, of both formats', () => {
    const results = [
      corpus('exceptions name models that are here', 'a/b.xml computes', 'c.urdf is refused'),
      file('passed'),
    ];
    expect(corpusLine({ testResults: results })).toMatch(/^corpus: 2 models tested/);
  });

  test('says so where there is none', () => {
    expect(corpusLine({ testResults: [file('passed')] })).toBe('corpus: none beside this checkout, 0 models tested');
    expect(corpusLine(undefined)).toContain('0 models tested');
  });
});

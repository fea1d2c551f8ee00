import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { featureTables } from './features/index.ts';

const source = path.resolve(import.meta.dirname, '..');
const root = path.resolve(source, '../../..');

/** Whether a file has a test of this title. */
function hasTest(library: string, named: string): boolean {
  const [, file = '', title = ''] = /^(\S+): (.*)$/.exec(named) ?? [];
  const whole = file.includes('/') ? path.join(root, file) : path.join(source, library, file);
  return title !== '' && fs.existsSync(whole) && fs.readFileSync(whole, 'utf8').includes(`'${title}'`);
}

test.each(featureTables)('every feature of $library names tests that there are', ({ library, rows }) => {
  for (const { feature, tests } of rows) {
    expect(tests.length, feature).toBeGreaterThan(0);
    expect(
      tests.filter((named) => !hasTest(library, named)),
      feature,
    ).toEqual([]);
  }
});

test('every feature of the list is there once', () => {
  const given = featureTables.flatMap(({ rows }) => rows.flatMap((row) => row.number ?? []));
  expect(given.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 57 }, (_, k) => k + 1));
});

test('a test that is not there is noticed', () => {
  expect(hasTest('bodies', 'pose.test.ts: a title that no test has')).toBe(false);
  expect(hasTest('bodies', 'none.test.ts: a pose after its inverse is none')).toBe(false);
});

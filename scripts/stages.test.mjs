import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stageTable } from '../packages/core/src/host/stages.ts';
import { root } from './packages.mjs';
import { pages, stageLines, withStages } from './stages.mjs';

test.each(pages)('%s shows the stages of a step as the table has them', (page) => {
  const text = fs.readFileSync(path.join(root, page), 'utf8');
  expect(withStages(text, stageTable)).toBe(text);
  expect(withStages(text, stageTable.slice(1))).not.toBe(text);
});

test('a part that comes back has a line of its own', () => {
  const table = ['a', 'b', 'a'].map((part, k) => ({ part, name: `f${k}` }));
  expect(stageLines(table).map((line) => line.trim().split(/ +/))).toEqual([
    ['a', 'f0'],
    ['b', 'f1'],
    ['a', 'f2'],
  ]);
});

test('a page without markers is refused', () => {
  expect(() => withStages('# Page', stageTable)).toThrow("there is no '<!-- stages");
});

import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { moduleLines, relativeImports } from './generate/modules.mjs';
import { stageLines } from './generate/stages.mjs';
import { root } from './packages.mjs';
import { pages, sectionLines, withSection } from './pages.mjs';

const sections = Object.entries(pages).flatMap(([page, names]) => names.map((name) => [page, name]));

test.each(sections)('%s shows the %s as the sources have them', async (page, name) => {
  const text = fs.readFileSync(path.join(root, page), 'utf8');
  const lines = (await sectionLines())[name];
  expect(withSection(text, name, lines)).toBe(text);
  expect(withSection(text, name, lines.slice(1))).not.toBe(text);
});

test('a part that comes back has a line of its own', () => {
  const table = ['a', 'b', 'a'].map((part, k) => ({ part, name: `f${k}` }));
  expect(stageLines(table).map((line) => line.trim().split(/ +/))).toEqual([
    ['a', 'f0'],
    ['b', 'f1'],
    ['a', 'f2'],
  ]);
});

test('imports over several lines and exports from a file count, imports of packages do not', () => {
  const text = "import {\n  a,\n  b,\n} from './x.ts';\nexport { c } from '../y/z.ts';\nimport d from 'node:fs';\n";
  expect(relativeImports(text)).toEqual(['./x.ts', '../y/z.ts']);
});

test('a folder lists what it imports, but for what everything imports', () => {
  const graph = new Map([
    ['kernel/solver', new Set(['kernel/math', 'kernel/constraint', 'kernel'])],
    ['kernel/math', new Set(['kernel'])],
  ]);
  expect(moduleLines(graph).map((line) => line.trim().split(/ +/))).toEqual([
    ['kernel/math', '–'],
    ['kernel/solver', 'constraint'],
  ]);
});

test('a page without markers is refused', () => {
  expect(() => withSection('# Page', 'stages', [])).toThrow("there is no '<!-- stages");
});

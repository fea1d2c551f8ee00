import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { readmeTable } from './readme.ts';

const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

test('README has the numbers of the report', () => {
  const table = readmeTable(read('PARITY.md'));
  expect(table).not.toContain('?');
  expect(read('README.md')).toContain(table);
});

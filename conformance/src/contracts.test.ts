import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readContracts, violations } from './contracts.ts';

/** Folders whose files are held to their comments. */
const HELD = ['inertia/', 'integrate/', 'kinematics/', 'passive/', 'pipeline/', 'sensor/', 'sleep/'];

const fields = path.resolve(import.meta.dirname, '../../packages/core/src/model');

interface Table {
  readonly dataArrays: readonly { readonly name: string }[];
  readonly dataScalars: readonly { readonly name: string }[];
}

test('comments name what stages read and write', async () => {
  const table = (await import(path.join(fields, 'generated/layout.ts'))) as Table;
  const arrays = new Set(table.dataArrays.map(({ name }) => name));
  const scalars = new Set(table.dataScalars.map(({ name }) => name));
  const scratch = new Set(['capacity']);
  for (const file of fs.readdirSync(path.join(fields, 'fields')).filter((f) => f.startsWith('scratch-'))) {
    const text = fs.readFileSync(path.join(fields, 'fields', file), 'utf8');
    for (const [, name] of text.matchAll(/\['(\w+)', '(?:f64|i32|u8|f32)'/g)) scratch.add(name as string);
  }
  const isKnown = (name: string): boolean => arrays.has(name) || scalars.has(name);
  const contracts = readContracts(arrays, scalars);
  const all = contracts.flatMap((c) => violations(c, isKnown, (name) => scratch.has(name)));
  if (process.env['SHOW_ALL'] !== undefined) console.log(all.join('\n'));
  expect(all.filter((v) => HELD.some((folder) => v.startsWith(folder)))).toEqual([]);
  expect(contracts.length).toBeGreaterThan(50);
});

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as parts from '../index.ts';
import { numbersOf, type Published, published, SETTINGS, WITHOUT_DEVICE } from './published/index.ts';

const ROUNDING = 1e-9; // of values that are computed twice

/** All exported tables of presets, by their names. */
const tables = Object.entries(parts).flatMap(([name, value]): [string, Readonly<Record<string, object>>][] =>
  /(PRESETS|Presets|[mM]aterials)$/.test(name) && typeof value === 'object'
    ? [[name, value as unknown as Readonly<Record<string, object>>]]
    : [],
);

const isWithin = ({ value, range: [least, most] }: Published): boolean =>
  value >= least - ROUNDING * Math.abs(least) && value <= most + ROUNDING * Math.abs(most);

/** What of a preset neither a source nor the list of settings accounts for. */
function unaccounted(table: string, name: string, preset: object, rows: readonly Published[]): string[] {
  if (WITHOUT_DEVICE[table]?.includes(name)) return [];
  const known = rows.filter((row) => row.table === table && row.preset === name).flatMap(({ fields }) => fields);
  return numbersOf(preset)
    .map(([field]) => field)
    .filter((field) => !known.includes(field) && !SETTINGS[table]?.includes(field))
    .map((field) => `${table}.${name}.${field}`);
}

describe('published presets', () => {
  test.each(tables)('every preset of %s is within what its source publishes', (table, presets) => {
    for (const row of published.filter((other) => other.table === table)) {
      const { preset, quantity, value, range, source } = row;
      expect(isWithin(row), `${preset}.${quantity}: ${value}, but ${range.join(' to ')} by ${source}`).toBe(true);
    }
    expect(Object.entries(presets).flatMap(([name, p]) => unaccounted(table, name, p, published))).toEqual([]);
  });

  test('all tables are found, and every row is about a preset', () => {
    expect(tables.length).toBe(17);
    for (const { table, preset, source, fields, range } of published) {
      expect(Object.keys(Object.fromEntries(tables)[table] ?? {}), table).toContain(preset);
      expect(source.length).toBeGreaterThan(12);
      expect(fields.length > 0 && range[0] <= range[1]).toBe(true);
    }
  });

  test('a preset without a source, and one outside its range, are noticed', () => {
    expect(unaccounted('MOTOR_PRESETS', 'warp', { stallTorque: 1 }, published)).toEqual([
      'MOTOR_PRESETS.warp.stallTorque',
    ]);
    for (const row of published) {
      const [least, most] = row.range;
      expect(isWithin({ ...row, value: most + 0.01 * Math.abs(most) + 1e-12 })).toBe(false);
      expect(isWithin({ ...row, value: least - 0.01 * Math.abs(least) - 1e-12 })).toBe(false);
    }
  });

  test('no setting and no preset without a device is listed that there is not', () => {
    const fields = tables.flatMap(([table, presets]) =>
      Object.values(presets).flatMap((p) => numbersOf(p).map(([field]) => `${table}.${field}`)),
    );
    const names = tables.flatMap(([table, presets]) => Object.keys(presets).map((name) => `${table}.${name}`));
    const listed = (lists: Readonly<Record<string, readonly string[]>>): string[] =>
      Object.entries(lists).flatMap(([table, entries]) => entries.map((entry) => `${table}.${entry}`));
    expect(listed(SETTINGS).filter((field) => !fields.includes(field))).toEqual([]);
    expect(listed(WITHOUT_DEVICE).filter((name) => !names.includes(name))).toEqual([]);
  });
});

test('the guide has the table of presets', () => {
  const figures = (x: number): string => String(Number(x.toPrecision(3)));
  const rows = published.map(({ table, preset, quantity, value, range: [least, most], source }) => {
    const range = least === most ? figures(least) : `${figures(least)} – ${figures(most)}`;
    return `| \`${table}.${preset}\` | ${quantity} | ${figures(value)} | ${range} | ${source} |`;
  });
  const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../../../../docs/guide/parts.md'), 'utf8');
  const shown = guide
    .split('\n')
    .filter((row) => /^\| `\w+(PRESETS|Presets|[mM]aterials)\.|^\| `materials\./.test(row));
  expect(shown).toEqual(rows);
});

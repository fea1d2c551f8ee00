import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { timing } from '../measure.ts';
import { missed, type Row } from '../rows.ts';
import { chart } from './chart.ts';
import { compareResults } from './compare.ts';
import { readResults, saveResults } from './results.ts';
import { quantity } from './table.ts';

const row = (name: string, ratio: number, more: Partial<Row> = {}): Row => ({
  name,
  oracle: 100,
  ours: 100 * ratio,
  ratio,
  spread: 0.01,
  ...more,
});

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-bench-'));
const file = path.join(folder, 'a.json');
afterEach(() => fs.rmSync(file, { force: true }));

describe('timing', () => {
  test('is the median of each contender and of the ratios of a round', () => {
    const { oracle, ours, ratio, js } = timing([
      [10, 5, 20],
      [30, 9, 90],
      [20, 8, 50],
    ]);
    expect([oracle, ours, ratio, js]).toEqual([20, 8, 0.4, 2.5]);
  });
});

describe('limits', () => {
  test('are missed by the figure that they are about', () => {
    const limits = [
      { of: 'ratio', most: 0.6 },
      { of: 'js', most: 2.5 },
    ] as const;
    expect(missed(row('a', 0.5, { js: 2, limits }))).toEqual([]);
    expect(missed(row('a', 0.5, { js: 3, limits }))).toEqual([limits[1]]);
    expect(missed(row('a', 0.7, { js: 2, limits }))).toEqual([limits[0]]);
  });
});

describe('result files', () => {
  test('keep other suites, and other rows unless the run was whole', () => {
    saveResults(file, { step: [row('a', 0.5), row('b', 0.6)], start: [row('c', 0.1)] }, true);
    saveResults(file, { step: [row('b', 0.4)] }, false);
    expect(readResults(file).suites['step']?.rows.map((r) => [r.name, r.ratio])).toEqual([
      ['a', 0.5],
      ['b', 0.4],
    ]);
    saveResults(file, { step: [row('b', 0.3)] }, true);
    expect(readResults(file).suites['step']?.rows.map((r) => r.name)).toEqual(['b']);
    expect(readResults(file).suites['start']?.rows).toHaveLength(1);
  });

  test('compare by suite and name', () => {
    saveResults(file, { step: [row('a', 0.5)] }, true);
    const other = path.join(folder, 'b.json');
    saveResults(other, { step: [row('a', 0.25), row('new', 1)] }, true);
    expect(compareResults([file, other])).toMatch(/^step +a +0\.500 -> 0\.250 +-50\.0 % faster$/);
  });
});

describe('figures', () => {
  test('choose their unit', () => {
    expect(quantity(12.345, 'us')).toBe('12.3 µs');
    expect(quantity(12_345, 'us')).toBe('12.3 ms');
    expect(quantity(null, 'us')).toBe('-');
  });

  test('a chart has a bar for every row and no stray markup', () => {
    const svg = chart([row('a < b', 0.5, { js: 2 }), row('slower', 2)]);
    expect(svg.match(/class="wasm" x="\d+\.\d" y/g)).toHaveLength(2);
    expect(svg).toContain('a &lt; b');
    expect(svg).toContain('2.00 ×');
  });
});

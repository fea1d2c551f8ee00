import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../testing/run.ts';
import { visibleLength, wrapText } from './wrap.ts';

const model = path.resolve(import.meta.dirname, '../../../../models/humanoid.xml');

describe('narrow terminals', () => {
  test('lines are broken between words and go on with an indent', () => {
    expect(wrapText('  one two  three four', 12)).toBe('  one two\n      three\n      four');
    expect(wrapText('short', 12)).toBe('short');
    expect(wrapText('a-word-that-is-too-long', 12)).toBe('a-word-that-is-too-long');
    expect(wrapText('\x1b[1mbold\x1b[22m text', 9)).toBe('\x1b[1mbold\x1b[22m text');
  });

  test.each([
    ['info', model],
    ['envs'],
    ['doctor', '--no-browser'],
    ['plan'],
    ['sim', model, '-d', '0.05'],
    ['info', '--help'],
  ])('%s fits 40 columns', async (...args) => {
    const { out } = await run(args, { terminal: true, columns: 40 });
    const wide = out.split('\n').filter((line) => visibleLength(line) > 40 && line.trim().includes(' '));
    expect(wide).toEqual([]);
  });
});

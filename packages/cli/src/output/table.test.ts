import { describe, expect, test } from 'vitest';
import { table } from './table.ts';
import { visibleLength } from './wrap.ts';

const screen = (columns: number) => ({ isTTY: true, columns });
const head = ['name', 'gear', 'acts on'];
const rows = [
  ['hip', '40', 'the joint between trunk and thigh'],
  ['knee', '115', 'the joint below'],
];

describe('a table', () => {
  test('has aligned columns where there is room, and in a file', () => {
    const wide = `name  gear  acts on
hip     40  the joint between trunk and thigh
knee   115  the joint below`;
    expect(table(screen(60), { head, rows, right: [1] })).toBe(wide);
    expect(table({ columns: 10 }, { head, rows, right: [1] })).toBe(wide);
  });

  test('wraps the text of its last column', () => {
    expect(table(screen(30), { head, rows, right: [1] })).toBe(`name  gear  acts on
hip     40  the joint between
            trunk and thigh
knee   115  the joint below`);
  });

  test('becomes paragraphs that name the columns', () => {
    expect(table(screen(24), { head, rows, right: [1] })).toBe(`hip
  gear 40
  acts on the joint
  between trunk and
  thigh
knee
  gear 115
  acts on the joint
  below`);
  });

  test('without titles puts what does not fit below its name', () => {
    const settings = [
      ['a_name_of_some_length', 'yes'],
      ['short', 'one two three four five six'],
    ];
    expect(table(screen(26), { rows: settings })).toBe(`a_name_of_some_length  yes
short
    one two three four
    five six`);
  });

  test('has no column for what is empty, and no colour of nothing', () => {
    const empty = '\x1b[2m\x1b[22m';
    expect(table(screen(80), { head: ['a', empty], rows: [['b', empty]] })).toBe('a\nb');
  });

  test.each([24, 30, 40, 80])('fits %d columns', (columns) => {
    for (const line of table(screen(columns), { head, rows }).split('\n'))
      expect(visibleLength(line)).toBeLessThanOrEqual(columns);
  });
});

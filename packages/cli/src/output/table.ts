import type { Out } from '../io.ts';
import { fillLines, visibleLength, wrapText } from './wrap.ts';

/** As much of a stream as says how wide its terminal is. */
type Screen = Pick<Out, 'isTTY' | 'columns'>;

/** A table to print. */
export interface Table {
  readonly rows: readonly (readonly string[])[];
  /** Titles of the columns. */
  readonly head?: readonly string[];
  /** Columns that are aligned to the right. */
  readonly right?: readonly number[];
}

const GAP = 2; // between columns
const INDENT = 2; // of what stands below the first cell of its row
const LEAST_TEXT = 16; // columns below which a text is not squeezed

const roomIn = ({ isTTY, columns = 0 }: Screen): number =>
  isTTY === true && columns > 0 ? columns : Number.POSITIVE_INFINITY;
/** A cell without the colours of nothing. */
const bare = (cell: string): string => (visibleLength(cell) === 0 ? '' : cell);
const longestWord = (text: string): number => Math.max(0, ...text.split(/\s+/).map(visibleLength));

/**
 * A table with aligned columns that fits its terminal: where the columns are too wide together, the text in the last one is wrapped; where
 * that is not enough, each row becomes a paragraph that names its columns.
 */
export function table(screen: Screen, { rows, head, right = [] }: Table): string {
  const width = roomIn(screen);
  const all = [...(head === undefined ? [] : [head]), ...rows].map((row) => row.map(bare));
  const widths: number[] = [];
  for (const row of all)
    for (const [k, cell] of row.entries()) widths[k] = Math.max(widths[k] ?? 0, visibleLength(cell));
  while (widths.at(-1) === 0) widths.pop(); // a column without a title that has nothing in it
  const last = widths.length - 1;
  const before = widths.slice(0, last).reduce((sum, w) => sum + w + GAP, 0);
  const natural = widths[last] ?? 0;
  if (Math.min(natural, LEAST_TEXT) > width - before)
    return head === undefined ? unaligned(width, all) : paragraphs(width, head, rows);
  widths[last] = Math.min(natural, width - before);
  return all.map((row) => lineOf(row, widths, right, before)).join('\n');
}

/** A row whose last cell goes on below itself. */
function lineOf(row: readonly string[], widths: readonly number[], right: readonly number[], before: number): string {
  const last = widths.length - 1;
  const width = widths[last] ?? 0;
  const cells = row.map((cell, k) => {
    const space = ' '.repeat(Math.max(0, (widths[k] ?? 0) - visibleLength(cell)));
    return right.includes(k) ? space + cell : cell + space;
  });
  const text = row[last] ?? '';
  if (visibleLength(text) <= width) return cells.join(' '.repeat(GAP)).trimEnd();
  const lead = cells.slice(0, last).join(' '.repeat(GAP));
  if (longestWord(text) > width) return `${lead.trimEnd()}\n${indented(text, before + width, 2 * INDENT).join('\n')}`;
  const [first = '', ...rest] = wrapText(text, width, 0).split('\n');
  return [`${lead}${' '.repeat(GAP)}${first}`, ...rest.map((line) => ' '.repeat(before) + line)].join('\n');
}

/** Rows by themselves: the last cell follows the others where it fits, and stands below them elsewhere. */
function unaligned(width: number, rows: Table['rows']): string {
  const gap = ' '.repeat(GAP);
  return rows
    .flatMap((row) => {
      const cells = row.filter((cell) => cell !== '');
      const text = cells.at(-1) ?? '';
      const line = cells.join(gap);
      if (visibleLength(line) <= width || cells.length < 2) return [line];
      return [cells.slice(0, -1).join(gap), ...indented(text, width, 2 * INDENT)];
    })
    .join('\n');
}

const indented = (text: string, width: number, indent: number): string[] =>
  wrapText(text, width - indent, 0)
    .split('\n')
    .map((line) => ' '.repeat(indent) + line);

/** Rows as paragraphs: the first cell, and below it the others with the titles of their columns. */
function paragraphs(width: number, head: readonly string[], rows: Table['rows']): string {
  return rows
    .flatMap((row) => {
      const [title = '', ...cells] = row.map(bare);
      const named = cells.map((cell, k) => (cell === '' ? '' : [bare(head[k + 1] ?? ''), cell].join(' ').trim()));
      const lines = fillLines(
        named.filter((text) => text !== ''),
        ' · ',
        width - INDENT,
      );
      return [title, ...lines.flatMap((line) => indented(line, width, INDENT))];
    })
    .join('\n');
}

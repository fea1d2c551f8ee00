import { type Colors, clean, num } from '../output/terminal.ts';
import type { Series } from '../recording/recording.ts';
import { extent, tickLabels, ticks } from './scale.ts';

export interface BrailleOptions {
  /** Columns and rows of characters, axes included. */
  readonly width: number;
  readonly height: number;
  readonly colors: Colors;
}

// bits of the eight dots of a braille character, by row and column
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

const BLANK = 0x2800;

/** Curves over a common x in braille characters, 2 × 4 dots each, with axes and a legend. */
export function braillePlot(x: Float64Array, series: readonly Series[], options: BrailleOptions): string {
  const { colors: c } = options;
  const paints = [c.cyan, c.yellow, c.magenta, c.green, c.red, c.blue];
  const [y0, y1] = extent(series);
  const [x0, x1] = extent([{ label: '', values: x }]);
  const rows = Math.max(3, options.height - 2);
  const marks = ticks(y0, y1, Math.max(2, rows / 3));
  const names = tickLabels(marks);
  const gutter = Math.max(...names.map((n) => n.length), 1);
  const columns = Math.max(10, options.width - gutter - 2);
  const cells = new Uint8Array(rows * columns);
  const owner = new Int16Array(rows * columns).fill(-1);

  series.forEach(({ values }, s) => {
    const dot = (px: number, py: number): void => {
      const cell = (py >> 2) * columns + (px >> 1);
      cells[cell] = (cells[cell] as number) | (DOTS[py & 3]?.[px & 1] ?? 0);
      owner[cell] = s;
    };
    let last: readonly [number, number] | undefined;
    for (let k = 0; k < values.length; k++) {
      const value = values[k] as number;
      if (!Number.isFinite(value)) {
        last = undefined;
        continue;
      }
      const px = (((x[k] as number) - x0) / (x1 - x0)) * (2 * columns - 1);
      const py = ((y1 - value) / (y1 - y0)) * (4 * rows - 1);
      const [fromX, fromY] = last ?? [px, py];
      // a dot wherever the line enters a new row or column of dots
      const parts = Math.max(1, Math.ceil(Math.max(Math.abs(px - fromX), Math.abs(py - fromY))));
      for (let q = 0; q <= parts; q++) {
        dot(Math.round(fromX + ((px - fromX) * q) / parts), Math.round(fromY + ((py - fromY) * q) / parts));
      }
      last = [px, py];
    }
  });

  const labelRows = new Map(
    marks.map((m, k) => [
      Math.min(rows - 1, Math.max(0, Math.floor(((y1 - m) / (y1 - y0)) * rows))),
      names[k] as string,
    ]),
  );
  const lines: string[] = [];
  for (let r = 0; r < rows; r++) {
    let line = '';
    for (let k = 0; k < columns; k++) {
      const cell = r * columns + k;
      const dots = String.fromCharCode(BLANK + (cells[cell] as number));
      const paint = paints[(owner[cell] as number) % paints.length];
      line += owner[cell] === -1 || paint === undefined ? ' ' : paint(dots);
    }
    const label = labelRows.get(r);
    lines.push(`${c.dim(`${(label ?? '').padStart(gutter)} ${label === undefined ? '│' : '┤'}`)}${line.trimEnd()}`);
  }
  lines.push(c.dim(`${' '.repeat(gutter)} └${'─'.repeat(columns)}`));
  const [left, right] = [num(x0), num(x1)];
  lines.push(c.dim(`${' '.repeat(gutter + 2)}${left}${right.padStart(columns - left.length)}`));
  const legend = series.map((s, k) => (paints[k % paints.length] ?? c.white)(`■ ${clean(s.label)}`));
  return `${legend.join('  ')}\n${lines.join('\n')}`;
}

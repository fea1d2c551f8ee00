import { UsageError } from '../io.ts';

/** A table of numbers with a name for each column. */
export interface NumberTable {
  readonly header: readonly string[];
  readonly rows: readonly Float64Array[];
}

/** One cell of a header, quoted where it must be. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The cells of one line. */
function splitLine(line: string): string[] {
  if (!line.includes('"')) return line.split(',').map((cell) => cell.trim());
  const cells: string[] = [];
  const cell = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(,|$)/gy;
  for (let match = cell.exec(line); match !== null; match = cell.exec(line)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? (match[2] ?? '').trim());
    if (match[3] === '') break;
  }
  return cells;
}

const isNumber = (cell: string): boolean =>
  (cell !== '' && !Number.isNaN(Number(cell))) || /^[+-]?(nan|inf(inity)?)$/i.test(cell);

function toNumber(cell: string): number {
  if (/^[+-]?inf$/i.test(cell)) return cell.startsWith('-') ? -Infinity : Infinity;
  return Number(cell);
}

/** Reads numbers with a line of names above them; without names the columns are called 0, 1, 2 ... */
export function readCsv(text: string, file: string): NumberTable {
  const lines = text.split(/\r\n|\r|\n/);
  let header: string[] | undefined;
  const rows: Float64Array[] = [];
  lines.forEach((line, k) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    const cells = splitLine(line);
    if (header === undefined) {
      const named = !cells.every(isNumber);
      header = named ? cells : cells.map((_, c) => String(c));
      if (named) return;
    }
    const bad = cells.findIndex((cell) => !isNumber(cell));
    if (bad >= 0) throw new UsageError(`${file}:${k + 1}: '${cells[bad]}' in column '${header[bad]}' is not a number`);
    if (cells.length !== header.length) {
      throw new UsageError(`${file}:${k + 1}: ${cells.length} values in a table of ${header.length} columns`);
    }
    rows.push(Float64Array.from(cells, toNumber));
  });
  if (header === undefined) throw new UsageError(`'${file}' has no rows`);
  return { header, rows };
}

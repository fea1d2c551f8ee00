import { limitText, missed, type Row } from '../rows.ts';

/** A figure with three or so digits that count. */
export function digits(x: number): string {
  if (Number.isNaN(x)) return '-';
  if (x === 0) return '0';
  const a = Math.abs(x);
  if (a < 1e-3) return x.toExponential(1);
  return x.toFixed(a >= 100 ? 0 : a >= 10 ? 1 : a >= 1 ? 2 : 3);
}

/** A figure with its unit, times from a millisecond up in milliseconds. */
export function quantity(x: number | null | undefined, unit: string): string {
  if (x === null || x === undefined || Number.isNaN(x)) return '-';
  return unit === 'us' && x >= 1000 ? `${digits(x / 1000)} ms` : `${digits(x)} ${unit === 'us' ? 'µs' : unit}`;
}

export const unitOf = (row: Row): string => row.unit ?? 'us';

/** A row as a line of the terminal's table. */
export function line(row: Row, width: number): string {
  const figure = (x: number): string => quantity(x, unitOf(row)).padStart(12);
  const ratio = `${digits(row.ratio).padStart(8)} ±${digits(row.spread).padEnd(6)}`;
  const js = row.js === undefined ? ''.padStart(7) : digits(row.js).padStart(7);
  const broken = missed(row).map((l) => `MISSES ${limitText(l, unitOf(row))}`);
  const { accuracy: a } = row;
  const accuracy =
    a &&
    `depth ${digits(a.meanDepth)}/${digits(a.maxDepth)} mm, creep ${digits(a.creep)} mm/s, energy ${digits(a.energyDrift)}, momentum ${digits(a.momentumDrift)}`;
  const notes = [...broken, accuracy, row.note].filter((n) => n !== undefined);
  return `${row.name.padEnd(width)}${figure(row.oracle)}${figure(row.ours)}${ratio}${js}  ${notes.join('; ')}`.trimEnd();
}

/** Head of the terminal's table. */
export const head = (width: number): string =>
  `${''.padEnd(width)}${'oracle'.padStart(12)}${'ours'.padStart(12)}${'ratio'.padStart(8)}         ${'js'.padStart(6)}`;

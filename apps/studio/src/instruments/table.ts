import type { Curves } from './samples.ts';

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Curves as a table with a row for each step; a run to compare with has its own rows, with its name in the last column. */
export function toCsv(labels: readonly string[], live: Curves, reference?: Curves): string {
  const head = ['time [s]', ...labels, ...(reference === undefined ? [] : ['run'])].map(cell).join();
  const rows = ({ times, values }: Curves, run: string[]): string[] =>
    Array.from(times, (time, at) => [time, ...values.map((list) => list[at] ?? ''), ...run].join());
  if (reference === undefined) return `${[head, ...rows(live, [])].join('\n')}\n`;
  return `${[head, ...rows(live, ['live']), ...rows(reference, ['reference'])].join('\n')}\n`;
}

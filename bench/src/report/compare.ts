import { readResults } from './results.ts';

/** Table of the ratios in two result files and their change. */
export function compareResults(files: readonly string[]): string {
  const [a, b] = files.slice(0, 2).map(readResults);
  if (a === undefined || b === undefined) return 'two result files are needed: --compare a.json b.json';
  const lines: string[] = [];
  for (const [suite, { rows }] of Object.entries(b.suites))
    for (const row of rows) {
      const before = a.suites[suite]?.rows.find((r) => r.name === row.name);
      if (
        before === undefined ||
        !Number.isFinite(before.ratio ?? Number.NaN) ||
        !Number.isFinite(row.ratio ?? Number.NaN)
      )
        continue; // the oracle was left out
      const change = row.ratio / before.ratio;
      const noise = Math.max(row.spread / row.ratio, before.spread / before.ratio);
      const mark = Math.abs(change - 1) <= noise ? '' : change < 1 ? 'faster' : 'slower';
      lines.push(
        `${suite.padEnd(10)} ${row.name.padEnd(34)} ${before.ratio.toFixed(3)} -> ${row.ratio.toFixed(3)}  ${(100 * (change - 1)).toFixed(1).padStart(6)} % ${mark}`,
      );
    }
  return lines.join('\n');
}

import fs from 'node:fs';

const MARKS = ['<!-- parity: written by npm run parity -- --report -->', '<!-- parity: end -->'] as const;

/** The rows of README's table, and the check in the report that each stands for. */
const ROWS = [
  ['load, and every size and array of Model', 'model'],
  ['every field of Data after `forward`, at 6 states of a driven run', 'forward'],
  ['one step from each of these states, within 1e-8', 'step'],
  ['200 driven steps, within 1e-5 (contacts at rest are chaotic)', 'trajectory'],
] as const;

/** README's table of parity, from the text of the report (PARITY.md). */
export function readmeTable(report: string): string {
  const passed = (check: string): [number: string, of: string] => {
    const [, number = '?', of = '?'] =
      new RegExp(`^\\| ${check}\\b.* (\\d+)/(\\d+) \\([^)]*\\) \\|$`, 'm').exec(report) ?? [];
    return [number, of];
  };
  return [
    `| of ${passed('load')[0]} models (the repository's and a public corpus) | equal |`,
    '|---|--:|',
    ...ROWS.map(([text, check]) => `| ${text} | ${passed(check)[0]} |`),
    `| rejected with a typed error where the oracle rejects | ${passed('rejected').join(' of ')} |`,
  ].join('\n');
}

/** Puts the table between its marks. */
export function updateReadme(file: string, report: string): void {
  const old = fs.readFileSync(file, 'utf8');
  const begin = old.indexOf(MARKS[0]);
  const end = old.indexOf(MARKS[1]);
  if (begin < 0 || end < begin) throw new Error(`${file} has no place for the table of parity`);
  fs.writeFileSync(file, `${old.slice(0, begin + MARKS[0].length)}\n\n${readmeTable(report)}\n\n${old.slice(end)}`);
}

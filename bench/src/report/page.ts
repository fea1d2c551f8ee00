import fs from 'node:fs';
import path from 'node:path';
import { learnCells, learnHead } from '../learn/learn.ts';
import { learnRows, readRuns } from '../learn/runs.ts';
import { median } from '../measure.ts';
import { type Limit, missed, type Row } from '../rows.ts';
import { chart } from './chart.ts';
import { type Results, readResults } from './results.ts';
import { digits, quantity, unitOf } from './table.ts';

const root = path.resolve(import.meta.dirname, '../..');
const MARKS = ['<!-- bench: written by npm run bench -- --page -->', '<!-- bench: end -->'] as const;

/** A table in Markdown; all columns but the first hold numbers. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

const rowsOf = (results: Results, suite: string): readonly Row[] => results.suites[suite]?.rows ?? [];

/** Figures come back from JSON as null where there was none. */
const shown = (x: number | null | undefined): string => (x === null || x === undefined ? '-' : digits(x));

function limitCell(row: Row): string {
  const symbol = { ratio: '', ours: 'ours ', js: 'js ' } as const satisfies Record<Limit['of'], string>;
  const broken = missed(row);
  return (row.limits ?? []).map((l) => `${symbol[l.of]}≤ ${l.most}${broken.includes(l) ? ' (missed)' : ''}`).join(', ');
}

/** The table of a suite: times or sizes of both, their ratio, and the target if any row has one. */
function suiteTable(rows: readonly Row[]): string {
  const withJs = rows.some((r) => typeof r.js === 'number');
  const withLimit = rows.some((r) => (r.limits ?? []).length > 0);
  const withNote = rows.some((r) => r.note !== undefined);
  const head = ['', 'oracle', 'qpos', 'ratio', '±'];
  if (withJs) head.push('js ratio');
  if (withLimit) head.push('target');
  if (withNote) head.push('');
  return table(
    head,
    rows.map((r) => {
      const cells = [r.name, quantity(r.oracle, unitOf(r)), quantity(r.ours, unitOf(r))];
      cells.push(r.ratio === null ? '-' : `**${digits(r.ratio)}**`, r.spread > 0 ? digits(r.spread) : '');
      if (withJs) cells.push(shown(r.js));
      if (withLimit) cells.push(limitCell(r));
      if (withNote) cells.push(r.note ?? '');
      return cells;
    }),
  );
}

function rivalTable(rows: readonly Row[]): string {
  const head = ['', 'a step', 'depth, mean', 'depth, greatest', 'creep', 'energy', 'momentum'];
  return table(
    head,
    rows.map(({ name, ours, accuracy: a }) => [
      name,
      quantity(ours, 'us'),
      `${shown(a?.meanDepth)} mm`,
      `${shown(a?.maxDepth)} mm`,
      `${shown(a?.creep)} mm/s`,
      shown(a?.energyDrift),
      shown(a?.momentumDrift),
    ]),
  );
}

/** What is worth knowing of the steps of hundreds of models: how many are slower, and the worst and the middle. */
function corpusText(rows: readonly Row[]): string {
  const sorted = [...rows].sort((a, b) => b.ratio - a.ratio);
  const slower = sorted.filter((r) => r.ratio > 1).length;
  const middle = median(sorted.map((r) => r.ratio));
  return `Driven steps of ${rows.length} public models that both engines load: median of the ratios **${digits(middle)}**, ${slower} above 1. The ten worst:

${suiteTable(sorted.slice(0, 10))}`;
}

function machineLine({ machine: { cpu, cores, node } }: Results): string {
  return `${cpu}, ${cores} cores, Node ${node.replace(/^v/, '')}`;
}

/** Sections of the page in docs: suite, title, what it shows. */
const sections: readonly (readonly [suite: string, title: string, text: string])[] = [
  [
    'step',
    'Steps',
    'A whole `step`, controls included. `js ratio` is the time of the JavaScript back end to that of the oracle.',
  ],
  ['growth', 'Growth', 'How often the time of the small scene the large one takes; per humanoid in the first row.'],
  ['sparse', 'Bodies apart', 'Collision and step of bodies on a wide plane, none near another, as their number grows.'],
  ['smooth', 'Smooth dynamics', 'Single stages, and those of the smooth dynamics together.'],
  ['stage', 'Stages', 'Every stage of a step, at one state.'],
  ['collision', 'Collision', 'The collision stage.'],
  ['solver', 'Constraints and solver', ''],
  ['start', 'Start', 'From `import` to the end of the first step, in a fresh process.'],
  [
    'compile',
    'Compilation',
    'MJCF text to Model. Textures that a formula gives are painted when they are first looked at.',
  ],
  ['memory', 'Memory', 'One Data; of the oracle, its arrays and its arena.'],
  ['size', 'Size', 'What a browser loads, compressed; of the oracle, its module and its glue.'],
];

/** The page of all results. */
function page(results: Results): string {
  const parts = sections.flatMap(([suite, title, text]) => {
    const rows = rowsOf(results, suite);
    return rows.length === 0 ? [] : [`## ${title}`, text, suiteTable(rows)].filter((p) => p !== '');
  });
  const corpus = rowsOf(results, 'corpus');
  if (corpus.length > 0) parts.push('## Corpus', corpusText(corpus));
  const rivals = rowsOf(results, 'rivals');
  if (rivals.length > 0)
    parts.push(
      '## Game engines',
      `Heaps of boxes in a bin with a time step of 4 ms, default solver settings, no sleeping, after two seconds. Game engines trade accuracy for speed, so
the accuracy is beside the time: how deep the boxes that touch overlap (mean over pairs, and the deepest), how fast boxes at rest creep, and what
of its energy and angular momentum a box loses that tumbles freely for five seconds (relative; MuJoCo's default integrator is the explicit one).`,
      rivalTable(rivals),
    );
  const learned = learnRows(readRuns()).map(learnCells);
  if (learned.length > 0)
    parts.push(
      '## Learning',
      `\`npm run bench -- learn\` trains policies with \`@qpos/learn\`; each number of the second column is one seed, from 1 on. The return of PPO is the mean of
the last 100 episodes of the training, that of SAC and ARS the mean of 12 episodes without noise. Settings are those beside the defaults, \`n\` is the number of
environments; speeds count all processor time, learning included.`,
      table(learnHead, learned),
    );
  return `# Benchmarks

This page is written by \`npm run bench -- --page\`. The oracle is the official WebAssembly build of MuJoCo, \`@mujoco/mujoco\` 3.14.0. Both engines run in one
process, in alternating blocks of the same steps from the same state; a time is the median of processor time over the blocks, a ratio the median of ratios of
neighbouring blocks (below 1 qpos is faster), ± half the distance of their quartiles. Machine: ${machineLine(results)}.

![Time of a step](images/bench.svg)

    npm run bench                          steps of all scenes
    npm run bench -- all                   every suite
    npm run bench -- compile --slow        one suite, also what takes the oracle minutes
    npm run bench -- step --scene heap     some scenes
    npm run bench -- all --json bench/results/latest.json --page bench/results/latest.json
    npm run bench -- --compare a.json b.json
    npm run bench -- learn --task Hopper --seeds 1

The scenes are models of this repository (\`models/\`) or made by \`bench/src/scenes.ts\`. The oracle aborts on chains of more than some 130 nested bodies, so the
chain of 200 links is held in its middle.

${parts.join('\n\n')}
`;
}

/** The table of README. */
function summary(results: Results): string {
  const rows = rowsOf(results, 'step');
  const others = ['start', 'compile', 'memory', 'size']
    .flatMap((suite) => rowsOf(results, suite))
    .filter((r) => (r.limits ?? []).length > 0);
  const line = (r: Row): string[] => [
    r.name,
    quantity(r.oracle, unitOf(r)),
    quantity(r.ours, unitOf(r)),
    `**${shown(r.ratio)}**`,
  ];
  return `${table(['a step', 'official build', 'qpos', 'ratio'], rows.map(line))}

${table(['', 'official build', 'qpos', 'ratio'], others.map(line))}

(${machineLine(results)}, \`wasm\` back end.)`;
}

/** Puts text between the marks of a file. */
function replaceMarked(file: string, text: string): void {
  const old = fs.readFileSync(file, 'utf8');
  const [begin, end] = MARKS.map((m) => old.indexOf(m)) as [number, number];
  if (begin < 0 || end < begin) throw new Error(`${path.basename(file)} has no marks for the benchmark`);
  fs.writeFileSync(file, `${old.slice(0, begin + MARKS[0].length)}\n\n${text}\n\n${old.slice(end)}`);
}

/** Writes the page, the chart and README's table from a file of results; returns the names of what was written. */
export function writePages(file: string): string[] {
  const results = readResults(file);
  fs.mkdirSync(path.join(root, 'docs/images'), { recursive: true });
  fs.writeFileSync(path.join(root, 'docs/images/bench.svg'), chart(rowsOf(results, 'step')));
  fs.writeFileSync(path.join(root, 'docs/benchmarks.md'), page(results));
  replaceMarked(path.join(root, 'README.md'), summary(results));
  return ['README.md', 'docs/benchmarks.md', 'docs/images/bench.svg'];
}

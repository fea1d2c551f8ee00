import { parseArgs } from 'node:util';
import { againstVersion, versionLine } from './against.ts';
import { type LearnFilter, learnTable, runContests, runLine } from './learn/learn.ts';
import { readRuns } from './learn/runs.ts';
import { compareResults } from './report/compare.ts';
import { writePages } from './report/page.ts';
import { saveResults } from './report/results.ts';
import { head, line, unitOf } from './report/table.ts';
import { limitText, missed, type Row, type SuiteOptions } from './rows.ts';
import { suites } from './suites.ts';

const usage = `npm run bench [-- suite... options]
Alternating blocks of the official MuJoCo build and of qpos in one process; medians, and ratios below 1 where qpos is faster.
  suites: ${Object.keys(suites).join(' ')}, or all (default: step)
  --scene RE          only scenes whose name matches
  --rounds N          blocks per contender (15)
  --ms N              least length of the slowest contender's block (25)
  --slow              also what takes the oracle minutes
  --json FILE         add the results to a file
  --page FILE         write the tables of README.md and docs/benchmarks.md and the chart from a file of results
  --compare A B       print the change between two result files instead
  --against DIR       time this version against the one built in another checkout instead: whole steps,
  --stage NAME        or one stage

npm run bench -- learn [options]
Trains policies, keeps each run in bench/results/learn.json, and prints returns and targets.
  --task RE           only tasks whose name matches
  --algo RE           only these algorithms
  --seeds 1,2,3       other seeds
  --steps N           other numbers of steps (runs of others are not in the table)`;

const WIDTH = 44;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scene: { type: 'string', default: '.' },
    rounds: { type: 'string', default: '15' },
    ms: { type: 'string', default: '25' },
    slow: { type: 'boolean', default: false },
    json: { type: 'string' },
    page: { type: 'string' },
    compare: { type: 'boolean', default: false },
    against: { type: 'string' },
    stage: { type: 'string' },
    task: { type: 'string', default: '.' },
    algo: { type: 'string', default: '.' },
    seeds: { type: 'string' },
    steps: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** A line that the next one overwrites, on a terminal only. */
function status(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`);
}

const options: SuiteOptions = {
  scene: new RegExp(values.scene),
  rounds: Number(values.rounds),
  ms: Number(values.ms),
  slow: values.slow,
  progress: (what) => status(`  ... ${what}`),
};

/** Runs suites and prints their rows as they come; what a suite found is saved at its end. */
async function measure(wanted: readonly string[]): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  for (const name of wanted) {
    console.log(`\n${name}\n${head(WIDTH)}`);
    const rows: Row[] = [];
    for await (const row of suites[name]?.(options) ?? []) {
      status('');
      console.log(line(row, WIDTH));
      rows.push(row);
    }
    status('');
    found[name] = rows;
    if (values.json !== undefined) saveResults(values.json, { [name]: rows }, values.scene === '.');
  }
  return found;
}

function printMisses(found: Readonly<Record<string, readonly Row[]>>): void {
  const rows = Object.values(found).flat();
  const limits = rows.flatMap((r) => r.limits ?? []).length;
  const broken = rows.flatMap((r) => missed(r).map((l) => `  ${r.name}: ${limitText(l, unitOf(r))}`));
  console.log(`\n${limits - broken.length} of ${limits} targets kept${broken.length > 0 ? '; missed:' : ''}`);
  for (const b of broken) console.log(b);
}

/** This version beside another: its time, the other's, and the ratio. */
async function printVersions(folder: string): Promise<void> {
  for await (const row of againstVersion(folder, options, values.stage)) {
    status('');
    console.log(versionLine(row, WIDTH));
  }
}

/** Trains, and prints the table of all runs that there are. */
async function learn(): Promise<void> {
  const filter: LearnFilter = {
    task: new RegExp(values.task),
    algorithm: new RegExp(values.algo),
    ...(values.seeds !== undefined && { seeds: values.seeds.split(',').map(Number) }),
    ...(values.steps !== undefined && { steps: Number(values.steps) }),
    progress: options.progress,
  };
  for await (const run of runContests(filter)) {
    status('');
    console.log(runLine(run));
  }
  console.log(`\n${learnTable(readRuns())}`);
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  if (values.compare) return console.log(compareResults(positionals));
  if (values.against !== undefined) return printVersions(values.against);
  if (positionals.includes('learn')) return learn();
  const wanted = positionals.includes('all') ? Object.keys(suites) : positionals;
  const unknown = wanted.filter((s) => !(s in suites));
  if (unknown.length > 0) {
    console.error(`no suite called ${unknown.join(', ')}\n${usage}`);
    process.exitCode = 1;
    return;
  }
  if (wanted.length > 0 || values.page === undefined) {
    printMisses(await measure(wanted.length > 0 ? wanted : ['step']));
  }
  if (values.page !== undefined) for (const file of writePages(values.page)) console.log(`wrote ${file}`);
}

await main();

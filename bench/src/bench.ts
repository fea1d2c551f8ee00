import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareResults } from './compare.ts';
import { type Row, suites } from './suites.ts';

const usage = `npm run bench [-- suite... options]
Alternating blocks of the official MuJoCo build and of qpos in one process; medians, and ratios below 1 where qpos is faster.
  suites: ${Object.keys(suites).join(' ')} (default: step)
  --scene RE          only scenes whose name matches
  --rounds N          blocks per side (15)
  --ms N              length of a block (25)
  --json FILE         write the results (bench/results/latest.json)
  --compare A B       print the change between two result files instead`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scene: { type: 'string', default: '.' },
    rounds: { type: 'string', default: '15' },
    ms: { type: 'string', default: '25' },
    json: { type: 'string' },
    compare: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function print(rows: readonly Row[]): void {
  const width = Math.max(20, ...rows.map((r) => r.name.length));
  console.log(`${'us'.padEnd(width)}  ${'oracle'.padStart(10)} ${'ours'.padStart(10)} ${'ratio'.padStart(7)}   spread`);
  for (const r of rows)
    console.log(
      `${r.name.padEnd(width)}  ${r.oracle.toFixed(2).padStart(10)} ${r.ours.toFixed(2).padStart(10)} ${r.ratio.toFixed(3).padStart(7)}  ±${r.spread.toFixed(3)}${r.note ? `  ${r.note}` : ''}`,
    );
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  if (values.compare) return console.log(compareResults(positionals));
  const wanted = positionals.length > 0 ? positionals : ['step'];
  const unknown = wanted.filter((s) => !(s in suites));
  if (unknown.length > 0) {
    console.error(`no suite called ${unknown.join(', ')}\n${usage}`);
    process.exitCode = 1;
    return;
  }
  const results: Record<string, Row[]> = {};
  for (const name of wanted) {
    console.log(`\n${name}`);
    const rows = await (suites[name] as (typeof suites)[string])({
      scene: new RegExp(values.scene),
      rounds: Number(values.rounds),
      ms: Number(values.ms),
    });
    print(rows);
    results[name] = rows;
  }
  if (values.json !== undefined) {
    fs.mkdirSync(path.dirname(values.json), { recursive: true });
    fs.writeFileSync(
      values.json,
      `${JSON.stringify({ node: process.version, date: new Date().toISOString(), results }, null, 1)}\n`,
    );
  }
}

await main();

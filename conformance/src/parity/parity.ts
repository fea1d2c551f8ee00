import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type Findings, noFindings, verdicts } from '../compare/examine.ts';
import type { CorpusEntry } from '../models/corpus.ts';
import { type Check, surprises } from '../models/exceptions.ts';
import { findModels } from '../models/folder.ts';
import { root } from '../root.ts';
import { updateReadme } from './readme.ts';
import { printTables, writeReport } from './report.ts';

const usage = `npm run parity [-- options folder...]
Compares every field of Model and Data with the official MuJoCo build, model by model. Without a folder: the models of this
repository, and the corpus beside it if there is one. A folder may hold a manifest.json or just models.
  --match RE      only models whose path matches
  --steps N       length of the driven run (200)
  --timeout S     seconds for one model (300)
  --transfer      use the oracle's compiled model: compares the stages alone
  --out FILE      where to write the findings (build/parity.json)
  --check         fail unless the models that differ are those named in models/exceptions.ts
  --report        write PARITY.md and the table of README
  --verbose       a line per model`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    match: { type: 'string', default: '.' },
    steps: { type: 'string', default: '200' },
    timeout: { type: 'string', default: '300' },
    out: { type: 'string', default: 'build/parity.json' },
    transfer: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const entries = findModels(positionals, new RegExp(values.match));

/** A worker that can be replaced when a model kills it or takes too long. */
class Comparer {
  #worker: Worker | undefined;

  async #ready(): Promise<Worker> {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(path.join(import.meta.dirname, 'parity-worker.js'), {
      workerData: { steps: Number(values.steps), transfer: values.transfer },
      resourceLimits: { maxOldGenerationSizeMb: 4096 },
    });
    await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    this.#worker = worker;
    return worker;
  }

  async compare(entry: CorpusEntry): Promise<Findings> {
    const worker = await this.#ready();
    const failed = (why: string): Findings => ({ ...noFindings(entry), error: why, runError: why });
    const findings = await new Promise<Findings>((resolve) => {
      const done = (f: Findings): void => {
        clearTimeout(timer);
        worker.off('message', done);
        worker.off('error', broken);
        worker.off('exit', ended);
        resolve(f);
      };
      const broken = (e: Error): void => done(failed(`the worker failed: ${e.message}`));
      const ended = (): void => done(failed('the worker ended'));
      const timer = setTimeout(() => done(failed(`no answer in ${values.timeout} s`)), 1000 * Number(values.timeout));
      worker.on('message', done);
      worker.on('error', broken);
      worker.on('exit', ended);
      worker.postMessage(entry);
    });
    if (findings.runError !== undefined && !findings.load) await this.end();
    return findings;
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }
}

const comparer = new Comparer();
const results: Findings[] = [];
const rejected: { path: string; typed: boolean; error: string; defect: boolean }[] = [];
for (const [k, entry] of entries.entries()) {
  if (process.stderr.isTTY) process.stderr.write(`\r${k + 1}/${entries.length} ${entry.path.slice(-60).padEnd(60)}`);
  const findings = await comparer.compare(entry);
  if (entry.oracle.loads) results.push(findings);
  else
    rejected.push({
      path: entry.path,
      typed: !findings.load && !(findings.error ?? '').startsWith('untyped'),
      error: findings.error ?? 'loads',
      defect: entry.oracleDefect !== undefined,
    });
  if (values.verbose) {
    const bad = Object.entries(verdicts)
      .filter(([, ok]) => !ok(findings))
      .map(([name]) => name);
    const detail = [
      findings.error,
      findings.runError,
      ...Object.keys(findings.model).slice(0, 6),
      ...Object.entries(findings.forward)
        .slice(0, 6)
        .map(([f, e]) => `${f}=${e.toExponential(1)}`),
    ].filter(Boolean);
    console.log(
      `${bad.length === 0 ? 'ok  ' : 'DIFF'} ${entry.path}${entry.oracle.loads ? '' : ' (the oracle rejects it)'} ${bad.join(' ')} ${detail.join(' ')}`,
    );
  }
}
await comparer.end();
if (process.stderr.isTTY) process.stderr.write(`${'\r'.padEnd(80)}\r`);

fs.mkdirSync(path.dirname(values.out), { recursive: true });
fs.writeFileSync(values.out, JSON.stringify({ results, rejected }));
printTables(results, rejected);
if (values.report) {
  const report = path.join(root, 'PARITY.md');
  writeReport(report, results, rejected);
  updateReadme(path.join(root, 'README.md'), fs.readFileSync(report, 'utf8'));
}
if (values.check) {
  const unexpected = [
    ...results.flatMap((f) => surprises(f, Object.keys(verdicts) as Check[])),
    ...rejected.filter((r) => !r.typed && !r.defect).map((r) => `${r.path}: not refused with a code (${r.error})`),
  ];
  for (const line of unexpected) console.log(line);
  console.log(`${entries.length} models tested, ${unexpected.length} surprises`);
  process.exitCode = unexpected.length > 0 ? 1 : 0;
}

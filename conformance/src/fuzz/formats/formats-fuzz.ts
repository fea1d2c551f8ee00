import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../root.ts';
import { makeCases } from './cases.ts';
import { FORMATS } from './formats.ts';
import { type Finding, fuzzFormat } from './fuzz-format.ts';
import { isFailure } from './outcome.ts';
import { Replayer } from './replayer.ts';

const usage = `npm run fuzz [-- options]
Changes good inputs of every format at random and reads them. Each must be read or refused with a typed error, within 5 s of processor time
and 1 GB; anything else is a finding, which is made smaller and written to build/fuzz.
  --minutes N      time for all formats together (2)
  --only NAMES     only these formats: ${FORMATS.map((f) => f.name).join(',')}
  --seed S         another seed gives other cases (1)
  --case N         runs just one case of the seed
  --file PATH      runs just what is in a file`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    only: { type: 'string', default: FORMATS.map((f) => f.name).join() },
    seed: { type: 'string', default: '1' },
    case: { type: 'string' },
    file: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const worker = path.join(import.meta.dirname, 'fuzz-worker.js');
const folder = path.join(root, 'build/fuzz');
const seed = Number(values.seed);
const names = new Set(values.only.split(','));
const formats = FORMATS.filter((f) => names.delete(f.name));

function printFinding({ format, index, failure, bytes }: Finding): void {
  const extension = FORMATS.find((f) => f.name === format)?.extension;
  const file = path.join(folder, `${format}-${seed}-${index}.${extension}`);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(file, bytes);
  console.log(`  ${failure.kind}: ${failure.error}`);
  if (failure.kind === 'untyped') console.log(failure.stack.split('\n').slice(1, 5).join('\n'));
  console.log(`    npm run fuzz -- --only ${format} --seed ${seed} --case ${index}`);
  console.log(`    ${bytes.length} bytes in ${path.relative(root, file)}`);
}

/** Runs one input of each wanted format; returns how many fail. */
async function runOne(): Promise<number> {
  let failed = 0;
  for (const format of formats) {
    const bytes =
      values.file !== undefined
        ? new Uint8Array(fs.readFileSync(values.file))
        : makeCases(format, seed)(Number(values.case)).bytes;
    const replayer = new Replayer(worker, format.name);
    const outcome = await replayer.run(bytes);
    await replayer.close();
    if (isFailure(outcome)) failed++;
    console.log(`${format.name}: ${outcome.kind}`, 'error' in outcome ? outcome.error : '');
    if (outcome.kind === 'untyped') console.log(outcome.stack);
  }
  return failed;
}

async function runAll(): Promise<number> {
  let failed = 0;
  const milliseconds = (60_000 * Number(values.minutes)) / formats.length;
  for (const format of formats) {
    const report = await fuzzFormat(format, { worker, seed, milliseconds });
    const { cases, read, findings, repeated, unconfirmed } = report;
    const accepted = ((100 * read) / Math.max(1, cases)).toFixed(0);
    console.log(
      `${format.name.padEnd(8)} ${String(cases).padStart(8)} cases, ${accepted.padStart(3)} % read, ${findings.length} findings` +
        (repeated > 0 ? `, ${repeated} repeated` : '') +
        (unconfirmed > 0 ? `, ${unconfirmed} not confirmed` : ''),
    );
    findings.forEach(printFinding);
    if (findings.length > 0 || cases === 0) failed++;
  }
  return failed;
}

if (values.help) console.log(usage);
else if (names.size > 0) {
  console.error(`no format ${[...names].join()}; there are ${FORMATS.map((f) => f.name).join()}`);
  process.exitCode = 1;
} else {
  const failed = await (values.case !== undefined || values.file !== undefined ? runOne() : runAll());
  console.log(`${formats.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

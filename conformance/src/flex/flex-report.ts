import { parseArgs } from 'node:util';
import { forward, type Model, makeData, step } from '@qpos/core';
import { compareData, compareModel, type FieldErrors } from '../compare/compare.ts';
import { toleranceOf } from '../compare/tolerance.ts';
import { type CorpusEntry, entryFiles, readManifest } from '../models/corpus.ts';
import { scanFolder } from '../models/folder.ts';
import { callOracle, loadInOracle, loadOracle, type Oracle, type OracleStruct } from '../oracle/oracle.ts';
import { copySleep, copyState, modelFromOracle, relativeError } from '../oracle/transfer.ts';
import { inStageOrder } from './stage-order.ts';

const usage = `npm run flex-report [-- options folder...]
Runs each model with a flex in the oracle, copies the model that it compiled, and prints the fields of Data that differ after
forward, in the order in which the stages write them. Without a folder: the corpus.
  --match RE    only models whose path matches
  --steps LIST  steps of the oracle before each comparison (0,1,20)
  --first N     how many of them to print (6)
  --all         print the error of every field`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    match: { type: 'string', default: '.' },
    steps: { type: 'string', default: '0,1,20' },
    first: { type: 'string', default: '6' },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const wanted = new RegExp(values.match);
const times = values.steps.split(',').map(Number);

/** Models that the oracle loads and that match. */
function candidates(): CorpusEntry[] {
  const entries = positionals.length > 0 ? positionals.flatMap((folder) => scanFolder(folder)) : readManifest();
  return entries.filter((e) => e.oracle.loads && e.nflex !== 0 && wanted.test(e.path));
}

/** Fields with an error that counts, in the order of the stages. */
function listed(errors: FieldErrors): string {
  const names = inStageOrder(Object.keys(errors)).filter(
    (name) => values.all || !((errors[name] as number) <= toleranceOf(name)),
  );
  if (names.length === 0) return 'equal';
  const shown = names.slice(0, values.all ? names.length : Number(values.first));
  const texts = shown.map((name) => `${name} ${(errors[name] as number).toExponential(1)}`);
  return texts.join(', ') + (shown.length < names.length ? `, and ${names.length - shown.length} more` : '');
}

/** Difference of the states after one step from the same one. */
function stepError(oracle: Oracle, model: OracleStruct, data: OracleStruct, ours: Model): string {
  const mine = makeData(ours);
  copyState(data, mine);
  copySleep(data, mine);
  step(ours, mine);
  callOracle(oracle, 'mj_step', model, data);
  const [qpos, qvel] = (['qpos', 'qvel'] as const).map((name) =>
    relativeError(mine[name], data[name] as Float64Array).toExponential(1),
  );
  mine[Symbol.dispose]();
  return `step: qpos ${qpos} qvel ${qvel}`;
}

/** Compares one model at the wanted steps. */
function report(oracle: Oracle, entry: CorpusEntry): void {
  const { model, data } = loadInOracle(oracle, entryFiles(entry));
  try {
    const ours = modelFromOracle(model);
    const copied = Object.entries(compareModel(ours, model)).filter(([, error]) => !(error <= 0));
    const { nv, nflexvert, nflexelem, opt } = ours;
    console.log(`${entry.path}: nv ${nv}, ${nflexvert} vertices, ${nflexelem} elements, integrator ${opt.integrator}`);
    if (copied.length > 0) console.log(`  not copied: ${copied.map(([name]) => name).join(' ')}`);
    const mine = makeData(ours);
    let done = 0;
    for (const time of times) {
      for (; done < time; done++) callOracle(oracle, 'mj_step', model, data);
      copyState(data, mine);
      copySleep(data, mine);
      callOracle(oracle, 'mj_forward', model, data);
      forward(ours, mine);
      console.log(`  ${time}: ${listed(compareData(mine, data))}`);
      console.log(`  ${time}: ${stepError(oracle, model, data, ours)}`);
      done++;
    }
    mine[Symbol.dispose]();
    ours[Symbol.dispose]();
  } finally {
    if (!oracle.dead) {
      data.delete();
      model.delete();
    }
  }
}

if (values.help) console.log(usage);
else
  for (const entry of candidates()) {
    const oracle = await loadOracle();
    try {
      report(oracle, entry);
    } catch (error) {
      console.log(`${entry.path}: ${(error as Error).message}`);
    }
  }

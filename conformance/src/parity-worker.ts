import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { loadModelFile } from 'qpos/node';
import type { CorpusEntry } from './corpus.ts';
import { entryFiles } from './corpus.ts';
import { examine, type Findings } from './examine.ts';
import { loadInOracle, loadOracle, type Oracle } from './oracle.ts';
import { modelFromOracle } from './transfer.ts';

/** How a worker is to compare. */
export interface WorkerOptions {
  readonly steps: number;
  /** Take the oracle's compiled model instead of our own. */
  readonly transfer: boolean;
}

/** After so many models the oracle's heap is started afresh. */
const MODELS_PER_INSTANCE = 20;

const options = workerData as WorkerOptions;
let oracle: Oracle | undefined;
let used = 0;

async function freshOracle(): Promise<Oracle> {
  if (oracle === undefined || oracle.dead || used++ % MODELS_PER_INSTANCE === MODELS_PER_INSTANCE - 1)
    oracle = await loadOracle();
  return oracle;
}

async function compare(entry: CorpusEntry): Promise<Findings> {
  const findings: Findings = {
    path: entry.path,
    load: false,
    model: {},
    forward: {},
    worst: {},
    step: 0,
    trajectory: 0,
    iterations: 0,
    features: entry.features,
  };
  const instance = await freshOracle();
  try {
    if (!options.transfer || !entry.oracle.loads) {
      const ours = loadModelFile(path.join(entry.folder, entry.path));
      findings.load = true;
      if (!entry.oracle.loads) return findings;
      return { ...findings, ...examine(instance, loadInOracle(instance, entryFiles(entry)), ours, options.steps) };
    }
    const theirs = loadInOracle(instance, entryFiles(entry));
    findings.load = true;
    return { ...findings, ...examine(instance, theirs, modelFromOracle(theirs.model), options.steps) };
  } catch (error) {
    const typed = (error as { code?: unknown }).code;
    const text = `${(error as Error).name}: ${(error as Error).message}`.slice(0, 300);
    if (findings.load) findings.runError = text;
    else findings.error = typeof typed === 'string' ? `[${typed}] ${text}` : `untyped ${text}`;
    return findings;
  }
}

parentPort?.on('message', async (entry: CorpusEntry) => {
  parentPort?.postMessage(await compare(entry));
});
parentPort?.postMessage('ready');

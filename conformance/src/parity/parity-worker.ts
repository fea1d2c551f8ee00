import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Model } from '@qpos/core';
import { loadModelFile } from 'qpos/node';
import { examine, type Findings, noFindings } from '../compare/examine.ts';
import type { CorpusEntry } from '../models/corpus.ts';
import { entryFiles } from '../models/corpus.ts';
import { loadInOracle, type Oracle, startOracle } from '../oracle/oracle.ts';
import { modelFromOracle } from '../oracle/transfer.ts';

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
    oracle = await startOracle();
  return oracle;
}

type Theirs = ReturnType<typeof loadInOracle>;

/** Compares with our compiled model, or with the oracle's. */
function run(instance: Oracle, theirs: Theirs, ours: Model | undefined): ReturnType<typeof examine> {
  return examine(instance, theirs, ours ?? modelFromOracle(theirs.model), options.steps);
}

/** Runs `work` on the model in the oracle; once more in a fresh one if its memory was full. */
async function withOracle<T>(entry: CorpusEntry, work: (instance: Oracle, theirs: Theirs) => T): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const instance = await freshOracle();
    try {
      const theirs = loadInOracle(instance, entryFiles(entry));
      const result = work(instance, theirs);
      theirs.data.delete();
      theirs.model.delete();
      return result;
    } catch (error) {
      if (attempt > 0 || !String((error as Error).message).includes('allocate memory')) throw error;
      oracle = undefined;
    }
  }
}

async function compare(entry: CorpusEntry): Promise<Findings> {
  const findings = noFindings(entry);
  try {
    if (!entry.oracle.loads) {
      loadModelFile(path.join(entry.folder, entry.path));
      return { ...findings, load: true };
    }
    const ours = options.transfer ? undefined : loadModelFile(path.join(entry.folder, entry.path));
    findings.load = true;
    return { ...findings, ...(await withOracle(entry, (o, theirs) => run(o, theirs, ours))) };
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

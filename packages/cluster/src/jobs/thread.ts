// The program of a thread that does jobs. Whatever it computes, the event loop of the process, which renews locks, goes on.
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import type { JobFunction, PartialResult } from './job-function.ts';
import { rolloutJob } from './rollout-job.ts';
import type { ThreadAnswer, ThreadJob, ThreadSettings } from './thread-pool.ts';
import { trainJob } from './train-job.ts';
import { workJob } from './work-job.ts';

const { modules } = workerData as ThreadSettings;
const functions = new Map<string, JobFunction>([
  ['rollout', rolloutJob],
  ['work', workJob],
  ['train', trainJob],
]);
const NOTHING = new Uint8Array(0);

/** The functions of the modules that workers were given, found at the first job. */
let loaded: Promise<void> | undefined;
async function load(): Promise<void> {
  for (const address of modules)
    for (const [name, f] of Object.entries((await import(address)) as Record<string, unknown>))
      if (typeof f === 'function') functions.set(name, f as JobFunction);
}

async function run({ kind, args, blobs }: ThreadJob): Promise<ThreadAnswer> {
  try {
    loaded ??= load();
    await loaded;
    const f = functions.get(kind);
    if (f === undefined)
      throw new Error(`this worker knows no job '${kind}': it has ${[...functions.keys()].join(', ')}`);
    const { value = null, bytes = NOTHING } = ((await f(args, blobs)) ?? {}) as PartialResult;
    return { value, bytes };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

parentPort?.on('message', async (jobs: readonly ThreadJob[]) => {
  const start = performance.now();
  const answers: ThreadAnswer[] = [];
  for (const job of jobs) answers.push(await run(job));
  parentPort?.postMessage({ answers, seconds: (performance.now() - start) / 1000 });
});

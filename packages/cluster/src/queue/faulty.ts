import { RandomGenerator } from '@qpos/env';
import { ClusterError, checkSettings, checkWhole, messageOf } from '../errors.ts';
import type { JobFunction } from '../jobs/job-function.ts';
import { type BlobStore, readBlob } from '../store/blob-store.ts';
import { memoryStore } from '../store/memory-store.ts';
import { VERSION } from '../version.ts';
import { Broker, type Hand, HandLost } from './broker.ts';
import { type Answer, type Bundle, type BundleReply, encodeResult } from './bundle.ts';
import { QueueClient } from './client.ts';
import type { Job } from './job.ts';
import type { JobQueue } from './job-queue.ts';
import { type PatienceOptions, patienceOf } from './settings.ts';

/**
 * What can go wrong with a bundle of jobs:
 *
 * - `lost`: nothing is heard of it any more;
 * - `killed`: whoever does it dies after some of the work;
 * - `delayed`: its result comes after it was given up and begun again;
 * - `duplicated`: it is done and told twice;
 * - `thrown`: it throws.
 */
export type Fault = 'lost' | 'killed' | 'delayed' | 'duplicated' | 'thrown';

/** How a faulty queue is made. */
export interface FaultyOptions extends Omit<PatienceOptions, 'limitSeconds'> {
  /** The functions that do jobs, by kind; they run in this thread. */
  readonly functions: Readonly<Record<string, JobFunction>>;
  /** How likely each fault is, from 0 to 1; together at most 1. */
  readonly faults?: Readonly<Partial<Record<Fault, number>>>;
  /** Jobs that always throw. */
  readonly poisoned?: (job: Job) => boolean;
  /** Which of the bundles have faults: the same seed, the same faults. */
  readonly seed?: number;
  /** Bundles that are done at a time; 3 by default. */
  readonly workers?: number;
}

/** A queue with faults, which it counts. */
export interface FaultyQueue extends JobQueue {
  /** How often each fault has happened so far. */
  readonly injected: Readonly<Record<Fault, number>>;
}

const FAULTS: readonly Fault[] = ['lost', 'killed', 'delayed', 'duplicated', 'thrown'];

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * A queue that loses, kills, delays, doubles and throws, for tests: what gives the same results on it as on `local()` will on a cluster.
 *
 * @param options The functions that do jobs, and what goes wrong how often.
 * @returns The queue.
 * @example
 * const queue = faulty({
 *   functions: { square: (x) => ({ value: (x as number) ** 2 }) },
 *   faults: { killed: 0.2, duplicated: 0.2 },
 *   stallSeconds: 0.05,
 * });
 * for await (const { index, error } of queue.submit([{ kind: 'square', args: 3 }])) console.log(index, error);
 * await queue.close();
 */
export function faulty(options: FaultyOptions): FaultyQueue {
  checkSettings('options', options);
  const { functions, faults = {}, poisoned = () => false, seed = 1, workers = 3 } = options;
  checkSettings('functions', functions);
  checkSettings('faults', faults);
  if (typeof poisoned !== 'function') throw new ClusterError('bad-argument', 'poisoned must be a function');
  const chances = FAULTS.map((fault) => faults[fault] ?? 0);
  if (chances.some((p) => !(p >= 0)) || chances.reduce((a, b) => a + b) > 1)
    throw new ClusterError('bad-argument', 'faults are chances from 0 to 1, together at most 1');
  const patience = patienceOf({ stallSeconds: 0.1, backOffSeconds: 0.01, ...options });
  const random = new RandomGenerator(checkWhole('seed', seed, 0));
  const injected: Record<Fault, number> = { lost: 0, killed: 0, delayed: 0, duplicated: 0, thrown: 0 };
  const store = memoryStore();

  const draw = (): Fault | undefined => {
    let x = random.uniform(0, 1);
    return FAULTS.find((_, k) => {
      x -= chances[k] as number;
      return x < 0;
    });
  };
  let tellTwice: (id: string, reply: BundleReply) => void = () => {};
  const run: Hand['run'] = async (bundle) => {
    const fault = draw();
    if (fault !== undefined) injected[fault]++;
    if (fault === 'lost') return new Promise(() => {});
    if (fault === 'thrown') throw new Error('an injected error');
    if (fault === 'delayed') await pause(1.5 * patience.stallAfter);
    await pause(0);
    const reply = await perform(bundle, functions, poisoned, store);
    if (fault === 'killed') throw new HandLost('an injected death');
    if (fault === 'duplicated') tellTwice(bundle.id, await perform(bundle, functions, poisoned, store));
    return reply;
  };
  const broker = new Broker(
    Array.from({ length: checkWhole('workers', workers, 1) }, () => ({ run })),
    patience,
    VERSION,
  );
  const { listen } = broker;
  broker.listen = (settled) => {
    tellTwice = (id, reply) => settled(id, { reply });
    listen.call(broker, settled);
  };
  return Object.assign(new QueueClient(broker, store, VERSION), { injected });
}

/** Does a bundle here, as a thread of a worker would. */
async function perform(
  bundle: Bundle,
  functions: FaultyOptions['functions'],
  poisoned: (job: Job) => boolean,
  store: BlobStore,
): Promise<BundleReply> {
  const start = performance.now();
  const answers: Answer[] = [];
  for (const job of bundle.jobs) {
    try {
      if (poisoned(job)) throw new Error('a poisoned job');
      const f = functions[job.kind];
      if (f === undefined) throw new Error(`no function does '${job.kind}'`);
      const read = async ([name, hash]: [string, string]) =>
        [name, { hash, bytes: await readBlob(store, hash) }] as const;
      const blobs = Object.fromEntries(await Promise.all(Object.entries(job.blobs ?? {}).map(read)));
      const { value = null, bytes = new Uint8Array(0) } = await f(job.args, blobs);
      answers.push(await encodeResult(store, { value, bytes }));
    } catch (error) {
      if (bundle.jobs.length === 1) throw error;
      answers.push({ failure: messageOf(error) });
    }
  }
  return { answers, seconds: (performance.now() - start) / 1000 };
}

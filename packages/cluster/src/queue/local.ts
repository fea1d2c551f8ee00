import { availableParallelism } from 'node:os';
import { checkSettings, checkWhole } from '../errors.ts';
import { ThreadPool } from '../jobs/thread-pool.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { memoryStore } from '../store/memory-store.ts';
import { VERSION } from '../version.ts';
import { Broker, type Hand } from './broker.ts';
import { QueueClient } from './client.ts';
import type { JobQueue } from './job-queue.ts';
import { moduleAddresses, type PatienceOptions, patienceOf } from './settings.ts';

/** How jobs are done on this machine. */
export interface LocalOptions extends PatienceOptions {
  /** Threads; one for each processor by default. The results do not depend on it. */
  readonly workers?: number;
  /** Modules that export functions for jobs of your own, by address. */
  readonly jobs?: readonly (URL | string)[];
  /** Where bytes are kept; memory by default. */
  readonly store?: BlobStore;
}

/**
 * A queue on threads of this process: what runs on it runs on a cluster too, and gives the same bytes.
 *
 * @param options How many threads, which functions, how patient.
 * @returns The queue.
 * @example
 * const queue = local({ workers: 2 });
 * const envs = await remoteEnvs(queue, 'InvertedPendulum-v5', { n: 8 });
 * await ppo(envs, { seed: 1, horizon: 64 }).learn(512);
 * await queue.close();
 */
export function local(options: LocalOptions = {}): JobQueue {
  checkSettings('options', options);
  const { workers = availableParallelism(), jobs, store = memoryStore() } = options;
  checkWhole('workers', workers, 1);
  const patience = patienceOf(options);
  const pool = new ThreadPool(store, moduleAddresses(jobs));
  const hands: Hand[] = Array.from({ length: workers }, () => ({ run: (bundle, beat) => pool.run(bundle, beat) }));
  const broker = new Broker(hands, patience, VERSION, () => pool.close());
  return new QueueClient(broker, store, VERSION, patience.limitSeconds);
}

import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { checkSettings, checkWhole, messageOf } from '../errors.ts';
import { ThreadPool } from '../jobs/thread-pool.ts';
import { type Bundle, checkVersion } from '../queue/bundle.ts';
import type { WorkerFacts } from '../queue/job-queue.ts';
import { moduleAddresses, patienceOf } from '../queue/settings.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { VERSION } from '../version.ts';
import type { BullmqOptions } from './bullmq.ts';
import { connect, connectionOptions, parseAddress, redisError } from './connection.ts';
import { PREFIX, queueName, workerKey } from './names.ts';
import { loadPeers } from './peers.ts';
import { RedisStore } from './redis-store.ts';

/** How a worker works. */
export interface WorkerOptions extends Omit<BullmqOptions, 'tries' | 'backOffSeconds' | 'limitSeconds'> {
  /** Jobs that it does at a time, each on a thread; one for each processor by default. */
  readonly concurrency?: number;
  /** Modules that export functions for jobs of your own, by address. */
  readonly jobs?: readonly (URL | string)[];
  /** Called when jobs are done, and when one fails. */
  readonly onJob?: (event: { readonly id: string; readonly seconds: number; readonly error?: string }) => void;
}

/** A worker that works. */
export interface ClusterWorker extends WorkerFacts {
  /** Versions of jobs that wait in queues of this name, and that this worker leaves alone. */
  readonly otherVersions: () => Promise<readonly string[]>;
  /** Ends it after the jobs that it is doing. */
  close(): Promise<void>;
}

/** Milliseconds between signs of life, and seconds after which a worker without them is forgotten. */
const [BEAT, FORGOTTEN] = [2000, 8];

/**
 * Does jobs of a queue on Redis until it is closed. Jobs run on threads, so that locks are renewed whatever they compute; a worker that dies
 * loses its locks, and its jobs begin again elsewhere.
 *
 * @param options The address of Redis, and how many jobs at a time.
 * @returns The worker.
 * @example
 * async function work(): Promise<void> {
 *   const worker = await startWorker({ connection: 'redis://127.0.0.1:6379', concurrency: 4 });
 *   process.once('SIGTERM', () => void worker.close());
 * }
 * console.log(typeof work);
 */
export async function startWorker(options: WorkerOptions): Promise<ClusterWorker> {
  checkSettings('options', options);
  const { connection, name = 'qpos', version = VERSION, concurrency = availableParallelism(), jobs, onJob } = options;
  checkWhole('concurrency', concurrency, 1);
  const address = parseAddress(connection);
  const { stallAfter, stalls } = patienceOf(options);
  const modules = moduleAddresses(jobs);
  const queue = queueName(name, version);
  const peers = await loadPeers();
  const redis = await connect(peers, address);
  const store: BlobStore = options.store ?? new RedisStore(async () => redis, address, PREFIX);
  const pool = new ThreadPool(store, modules);
  const id = randomUUID();
  let [done, doneBefore, perSecond] = [0, 0, 0];

  const perform = async (bundle: Bundle): Promise<unknown> => {
    const start = performance.now();
    const seconds = (): number => (performance.now() - start) / 1000;
    try {
      try {
        checkVersion(bundle, version);
      } catch (error) {
        throw new peers.UnrecoverableError(messageOf(error));
      }
      const reply = await pool.run(bundle);
      done += bundle.jobs.length;
      onJob?.({ id: bundle.id, seconds: seconds() });
      return reply;
    } catch (error) {
      onJob?.({ id: bundle.id, seconds: seconds(), error: messageOf(error) });
      throw error;
    }
  };
  const worker = new peers.Worker(queue, (job) => perform(job.data as Bundle), {
    connection: connectionOptions(address),
    prefix: PREFIX,
    concurrency,
    lockDuration: stallAfter,
    stalledInterval: stallAfter,
    maxStalledCount: stalls,
  });
  worker.on('error', () => {}); // connections are made again by themselves
  await worker.waitUntilReady();
  const facts = (): WorkerFacts & { readonly perSecond: number } => ({
    id,
    host: hostname(),
    pid: process.pid,
    version,
    concurrency,
    done,
    perSecond,
  });
  const beat = async (): Promise<void> => {
    perSecond = 0.5 * (perSecond + (done - doneBefore) / (BEAT / 1000));
    doneBefore = done;
    await redis.set(workerKey(queue, id), JSON.stringify(facts()), 'EX', FORGOTTEN).catch(() => {});
  };
  await beat().catch((error) => {
    throw redisError(error, address);
  });
  const timer = setInterval(() => void beat(), BEAT);
  return {
    id,
    host: hostname(),
    pid: process.pid,
    version,
    concurrency,
    get done() {
      return done;
    },
    async otherVersions() {
      const [, keys] = await redis.scan('0', 'MATCH', `${PREFIX}:${name}@*:meta`, 'COUNT', 1000);
      return keys
        .map((key) => key.slice(PREFIX.length + name.length + 2, -':meta'.length))
        .filter((v) => v !== version);
    },
    async close() {
      clearInterval(timer);
      await worker.close();
      await pool.close();
      await redis.del(workerKey(queue, id)).catch(() => 0);
      redis.disconnect();
    },
  };
}

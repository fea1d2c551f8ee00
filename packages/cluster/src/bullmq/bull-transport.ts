import type { BrokerOptions } from '../queue/broker.ts';
import type { Bundle, BundleReply } from '../queue/bundle.ts';
import type { FailedJob, QueueStats, WorkerFacts } from '../queue/job-queue.ts';
import type { Settled, Transport } from '../queue/transport.ts';
import { connect, connectionOptions, type RedisAddress, redisError } from './connection.ts';
import { PREFIX, workerKey } from './names.ts';
import { type BullEvents, type BullJob, type BullQueue, loadPeers, type Redis } from './peers.ts';

/** Seconds that BullMQ remembers a job that is done: whoever asks for the same meanwhile gets the result. */
const REMEMBERED = 120;
/** Milliseconds between two looks for ends that no event told. */
const LOOK = 2000;
const MOST_EVENTS = 20_000;
const MOST_FAILED = 1000;

interface Open {
  readonly redis: Redis;
  readonly queue: BullQueue;
  readonly events: BullEvents;
  readonly watch: NodeJS.Timeout;
}

/** Brings bundles to workers through BullMQ: its locks, retries and events. */
export class BullTransport implements Transport {
  readonly #address: RedisAddress;
  readonly #name: string;
  readonly #patience: BrokerOptions;
  /** Bundles whose end has not been told. */
  readonly #pending = new Map<string, Bundle>();
  #settled: (id: string, how: Settled) => void = () => {};
  #opening: Promise<Open> | undefined;

  constructor(address: RedisAddress, name: string, patience: BrokerOptions) {
    this.#address = address;
    this.#name = name;
    this.#patience = patience;
  }

  listen(settled: (id: string, how: Settled) => void): void {
    this.#settled = settled;
  }

  /** The connection, for the store too. */
  async redis(): Promise<Redis> {
    return (await this.#open()).redis;
  }

  async send(bundles: readonly Bundle[]): Promise<void> {
    const { queue } = await this.#open();
    for (const bundle of bundles) this.#pending.set(bundle.id, bundle);
    // one that failed for good before is tried anew
    for (const { id } of await this.#failedOf(bundles)) await queue.remove(id);
    await this.#add(bundles);
    await this.#look(bundles.map(({ id }) => id)); // those that were done before
  }

  /** Puts bundles into the queue; one that is there already stays as it is. */
  async #add(bundles: readonly Bundle[]): Promise<void> {
    if (bundles.length === 0) return;
    const { queue } = await this.#open();
    const { tries, backOff } = this.#patience;
    const options = {
      attempts: tries,
      backoff: { type: 'exponential', delay: backOff },
      removeOnComplete: { age: REMEMBERED },
      removeOnFail: { count: MOST_FAILED },
    };
    try {
      await queue.addBulk(
        bundles.map((bundle) => ({ name: 'bundle', data: bundle, opts: { ...options, jobId: bundle.id } })),
      );
    } catch (error) {
      throw redisError(error, this.#address);
    }
  }

  async cancel(ids: readonly string[]): Promise<void> {
    const { queue } = await this.#open();
    for (const id of ids) {
      this.#pending.delete(id);
      await queue.remove(id).catch(() => 0); // being done: let it
    }
  }

  async stats(): Promise<QueueStats> {
    const { queue } = await this.#open();
    const {
      wait = 0,
      active = 0,
      delayed = 0,
      failed = 0,
      completed = 0,
    } = await queue.getJobCounts('wait', 'active', 'delayed', 'failed', 'completed');
    const workers = await this.#workers();
    const perSecond = workers.reduce((sum, worker) => sum + worker.perSecond, 0);
    return { waiting: wait + delayed, active, failed, completed, perSecond, workers };
  }

  async failed(): Promise<readonly FailedJob[]> {
    const { queue } = await this.#open();
    const jobs = await queue.getFailed(0, MOST_FAILED - 1);
    return jobs.map((job) => ({
      id: job.id ?? '',
      kind: (job.data as Bundle).jobs[0]?.kind ?? '',
      error: job.failedReason ?? '',
      tries: triesOf(job),
    }));
  }

  async retry(ids?: readonly string[]): Promise<number> {
    const { queue } = await this.#open();
    const jobs = (await queue.getFailed(0, MOST_FAILED - 1)).filter(
      ({ id }) => ids === undefined || ids.includes(id ?? ''),
    );
    for (const job of jobs) await job.retry();
    return jobs.length;
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    if (opening === undefined) return;
    const open = await opening.catch(() => undefined);
    if (open === undefined) return;
    clearInterval(open.watch);
    await open.events.close();
    await open.queue.close();
    open.redis.disconnect();
  }

  #open(): Promise<Open> {
    this.#opening ??= this.#connect();
    this.#opening.catch(() => {
      this.#opening = undefined; // the next use tries again
    });
    return this.#opening;
  }

  async #connect(): Promise<Open> {
    const peers = await loadPeers();
    const redis = await connect(peers, this.#address);
    const options = { connection: connectionOptions(this.#address), prefix: PREFIX };
    const queue = new peers.Queue(this.#name, { ...options, streams: { events: { maxLen: MOST_EVENTS } } });
    const events = new peers.QueueEvents(this.#name, options);
    for (const part of [queue, events]) part.on('error', () => {}); // the connection is made again by itself
    events.on('completed', ({ jobId, returnvalue }) => this.#tell(jobId, { reply: parsed(returnvalue) }));
    events.on('failed', ({ jobId }) => void this.#look([jobId]));
    await events.waitUntilReady();
    let isLooking = false;
    const watch = setInterval(async () => {
      if (isLooking) return;
      isLooking = true;
      await this.#look([...this.#pending.keys()])
        .then((forgotten) => this.#add(forgotten))
        .catch(() => {}); // the next look may succeed
      isLooking = false;
    }, LOOK);
    return { redis, queue, events, watch };
  }

  /** Tells the ends of bundles as Redis has them; the result are those of which it knows nothing any more. */
  async #look(ids: readonly string[]): Promise<readonly Bundle[]> {
    const { queue } = await this.#open();
    const lookAt = async (id: string): Promise<readonly Bundle[]> => {
      const bundle = this.#pending.get(id);
      if (bundle === undefined) return [];
      const state = await queue.getJobState(id);
      if (state === 'unknown') return [bundle];
      const job = state === 'completed' || state === 'failed' ? await queue.getJob(id) : undefined; // after its end: with its result
      if (job !== undefined && state === 'completed') this.#tell(id, { reply: parsed(job.returnvalue) });
      if (job !== undefined && state === 'failed')
        this.#tell(id, { failure: job.failedReason ?? '', tries: triesOf(job) });
      return [];
    };
    return (await Promise.all(ids.map(lookAt))).flat();
  }

  #tell(id: string, how: Settled): void {
    if (this.#pending.delete(id)) this.#settled(id, how);
  }

  async #failedOf(bundles: readonly Bundle[]): Promise<readonly Bundle[]> {
    const { queue } = await this.#open();
    const { failed = 0 } = await queue.getJobCounts('failed');
    if (failed === 0) return [];
    const ids = new Set((await queue.getFailed(0, MOST_FAILED - 1)).map(({ id }) => id));
    return bundles.filter(({ id }) => ids.has(id));
  }

  async #workers(): Promise<readonly (WorkerFacts & { readonly perSecond: number })[]> {
    const { redis } = await this.#open();
    const keys: string[] = [];
    let cursor = '0';
    do {
      const [next, found] = await redis.scan(cursor, 'MATCH', workerKey('*', '*'), 'COUNT', 500);
      keys.push(...found);
      cursor = next;
    } while (cursor !== '0');
    const facts = keys.length === 0 ? [] : await redis.mget(...keys);
    return facts.flatMap((text) => (text === null ? [] : [JSON.parse(text)])).sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

const triesOf = ({ attemptsMade, stalledCounter = 0 }: BullJob): number => attemptsMade + stalledCounter;

const parsed = (value: unknown): BundleReply => (typeof value === 'string' ? JSON.parse(value) : value) as BundleReply;

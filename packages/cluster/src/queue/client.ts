import { ClusterError, checkSettings } from '../errors.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { type Answer, type Bundle, bundleId, decodeAnswer } from './bundle.ts';
import { type Job, type JobOutcome, type JobResult, jobId } from './job.ts';
import type { FailedJob, JobQueue, QueueStats, SubmitOptions } from './job-queue.ts';
import type { Settled, Transport } from './transport.ts';

/** Seconds that a bundle should take: what it costs on the way is then little of it. */
const BUNDLE_SECONDS = 0.1;
const MOST_BUNDLED = 256;
/** Bundles that what waits is shared out in, at least: so many workers have something to do, and the last bundles are small. */
const SHARES = 32;
/** Bundles that are on their way before it is known how long a job takes, and afterwards. */
const [PROBES, AHEAD] = [16, 128];
/** Outcomes that nobody has taken yet, beyond which nothing is sent. */
const UNREAD = 1024;

/** A job of a batch: where its outcome belongs. */
interface Entry {
  readonly id: string;
  readonly job: Job;
  readonly indices: number[];
  /** Whether its result was lost after it had been done. */
  isRedone: boolean;
}

/** One batch of jobs on its way. */
interface Batch {
  readonly waiting: Entry[];
  /** Jobs that are sent alone: they failed in a bundle. */
  readonly alone: Entry[];
  readonly sent: Map<string, readonly Entry[]>;
  readonly outcomes: JobOutcome[];
  failure: unknown;
  wake: () => void;
}

/** The part of a queue that all kinds share: bundles, back-pressure, each result once. */
export class QueueClient implements JobQueue {
  readonly store: BlobStore;
  readonly #transport: Transport;
  readonly #version: string;
  /** What bundles say besides their jobs. */
  readonly #limit: Pick<Bundle, 'limitSeconds'>;
  readonly #batches = new Set<Batch>();
  /** Seconds of a job, by its kind. */
  readonly #seconds = new Map<string, number>();
  #isClosed = false;

  constructor(transport: Transport, store: BlobStore, version: string, limitSeconds?: number) {
    this.#transport = transport;
    this.#limit = limitSeconds === undefined ? {} : { limitSeconds };
    this.#version = version;
    this.store = store;
    transport.listen((id, how) => {
      for (const batch of this.#batches) void this.#settle(batch, id, how);
    });
  }

  submit(jobs: readonly Job[], options: SubmitOptions = {}): AsyncIterable<JobOutcome> {
    if (!Array.isArray(jobs)) throw new ClusterError('bad-argument', 'jobs must be an array');
    checkSettings('options', options);
    this.#checkOpen();
    const entries = new Map<string, Entry>();
    jobs.forEach((job: Job, index) => {
      const id = jobId(job, this.#version);
      const entry = entries.get(id);
      if (entry === undefined) entries.set(id, { id, job, indices: [index], isRedone: false });
      else entry.indices.push(index);
    });
    return this.#outcomes([...entries.values()], jobs.length, options);
  }

  async *#outcomes(
    entries: Entry[],
    total: number,
    { onProgress, signal }: SubmitOptions,
  ): AsyncGenerator<JobOutcome, void> {
    const batch: Batch = {
      waiting: entries.reverse(),
      alone: [],
      sent: new Map(),
      outcomes: [],
      failure: undefined,
      wake: () => {},
    };
    const stop = (): void => batch.wake();
    signal?.addEventListener('abort', stop);
    this.#batches.add(batch);
    let done = 0;
    try {
      while (done < total) {
        this.#checkOpen();
        if (signal?.aborted) throw new ClusterError('cancelled', 'the jobs were cancelled');
        if (batch.failure !== undefined) throw batch.failure;
        await this.#send(batch);
        const outcome = batch.outcomes.shift();
        if (outcome === undefined) {
          if (!signal?.aborted && batch.failure === undefined && !this.#isClosed)
            await new Promise<void>((resolve) => {
              batch.wake = resolve;
            });
          continue;
        }
        done++;
        onProgress?.({ done, total });
        yield outcome;
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#batches.delete(batch);
      if (batch.sent.size > 0 && !this.#isClosed) await this.#transport.cancel([...batch.sent.keys()]);
    }
  }

  /** Sends what may be on its way now. */
  async #send(batch: Batch): Promise<void> {
    const bundles: Bundle[] = [];
    const add = (entries: readonly Entry[]): void => {
      const id = bundleId(entries.map((entry) => entry.id));
      batch.sent.set(id, entries);
      bundles.push({ id, version: this.#version, jobs: entries.map(({ job }) => job), ...this.#limit });
    };
    for (let entry = batch.alone.pop(); entry !== undefined; entry = batch.alone.pop()) add([entry]);
    while (batch.outcomes.length < UNREAD) {
      const next = batch.waiting.at(-1);
      const seconds = next && this.#seconds.get(next.job.kind);
      if (next === undefined || batch.sent.size >= (seconds === undefined ? PROBES : AHEAD)) break;
      const share = Math.ceil(batch.waiting.length / SHARES);
      const most = seconds === undefined ? 1 : Math.min(MOST_BUNDLED, share, Math.floor(BUNDLE_SECONDS / seconds));
      const entries: Entry[] = [];
      do entries.push(batch.waiting.pop() as Entry);
      while (entries.length < most && batch.waiting.at(-1)?.job.kind === next.job.kind);
      add(entries);
    }
    if (bundles.length > 0) await this.#transport.send(bundles);
  }

  async #settle(batch: Batch, id: string, how: Settled): Promise<void> {
    const entries = batch.sent.get(id);
    if (entries === undefined) return; // not of this batch, or told before
    batch.sent.delete(id);
    try {
      if ('reply' in how) await this.#take(batch, entries, how.reply);
      else if (entries.length > 1) batch.alone.push(...entries);
      else this.#fail(batch, entries[0] as Entry, how.failure, how.tries);
    } catch (error) {
      batch.failure = error;
    }
    batch.wake();
  }

  async #take(
    batch: Batch,
    entries: readonly Entry[],
    reply: Extract<Settled, { reply: unknown }>['reply'],
  ): Promise<void> {
    const kind = (entries[0] as Entry).job.kind;
    const mean = reply.seconds / entries.length;
    this.#seconds.set(kind, 0.5 * (mean + (this.#seconds.get(kind) ?? mean)));
    for (const [k, entry] of entries.entries()) {
      const answer = reply.answers[k];
      if (answer === undefined || 'failure' in answer) {
        batch.alone.push(entry);
        continue;
      }
      const result = await this.#read(entry, answer);
      if (result === undefined) batch.alone.push(entry);
      else for (const index of entry.indices) batch.outcomes.push({ index, id: entry.id, ...result });
    }
  }

  /** The result of a job; undefined if the store has lost it, and the job is to be done again. */
  async #read(entry: Entry, answer: Answer): Promise<JobResult | undefined> {
    try {
      return await decodeAnswer(this.store, answer);
    } catch (error) {
      if (entry.isRedone || !(error instanceof ClusterError) || error.code !== 'missing-blob') throw error;
      entry.isRedone = true;
      await this.#transport.cancel([entry.id]); // so that nobody remembers it
      return undefined;
    }
  }

  #fail(batch: Batch, { id, job, indices }: Entry, failure: string, tries: number): void {
    const error = new ClusterError('job-failed', `a job '${job.kind}' failed ${tries} times: ${failure}`, {
      hint: `it is parked as ${id.slice(0, 12)}…; retry() tries it again`,
    });
    for (const index of indices) batch.outcomes.push({ index, id, error });
  }

  async stats(): Promise<QueueStats> {
    this.#checkOpen();
    return this.#transport.stats();
  }

  async failed(): Promise<readonly FailedJob[]> {
    this.#checkOpen();
    return this.#transport.failed();
  }

  async retry(ids?: readonly string[]): Promise<number> {
    this.#checkOpen();
    return this.#transport.retry(ids);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const batch of this.#batches) batch.wake();
    await this.#transport.close();
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new ClusterError('closed', 'the queue was closed');
  }
}

/** The results of jobs in their order; the first that fails ends the wait with its error. */
export async function resultsOf(
  queue: JobQueue,
  jobs: readonly Job[],
  options: SubmitOptions = {},
): Promise<readonly Extract<JobOutcome, { bytes: Uint8Array }>[]> {
  const results: Extract<JobOutcome, { bytes: Uint8Array }>[] = [];
  for await (const outcome of queue.submit(jobs, options)) {
    if (outcome.error !== undefined) throw outcome.error;
    results[outcome.index] = outcome;
  }
  return results;
}

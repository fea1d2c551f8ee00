import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import { HandLost } from '../queue/broker.ts';
import { type Answer, type Bundle, type BundleReply, encodeResult } from '../queue/bundle.ts';
import type { JobResult, Json } from '../queue/job.ts';
import { BlobCache } from '../store/blob-cache.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { JobBlobs } from './job-function.ts';

/** What a thread starts with. */
export interface ThreadSettings {
  /** Addresses of modules with functions for jobs. */
  readonly modules: readonly string[];
}

/** A job with its bytes. */
export interface ThreadJob {
  readonly kind: string;
  readonly args: Json;
  readonly blobs: JobBlobs;
}

/** A job failed, or could not begin. */
interface Failure {
  readonly failure: string;
}

/** What a thread says about a job. */
export type ThreadAnswer = JobResult | Failure;

interface Thread {
  readonly worker: Worker;
  /** Set while it works. */
  settle: { resolve(reply: ThreadReply): void; reject(error: Error): void } | undefined;
}

interface ThreadReply {
  readonly answers: readonly ThreadAnswer[];
  readonly seconds: number;
}

const isReady = (job: ThreadJob | Failure): job is ThreadJob => !('failure' in job);

const BEAT = 100; // milliseconds between signs of life of a thread that works

/** Threads of this process that do bundles; one that dies is replaced. */
export class ThreadPool {
  readonly #program = createRequire(import.meta.url).resolve('@qpos/cluster/thread');
  readonly #settings: ThreadSettings;
  readonly #store: BlobStore;
  readonly #cache: BlobCache;
  readonly #idle: Thread[] = [];
  readonly #threads = new Set<Thread>();

  constructor(store: BlobStore, modules: readonly string[]) {
    this.#settings = { modules };
    this.#store = store;
    this.#cache = new BlobCache(store);
  }

  /** Does a bundle on a thread that has nothing to do, or on a new one. What a single job throws is thrown; in larger bundles it is an answer. */
  async run(bundle: Bundle, beat: () => void = () => {}): Promise<BundleReply> {
    const timer = setInterval(beat, BEAT);
    try {
      const prepared = await Promise.all(bundle.jobs.map((job) => this.#prepare(job.kind, job.args, job.blobs ?? {})));
      const { answers: done, seconds } = await this.#post(prepared.filter(isReady), bundle.limitSeconds);
      const rest = [...done];
      const answers: Answer[] = [];
      for (const job of prepared) {
        const answer = 'failure' in job ? job : (rest.shift() as ThreadAnswer);
        if ('failure' in answer && bundle.jobs.length === 1) throw new Error(answer.failure);
        answers.push('failure' in answer ? answer : await encodeResult(this.#store, answer));
      }
      return { answers, seconds };
    } finally {
      clearInterval(timer);
    }
  }

  async #prepare(kind: string, args: Json, hashes: Readonly<Record<string, string>>): Promise<ThreadJob | Failure> {
    try {
      const read = async ([name, hash]: [string, string]) =>
        [name, { hash, bytes: await this.#cache.read(hash) }] as const;
      return { kind, args, blobs: Object.fromEntries(await Promise.all(Object.entries(hashes).map(read))) };
    } catch (error) {
      return { failure: messageOf(error) };
    }
  }

  /** Has a thread do jobs; one that takes longer than its jobs may is ended. */
  async #post(jobs: readonly ThreadJob[], limitSeconds?: number): Promise<ThreadReply> {
    if (jobs.length === 0) return { answers: [], seconds: 0 };
    const thread = this.#idle.pop() ?? this.#start();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<ThreadReply>((resolve, reject) => {
        thread.settle = { resolve, reject };
        thread.worker.ref();
        thread.worker.postMessage(jobs);
        if (limitSeconds === undefined) return;
        timer = setTimeout(
          () => {
            thread.settle = undefined;
            void thread.worker.terminate();
            reject(new Error(`it took longer than ${limitSeconds} s`));
          },
          1000 * limitSeconds * jobs.length,
        );
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): Thread {
    const worker = new Worker(this.#program, { workerData: this.#settings, name: 'qpos-jobs' });
    const thread: Thread = { worker, settle: undefined };
    this.#threads.add(thread);
    let reason = '';
    worker.on('error', (error) => {
      reason = `: ${messageOf(error)}`;
    });
    worker.on('message', (reply: ThreadReply) => {
      const { settle } = thread;
      thread.settle = undefined;
      worker.unref();
      this.#idle.push(thread);
      settle?.resolve(reply);
    });
    worker.on('exit', (code) => {
      this.#threads.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      thread.settle?.reject(new HandLost(`its thread ended with code ${code}${reason}`));
    });
    return thread;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }
}

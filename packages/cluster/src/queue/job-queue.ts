import type { BlobStore } from '../store/blob-store.ts';
import type { Job, JobOutcome } from './job.ts';

/** How far a batch of jobs is. */
export interface JobProgress {
  /** Jobs that are done, failed ones included. */
  readonly done: number;
  /** Jobs of the batch. */
  readonly total: number;
}

/** How jobs are submitted. */
export interface SubmitOptions {
  /** Called after each job. */
  readonly onProgress?: (progress: JobProgress) => void;
  /** Takes back what has not begun; the outcomes end with an error of code `cancelled`. */
  readonly signal?: AbortSignal;
}

/** A job that failed as often as it may. */
export interface FailedJob {
  /** Its id. */
  readonly id: string;
  /** What it should have done. */
  readonly kind: string;
  /** Why it failed. */
  readonly error: string;
  /** How often it was tried. */
  readonly tries: number;
}

/** A process that does jobs. */
export interface WorkerFacts {
  /** Its id. */
  readonly id: string;
  /** Its machine. */
  readonly host: string;
  /** Its process. */
  readonly pid: number;
  /** Its version. */
  readonly version: string;
  /** Jobs that it does at a time. */
  readonly concurrency: number;
  /** Jobs that it has done. */
  readonly done: number;
}

/** How a queue is doing. Bundles of small jobs count as one. */
export interface QueueStats {
  /** Jobs that wait, those that wait for another try included. */
  readonly waiting: number;
  /** Jobs that are being done. */
  readonly active: number;
  /** Jobs that are parked with an error. */
  readonly failed: number;
  /** Jobs that were done, as far as the queue remembers. */
  readonly completed: number;
  /** Jobs done per second, of the last seconds. */
  readonly perSecond: number;
  /** Who works. */
  readonly workers: readonly WorkerFacts[];
}

/** Takes jobs and gives their results, each once, whatever happens to those who do them. */
export interface JobQueue {
  /** Where bytes that jobs read and write are kept. */
  readonly store: BlobStore;
  /**
   * Has jobs done. Outcomes come in the order in which jobs end; a job that fails for good has an error as its outcome, and the others go on.
   * No more jobs than some hundreds are on their way, or done and not taken, at a time.
   *
   * @param jobs The jobs; equal ones are done once.
   * @param options Progress, and a signal to stop.
   * @returns What became of each.
   */
  submit(jobs: readonly Job[], options?: SubmitOptions): AsyncIterable<JobOutcome>;
  /**
   * How the queue is doing.
   *
   * @returns Counts, and who works.
   */
  stats(): Promise<QueueStats>;
  /**
   * The jobs that failed for good.
   *
   * @returns The jobs with their errors, the last first.
   */
  failed(): Promise<readonly FailedJob[]>;
  /**
   * Tries failed jobs again.
   *
   * @param ids Which; all by default.
   * @returns How many there were.
   */
  retry(ids?: readonly string[]): Promise<number>;
  /** Ends the use of the queue; on a cluster, jobs and workers stay. */
  close(): Promise<void>;
}

import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ClusterError } from '../errors.ts';

/** The little of ioredis that is used here. */
export interface Redis {
  readonly status: string;
  connect(): Promise<void>;
  ping(): Promise<string>;
  get(key: string): Promise<string | null>;
  getBuffer(key: string): Promise<Buffer | null>;
  set(key: string, value: Buffer | string, unit: 'EX', seconds: number): Promise<unknown>;
  expire(key: string, seconds: number): Promise<number>;
  del(...keys: string[]): Promise<number>;
  mget(...keys: string[]): Promise<(string | null)[]>;
  scan(cursor: string, match: 'MATCH', pattern: string, count: 'COUNT', most: number): Promise<[string, string[]]>;
  quit(): Promise<unknown>;
  disconnect(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The little of a BullMQ job that is used here. */
export interface BullJob {
  readonly id?: string;
  readonly data: unknown;
  readonly returnvalue: unknown;
  readonly failedReason?: string;
  readonly attemptsMade: number;
  readonly stalledCounter?: number;
  retry(): Promise<void>;
  remove(): Promise<void>;
}

/** The little of a BullMQ queue that is used here. */
export interface BullQueue {
  addBulk(jobs: readonly object[]): Promise<unknown>;
  getJob(id: string): Promise<BullJob | undefined>;
  getJobState(id: string): Promise<string>;
  getFailed(start?: number, end?: number): Promise<BullJob[]>;
  getJobCounts(...types: string[]): Promise<Record<string, number>>;
  remove(id: string): Promise<number>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The little of BullMQ's events that is used here. */
export interface BullEvents {
  on(event: 'completed', listener: (args: { jobId: string; returnvalue: unknown }) => void): unknown;
  on(event: 'failed', listener: (args: { jobId: string; failedReason: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/** The little of a BullMQ worker that is used here. */
export interface BullWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(force?: boolean): Promise<void>;
  waitUntilReady(): Promise<unknown>;
}

/** What the two packages export that is used here. */
export interface Peers {
  readonly Redis: new (options: object) => Redis;
  readonly Queue: new (name: string, options: object) => BullQueue;
  readonly QueueEvents: new (name: string, options: object) => BullEvents;
  readonly Worker: new (name: string, process: (job: BullJob) => Promise<unknown>, options: object) => BullWorker;
  readonly UnrecoverableError: new (message: string) => Error;
}

/** A package of the program that is run, else of the folder it is run in. */
async function find(name: string): Promise<Record<string, unknown>> {
  try {
    return (await import(name)) as Record<string, unknown>;
  } catch {
    const resolved = createRequire(path.join(process.cwd(), 'package.json')).resolve(name);
    return (await import(pathToFileURL(resolved).href)) as Record<string, unknown>;
  }
}

/** BullMQ and ioredis, which are installed by those who use a cluster. */
export async function loadPeers(): Promise<Peers> {
  try {
    const [bullmq, ioredis] = [await find('bullmq'), await find('ioredis')];
    const all = { ...(bullmq['default'] as object), ...bullmq };
    return { ...all, Redis: ioredis['Redis'] ?? ioredis['default'] } as unknown as Peers;
  } catch (cause) {
    throw new ClusterError('missing-peer', 'a cluster needs the packages bullmq and ioredis', {
      cause,
      hint: 'npm install bullmq ioredis',
    });
  }
}

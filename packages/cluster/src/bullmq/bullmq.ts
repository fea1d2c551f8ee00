import { checkSettings } from '../errors.ts';
import { QueueClient } from '../queue/client.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { type PatienceOptions, patienceOf } from '../queue/settings.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { VERSION } from '../version.ts';
import { BullTransport } from './bull-transport.ts';
import { parseAddress } from './connection.ts';
import { PREFIX, queueName } from './names.ts';
import { RedisStore } from './redis-store.ts';

/** Where a queue on Redis is. */
export interface BullmqOptions extends PatienceOptions {
  /** The address: `redis://user:password@host:6379/0`, or `rediss://` for TLS. */
  readonly connection: string;
  /** Its name, where several share a Redis; `qpos` by default. */
  readonly name?: string;
  /** Where bytes are kept; in Redis by default. Workers need the same. */
  readonly store?: BlobStore;
  /** The version that workers must have; that of this package by default. */
  readonly version?: string;
}

/**
 * A queue of BullMQ on Redis or Valkey, for workers on any number of machines (`qpos worker`, `startWorker`). Needs the packages `bullmq` and
 * `ioredis`. It connects at its first use.
 *
 * @param options The address, and how patient the queue is.
 * @returns The queue.
 * @example
 * const queue = bullmq({ connection: 'redis://127.0.0.1:6379' });
 * // await distributedRollout(queue, model, { initialState, control, nstep });
 * await queue.close();
 */
export function bullmq(options: BullmqOptions): JobQueue {
  checkSettings('options', options);
  const { connection, name = 'qpos', version = VERSION } = options;
  const address = parseAddress(connection);
  const patience = patienceOf(options);
  const transport = new BullTransport(address, queueName(name, version), patience);
  const store = options.store ?? new RedisStore(() => transport.redis(), address, PREFIX);
  return new QueueClient(transport, store, version, patience.limitSeconds);
}

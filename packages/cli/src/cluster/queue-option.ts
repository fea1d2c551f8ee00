import type { JobQueue } from '@qpos/cluster';
import type { Command } from 'commander';
import { UsageError } from '../io.ts';

const VARIABLE = 'QPOS_REDIS';

/** Options of commands that work on a cluster. */
export interface QueueOptions {
  /** The address; true where only the flag was given, and the variable has it. */
  readonly redis?: string | true;
  readonly queue: string;
}

/** Adds the options that say which cluster. */
export const addQueueOptions = (command: Command): Command =>
  command
    .option(
      '--redis [url]',
      `address of Redis: redis://user:password@host:6379/0, rediss:// for TLS; without one the variable ${VARIABLE}`,
    )
    .option('--queue <name>', 'name of the queue, where several share a Redis', 'qpos');

/** The address that was given; a command that needs one says so. */
export function redisOf({ redis }: QueueOptions): string {
  const address = typeof redis === 'string' ? redis : process.env[VARIABLE];
  if (address === undefined || address === '')
    throw new UsageError(
      'which Redis?',
      `--redis redis://127.0.0.1:6379, or the variable ${VARIABLE}, which others do not see`,
    );
  return address;
}

/** The cluster's queue. */
export async function clusterQueue(options: QueueOptions): Promise<JobQueue> {
  const { bullmq } = await import('@qpos/cluster'); // other commands start without it
  return bullmq({ connection: redisOf(options), name: options.queue });
}

/** The cluster's queue if an address was given, else one on this machine. */
export async function queueOf(options: QueueOptions): Promise<JobQueue> {
  if (options.redis !== undefined) return clusterQueue(options);
  const { local } = await import('@qpos/cluster');
  return local();
}

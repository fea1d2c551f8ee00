import { ClusterError } from '../errors.ts';
import type { JobQueue } from '../queue/job-queue.ts';

/** Refuses what is no queue. */
export function checkQueue(queue: JobQueue): void {
  if (typeof queue?.submit !== 'function' || typeof queue.store?.put !== 'function')
    throw new ClusterError('bad-argument', 'a queue is needed', { hint: 'local() or bullmq({ connection })' });
}

import { QposError } from '@qpos/core/errors';

/**
 * Why work on a cluster cannot go on:
 *
 * - `unreachable`: no Redis answers at the address;
 * - `wrong-password`: Redis refuses the user or the password;
 * - `store-full`: a disk or Redis has no room left; what was stored before is still there;
 * - `missing-peer`: `bullmq` or `ioredis` is not installed;
 * - `other-version`: a job of another version of this package;
 * - `missing-blob`: bytes that a job needs are not in the store, or not any more;
 * - `corrupt-blob`: bytes that do not have the hash under which they are stored;
 * - `job-failed`: a job failed as often as it may, and is parked with its error;
 * - `cancelled`: a signal ended the work;
 * - `closed`: the queue was closed;
 * - `bad-argument`: an option or a job that makes no sense.
 */
export type ClusterErrorCode =
  | 'unreachable'
  | 'wrong-password'
  | 'store-full'
  | 'missing-peer'
  | 'other-version'
  | 'missing-blob'
  | 'corrupt-blob'
  | 'job-failed'
  | 'cancelled'
  | 'closed'
  | 'bad-argument';

/**
 * Work on a cluster cannot go on. Nothing that was done is lost: the same jobs, submitted again, find their results.
 *
 * @example
 * const queue = bullmq({ connection: 'redis://127.0.0.1:1' });
 * try {
 *   await queue.stats();
 * } catch (error) {
 *   if (error instanceof ClusterError) console.log(error.code); // missing-peer, or unreachable
 * }
 * await queue.close();
 */
export class ClusterError extends QposError<ClusterErrorCode> {
  static override readonly name: string = 'ClusterError';
}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Refuses settings that are no object. */
export function checkSettings(name: string, settings: object): void {
  if (typeof settings !== 'object' || settings === null)
    throw new ClusterError('bad-argument', `${name} must be an object, not ${String(settings)}`);
}

/** Refuses what is no whole number of at least `least`. */
export function checkWhole(name: string, value: number, least: number): number {
  if (!Number.isSafeInteger(value) || value < least)
    throw new ClusterError('bad-argument', `${name} must be a whole number from ${least} on, not ${String(value)}`);
  return value;
}

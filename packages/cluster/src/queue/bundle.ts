import { createHash } from 'node:crypto';
import { ClusterError } from '../errors.ts';
import { type BlobStore, type Hash, readBlob } from '../store/blob-store.ts';
import type { Job, JobResult, Json } from './job.ts';

/** Jobs that travel and are done together: small ones would cost more on the way than they take. */
export interface Bundle {
  readonly id: string;
  readonly version: string;
  readonly jobs: readonly Job[];
  /** Seconds that each of its jobs may take. */
  readonly limitSeconds?: number;
}

/** What became of one job of a bundle. Many bytes are in the store, few travel with the answer. */
export type Answer =
  | { readonly value: Json; readonly base64: string }
  | { readonly value: Json; readonly hash: Hash }
  | { readonly failure: string };

/** What a worker says about a bundle. */
export interface BundleReply {
  readonly answers: readonly Answer[];
  /** How long it took. */
  readonly seconds: number;
}

const MOST_INLINE = 16 * 1024;

/** The name of a bundle: that of its only job, or of all of them. */
export const bundleId = (ids: readonly string[]): string =>
  ids.length === 1 ? (ids[0] as string) : createHash('sha256').update(ids.join()).digest('hex');

/** Refuses a bundle of another version: its results could differ. */
export function checkVersion(bundle: Bundle, version: string): void {
  if (bundle.version !== version)
    throw new ClusterError(
      'other-version',
      `the job is of version ${bundle.version}; this worker has version ${version}`,
      { hint: 'install the same version of qpos on every machine' },
    );
}

/** A result as it travels. */
export async function encodeResult(store: BlobStore, { value, bytes }: JobResult): Promise<Answer> {
  if (bytes.length > MOST_INLINE) return { value, hash: await store.put(bytes) };
  return { value, base64: Buffer.from(bytes).toString('base64') };
}

/** A result as it arrives; bytes of the store are checked, and released. */
export async function decodeAnswer(store: BlobStore, answer: Answer): Promise<JobResult> {
  if ('failure' in answer) throw new ClusterError('job-failed', answer.failure);
  if ('base64' in answer) return { value: answer.value, bytes: new Uint8Array(Buffer.from(answer.base64, 'base64')) };
  const bytes = await readBlob(store, answer.hash);
  await store.release(answer.hash);
  return { value: answer.value, bytes };
}

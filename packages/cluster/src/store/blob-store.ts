import { createHash } from 'node:crypto';
import { ClusterError } from '../errors.ts';

/** The name of bytes: their SHA-256 in hexadecimal. */
export type Hash = string;

/** Bytes by their hash: models, policies, trajectories, each once. What comes out is checked by `readBlob`. */
export interface BlobStore {
  /**
   * Keeps bytes.
   *
   * @param bytes The bytes.
   * @returns Their hash.
   */
  put(bytes: Uint8Array): Promise<Hash>;
  /**
   * Gives bytes back.
   *
   * @param hash Their hash.
   * @returns The bytes; undefined if they are not there.
   */
  get(hash: Hash): Promise<Uint8Array | undefined>;
  /**
   * Says that whoever put bytes needs them no more. A store may keep them for others, or for a while.
   *
   * @param hash Their hash.
   */
  release(hash: Hash): Promise<void>;
}

const HASH = /^[0-9a-f]{64}$/;

/** The hash of bytes. */
export const hashOf = (bytes: Uint8Array): Hash => createHash('sha256').update(bytes).digest('hex');

/** Refuses what is no hash: it may be part of a path. */
export function checkHash(hash: Hash): Hash {
  if (typeof hash === 'string' && HASH.test(hash)) return hash;
  throw new ClusterError('bad-argument', `'${String(hash)}' is no hash`, { hint: '64 hexadecimal digits' });
}

/** Refuses what is not bytes. */
export function checkBytes(bytes: Uint8Array): Uint8Array {
  if (bytes instanceof Uint8Array) return bytes;
  throw new ClusterError('bad-argument', 'bytes are needed: a Uint8Array');
}

/** Bytes of a store, checked by their hash. */
export async function readBlob(store: BlobStore, hash: Hash): Promise<Uint8Array> {
  const bytes = await store.get(checkHash(hash));
  if (bytes === undefined)
    throw new ClusterError('missing-blob', `the store does not have ${hash.slice(0, 12)}…`, {
      hint: 'it was kept for too short a time, or trainer and worker use different stores',
    });
  if (hashOf(bytes) !== hash)
    throw new ClusterError('corrupt-blob', `what the store has as ${hash.slice(0, 12)}… is something else`);
  return bytes;
}

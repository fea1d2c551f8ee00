import { type BlobStore, checkBytes, type Hash, hashOf } from './blob-store.ts';

/**
 * A store in the memory of this process. Bytes stay until each who put them has released them.
 *
 * @returns The store.
 * @example
 * const store = memoryStore();
 * const hash = await store.put(new Uint8Array([1, 2, 3]));
 * console.log((await store.get(hash))?.length); // 3
 */
export function memoryStore(): BlobStore {
  const blobs = new Map<Hash, { readonly bytes: Uint8Array; users: number }>();
  return {
    async put(bytes) {
      const hash = hashOf(checkBytes(bytes));
      const blob = blobs.get(hash);
      if (blob === undefined) blobs.set(hash, { bytes: Uint8Array.from(bytes), users: 1 });
      else blob.users++;
      return hash;
    },
    get: async (hash) => blobs.get(hash)?.bytes,
    async release(hash) {
      const blob = blobs.get(hash);
      if (blob !== undefined && --blob.users === 0) blobs.delete(hash);
    },
  };
}

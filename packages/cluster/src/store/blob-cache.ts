import { type BlobStore, type Hash, readBlob } from './blob-store.ts';

const MOST_BYTES = 256 * 2 ** 20;

/** What a worker has read of a store, in memory that its threads can see; the bytes that were not used for longest go first. */
export class BlobCache {
  readonly #store: BlobStore;
  readonly #most: number;
  readonly #blobs = new Map<Hash, Uint8Array>();
  #bytes = 0;

  constructor(store: BlobStore, most: number = MOST_BYTES) {
    this.#store = store;
    this.#most = most;
  }

  /** Bytes by their hash, checked when they are read. */
  async read(hash: Hash): Promise<Uint8Array> {
    const known = this.#blobs.get(hash);
    if (known !== undefined) {
      this.#blobs.delete(hash);
      this.#blobs.set(hash, known); // the youngest now
      return known;
    }
    const bytes = await readBlob(this.#store, hash);
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    if (!this.#blobs.has(hash)) this.#bytes += shared.length; // another job may have read it meanwhile
    this.#blobs.set(hash, shared);
    for (const [old, { length }] of this.#blobs) {
      if (this.#bytes <= this.#most || old === hash) break;
      this.#blobs.delete(old);
      this.#bytes -= length;
    }
    return shared;
  }
}

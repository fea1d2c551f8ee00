import { type BlobStore, checkBytes, checkHash, hashOf } from '../store/blob-store.ts';
import { type RedisAddress, redisError } from './connection.ts';
import type { Redis } from './peers.ts';

/** Seconds that bytes are kept after they were last put, and after somebody has released them: others may have put the same. */
const [KEPT, RELEASED] = [86_400, 180];

/** Bytes in Redis. */
export class RedisStore implements BlobStore {
  readonly #redis: () => Promise<Redis>;
  readonly #address: RedisAddress;
  readonly #prefix: string;

  constructor(redis: () => Promise<Redis>, address: RedisAddress, prefix: string) {
    this.#redis = redis;
    this.#address = address;
    this.#prefix = prefix;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(checkBytes(bytes));
    const redis = await this.#redis();
    try {
      const isThere = (await redis.expire(this.#key(hash), KEPT)) === 1;
      if (!isThere) await redis.set(this.#key(hash), Buffer.from(bytes), 'EX', KEPT);
    } catch (error) {
      throw redisError(error, this.#address);
    }
    return hash;
  }

  async get(hash: string): Promise<Uint8Array | undefined> {
    const redis = await this.#redis();
    const bytes = await redis.getBuffer(this.#key(checkHash(hash)));
    return bytes === null ? undefined : new Uint8Array(bytes);
  }

  async release(hash: string): Promise<void> {
    const redis = await this.#redis();
    await redis.expire(this.#key(checkHash(hash)), RELEASED);
  }

  #key(hash: string): string {
    return `${this.#prefix}:blob:${hash}`;
  }
}

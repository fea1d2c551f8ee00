import type { Json } from '../queue/job.ts';
import type { Hash } from '../store/blob-store.ts';

/** Bytes that a job reads, by name: in memory that threads share, so copy what is kept or decoded as text. */
export type JobBlobs = Readonly<Record<string, { readonly hash: Hash; readonly bytes: Uint8Array }>>;

/**
 * Does jobs of a kind: a pure function, so that it does not matter who does a job, and how often. Modules that export such functions by
 * name are given to workers as `jobs`.
 *
 * @param args The arguments of the job.
 * @param blobs Its bytes.
 * @returns What JSON can say of the result, and the rest.
 */
export type JobFunction = (args: Json, blobs: JobBlobs) => PartialResult | Promise<PartialResult>;

/** A result, or a part of it. */
export interface PartialResult {
  /** What JSON can say of it; null if it is left out. */
  readonly value?: Json;
  /** The rest; none if it is left out. */
  readonly bytes?: Uint8Array;
}

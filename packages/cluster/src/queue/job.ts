import { createHash } from 'node:crypto';
import { ClusterError } from '../errors.ts';
import { checkHash, type Hash } from '../store/blob-store.ts';

/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A pure function of its arguments and of bytes: whoever does it, and however often, the result is the same. */
export interface Job {
  /** What to do: `rollout`, `work`, `train`, or a function that workers were given. */
  readonly kind: string;
  /** Its arguments, seeds among them. */
  readonly args: Json;
  /** Bytes of the store that it reads, by the name under which it knows them. */
  readonly blobs?: Readonly<Record<string, Hash>>;
}

/** What a job gives. */
export interface JobResult {
  /** What JSON can say of it. */
  readonly value: Json;
  /** The rest. */
  readonly bytes: Uint8Array;
}

/** What became of a job. */
export type JobOutcome =
  | ({ readonly index: number; readonly id: string; readonly error?: undefined } & JobResult)
  | { readonly index: number; readonly id: string; readonly error: ClusterError };

/** JSON whose names are in order, so that equal values are equal texts. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new ClusterError('bad-argument', `the arguments of a job cannot contain ${value}`);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, v]) => v !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, canonical(v)]));
}

/** A job's name: two that are the same have the same, and are done once. */
export function jobId(job: Job, version: string): string {
  const { kind, args, blobs = {} } = job ?? {};
  if (typeof kind !== 'string' || kind === '')
    throw new ClusterError('bad-argument', 'a job needs a kind', { hint: "{ kind: 'rollout', args, blobs }" });
  for (const hash of Object.values(blobs)) checkHash(hash);
  const text = JSON.stringify(canonical({ version, kind, args, blobs }));
  return createHash('sha256').update(text).digest('hex');
}

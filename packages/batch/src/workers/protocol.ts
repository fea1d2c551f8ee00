import type { ColumnMessage } from '../columns.ts';
import type { Assignment, Call } from '../share/environments.ts';
import type { Failures } from '../share/failures.ts';
import type { EngineStart } from './programs.ts';

// words of the control block that all workers of a batch share
/** Number of the last call: workers wait for it to change. */
export const GENERATION = 0;
/** Workers that have not finished the last call. */
export const PENDING = 1;
/** What to do: an index into `commands`. */
export const COMMAND = 2;
/** How many steps. */
export const CALL_STEPS = 3;
/** Whether a worker sends a message when it has finished. */
export const BY_MESSAGE = 4;
/** How many messages every worker was sent: those that it has not seen come before the next call. */
export const MAIL = 5;
/** Words before those of the first worker, and words of each. */
export const WORKERS = 16;
export const WORKER_WORDS = 16;
/** Of a worker: the last call that it has finished. */
export const FINISHED = 0;
/** Of a worker: bytes of its failures in the last call. */
export const FAILURE_BYTES = 1;
/** Of a worker: whether it is about to end. */
export const LEAVING = 2;
/** Of a worker: whether its environments are there. */
export const READY = 3;

/** Bytes for the failures of a worker's environments in one call; longer texts are cut. */
export const TEXT_BYTES = 1 << 16;

export const commands = ['step', 'forward'] as const;

/** The memory that all workers of a batch share. */
export interface SharedBlocks {
  readonly control: Int32Array;
  /** Of this worker. */
  readonly text: Uint8Array;
}

/** Tells a worker to run environments. */
export interface BatchStart {
  readonly kind: 'batch';
  readonly engine: EngineStart;
  /** What `saveModel` wrote, or where the model is in the memory that the workers share. */
  readonly model: Uint8Array | number;
  readonly assignment: Assignment;
  readonly columns: readonly ColumnMessage[];
  readonly rewardModule?: string | undefined;
  /** Where calls come from; messages if it is missing. */
  readonly shared?: SharedBlocks | undefined;
  readonly slot: number;
  /** Messages that were sent to the others before. */
  readonly mail: number;
  /** The last call that counts as done. */
  readonly generation: number;
  /** A call that another worker has begun. */
  readonly resume?: Call | undefined;
}

/** Tells a worker about new columns. */
export interface ColumnsMessage {
  readonly kind: 'columns';
  readonly columns: readonly ColumnMessage[];
}

/** Makes a call, where memory is not shared: the columns go there and back. */
export interface RunMessage {
  readonly kind: 'run';
  readonly call: Call;
  readonly columns: readonly ColumnMessage[];
}

/** What a worker answers. */
export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | {
      readonly kind: 'done';
      readonly generation: number;
      readonly failures?: Failures;
      readonly columns?: readonly ColumnMessage[];
    };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Writes failures to shared memory, those that fit; returns the number of bytes. */
export function writeFailures(failures: Failures, text: Uint8Array): number {
  if (failures.length === 0) return 0;
  for (let most = 2000; ; most = Math.floor(most / 2)) {
    const short = failures.map(([e, f]) => [e, { ...f, message: f.message.slice(0, most) }]);
    const bytes = encoder.encode(JSON.stringify(short));
    if (bytes.length <= text.length) {
      text.set(bytes);
      return bytes.length;
    }
    // without messages some thousands fit
    if (most === 0) return writeFailures(failures.slice(0, Math.ceil(failures.length / 2)), text);
  }
}

/** Reads what `writeFailures` wrote. */
export const readFailures = (text: Uint8Array, bytes: number): Failures =>
  bytes === 0 ? [] : (JSON.parse(decoder.decode(text.slice(0, bytes))) as Failures);

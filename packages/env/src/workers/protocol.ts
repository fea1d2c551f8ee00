import type { BackendName } from '@qpos/core';
import { EnvError, type EnvErrorCode } from '../errors.ts';
import type { AutoresetMode } from '../vector/vector-env.ts';

// words of the control block that a worker shares with the thread that started it
/** Number of the last call: the worker waits for it to change. */
export const GENERATION = 0;
/** The last call that the worker has finished: the other thread waits for it. */
export const DONE = 1;
/** What to do: an index into `commands`. */
export const COMMAND = 2;
/** How it went: OK, FAILED or TOO_LONG. */
export const STATUS = 3;
/** Bytes of the input, then of the output. */
export const BYTES = 4;
/** Whether the worker sends a message when it has finished. */
export const BY_MESSAGE = 5;
/** How many messages the worker was sent: those that it has not seen come before the next call. */
export const MAIL = 6;
/** Whether the environments are there: READY_OK, or that they could not be made. */
export const READY = 7;
/** Whether the worker is about to end. */
export const LEAVING = 8;
export const CONTROL_WORDS = 16;

export const READY_OK = 1;
export const READY_FAILED = 2;

export const OK = 0;
/** The output is an error. */
export const FAILED = 1;
/** The output does not fit into the region: `again` asks for it once there is a larger one. */
export const TOO_LONG = 2;

export const commands = ['step', 'reset', 'save', 'load', 'again'] as const;
export type Command = (typeof commands)[number];

/** What the environments of one worker take and give, row by row. */
export interface Columns {
  readonly actions: Float64Array;
  readonly obs: Float64Array;
  readonly rewards: Float64Array;
  readonly terminated: Uint8Array;
  readonly truncated: Uint8Array;
  readonly finalObs: Float64Array;
}

/** Which environments to make, in any thread. */
export interface TaskStart {
  readonly id: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly autoreset: AutoresetMode;
  /** A module that registers the task. */
  readonly module?: string | undefined;
}

/** Tells a worker to make environments. */
export interface StartMessage {
  readonly kind: 'start';
  readonly engine: { readonly backend: BackendName; readonly module?: object | undefined };
  readonly task: TaskStart;
  readonly n: number;
  readonly columns: Columns;
  /** Where calls come from; messages if it is missing. */
  readonly shared?: { readonly control: Int32Array; readonly region: Uint8Array } | undefined;
}

/** Gives a worker a larger region. */
export interface RegionMessage {
  readonly kind: 'region';
  readonly region: Uint8Array;
}

/** A call, where memory is not shared. */
export interface CallMessage {
  readonly kind: 'call';
  readonly generation: number;
  readonly command: Command;
  readonly input: Uint8Array;
  readonly actions: Float64Array;
}

/** What a worker answers. */
export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly error: Uint8Array }
  | {
      readonly kind: 'done';
      readonly generation: number;
      readonly status?: number;
      readonly output?: Uint8Array;
      readonly columns?: Columns;
    };

/** An error as bytes. */
export function encodeError(error: unknown): Uint8Array {
  const { name = 'Error', code, message = String(error), hint } = error as Partial<EnvError>;
  return new TextEncoder().encode(JSON.stringify({ name, code, message, hint }));
}

/** The error in bytes: one of a task that is no `EnvError` becomes one. */
export function decodeError(bytes: Uint8Array): EnvError {
  const { name, code, message, hint } = JSON.parse(new TextDecoder().decode(bytes.slice())) as {
    name: string;
    code?: EnvErrorCode;
    message: string;
    hint?: string;
  };
  if (name === 'EnvError' && code !== undefined) return new EnvError(code, message, { hint });
  return new EnvError('bad-task', `an environment in a worker threw ${name}: ${message}`);
}

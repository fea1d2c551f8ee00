import { QposError } from 'qpos';
import { wrapText } from './output/wrap.ts';

/** Where text goes: a terminal, a file, or a test. */
export interface Out {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** What a command talks to. */
export interface Io {
  readonly stdout: Out;
  readonly stderr: Out;
  /** Aborted when the user interrupts; a command then finishes its files and ends. */
  readonly signal: AbortSignal;
  /** What the process will end with. */
  exitCode: number;
}

/** Exit code after an interrupt, as shells expect it. */
export const INTERRUPTED = 130;

/** The streams of this process. */
export function processIo(signal: AbortSignal): Io {
  return { stdout: process.stdout, stderr: process.stderr, signal, exitCode: 0 };
}

/** A text for a stream: lines that are wider than its terminal are broken between columns and words. */
export const fitted = ({ isTTY, columns = 0 }: Out, text: string): string =>
  isTTY === true && columns > 0 ? wrapText(text, columns) : text;

export function print(io: Io, text: string): void {
  io.stdout.write(`${fitted(io.stdout, text)}\n`);
}

export function printJson(io: Io, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, jsonNumber, 2)}\n`);
}

/** JSON has no infinities: they become text, so that they are not mistaken for missing values. */
function jsonNumber(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
}

/** A mistake of the user that is not in a model: a bad option, a file that cannot be used. */
export class UsageError extends QposError<'usage'> {
  static override readonly name: string = 'UsageError';

  constructor(message: string, hint?: string) {
    super('usage', message, { hint });
  }
}

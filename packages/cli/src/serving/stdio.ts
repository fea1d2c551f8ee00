import fs from 'node:fs';
import { LENGTHS, readLengths } from './frame.ts';
import { EnvSession } from './session.ts';

const STDIN = 0;
const STDOUT = 1;
const RETRY_MS = 1;
const decoder = new TextDecoder();
const sleeper = new Int32Array(new SharedArrayBuffer(4));

const isBusy = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/** Fills a buffer; false if the stream ends before. */
function fill(buffer: Uint8Array): boolean {
  for (let at = 0; at < buffer.length; ) {
    try {
      const read = fs.readSync(STDIN, buffer, at, buffer.length - at, null);
      if (read === 0) return false;
      at += read;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EOF') return false;
      if (!isBusy(error)) throw error;
      Atomics.wait(sleeper, 0, 0, RETRY_MS);
    }
  }
  return true;
}

function send(frame: Uint8Array): void {
  for (let at = 0; at < frame.length; ) {
    try {
      at += fs.writeSync(STDOUT, frame, at);
    } catch (error) {
      if (!isBusy(error)) throw error;
      Atomics.wait(sleeper, 0, 0, RETRY_MS);
    }
  }
}

/**
 * Serves the process that started this one over standard input and output until it closes them. Reads block: a call costs less than through events, and
 * there is nobody else to listen to.
 */
export async function serveStdio(): Promise<void> {
  const session = new EnvSession();
  const lengths = new Uint8Array(LENGTHS);
  while (fill(lengths)) {
    const { header, payload } = readLengths(lengths);
    const body = new Uint8Array(header + payload);
    if (!fill(body)) break;
    send(await session.answer(decoder.decode(body.subarray(0, header)), body.subarray(header)));
  }
  await session.close();
}

import fs from 'node:fs';
import { LENGTHS, readLengths } from './frame.ts';
import { EnvSession } from './session.ts';

const STDIN = 0;
const STDOUT = 1;
const RETRY_MS = 1;
const FIRST_BUFFER = 2 ** 16;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

const isBusy = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/** Reads what is there, and waits for something if nothing is; 0 at the end. */
function read(buffer: Uint8Array, at: number): number {
  for (;;) {
    try {
      return fs.readSync(STDIN, buffer, at, buffer.length - at, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EOF') return 0;
      if (!isBusy(error)) throw error;
      Atomics.wait(sleeper, 0, 0, RETRY_MS);
    }
  }
}

/** Frames from standard input, mostly with one read each. */
class FrameReader {
  #buffer = new Uint8Array(FIRST_BUFFER);
  #start = 0;
  #end = 0;

  /** The header and payload of the next frame, for use until the one after it; undefined at the end. */
  next(): [header: Uint8Array, payload: Uint8Array] | undefined {
    this.#toFront();
    if (!this.#fill(LENGTHS)) return undefined;
    const { header, payload } = readLengths(this.#buffer);
    const size = LENGTHS + header + payload;
    if (!this.#fill(size)) return undefined;
    this.#start = size;
    return [this.#buffer.subarray(LENGTHS, LENGTHS + header), this.#buffer.subarray(LENGTHS + header, size)];
  }

  /** Moves what was read past the last frame to the beginning, where its numbers are aligned. */
  #toFront(): void {
    if (this.#start !== this.#end) this.#buffer.copyWithin(0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
  }

  /** Reads until there are so many bytes; false if the stream ends before. */
  #fill(size: number): boolean {
    if (this.#buffer.length < size) {
      const larger = new Uint8Array(size);
      larger.set(this.#buffer.subarray(0, this.#end));
      this.#buffer = larger;
    }
    while (this.#end < size) {
      const got = read(this.#buffer, this.#end);
      if (got === 0) return false;
      this.#end += got;
    }
    return true;
  }
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
  const reader = new FrameReader();
  for (let frame = reader.next(); frame !== undefined; frame = reader.next()) send(await session.answer(...frame));
  await session.close();
}

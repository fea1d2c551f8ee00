import { ArgumentError } from '../errors/argument-error.ts';
import { BackendError } from '../errors/backend-error.ts';

const GIB = 2 ** 30;
/** The most that WebAssembly can address. */
const MOST = 4 * GIB;

let limit = 2 * GIB;

/** @internal How many bytes the heap of the `wasm` back end may have. */
export const memoryLimit = (): number => limit;

/**
 * Sets how much memory all Model and Data of the `wasm` back end may take together; 2 GiB unless set. What does not fit is refused with a
 * `BackendError` of code `out-of-memory`.
 *
 * JavaScript gives a dropped Data back only after the program has returned to its event loop. A loop that makes many and never waits meets
 * this limit instead of filling the machine: reuse one Data with `resetData`, or dispose of each with `using`.
 *
 * @param bytes The limit, up to 4 GiB. What is there already stays.
 * @example
 * setMemoryLimit(4 * 2 ** 30);
 * for (let k = 0; k < 10_000; k++) {
 *   using short = makeData(model); // returned at the end of each turn
 *   step(model, short);
 * }
 */
export function setMemoryLimit(bytes: number): void {
  if (typeof bytes !== 'number' || !(bytes >= 0 && bytes <= MOST))
    throw new ArgumentError(`a memory limit of ${String(bytes)} bytes is not between 0 and 4 GiB`);
  limit = bytes;
}

/** What is thrown when `bytes` more cannot be had. */
export function outOfMemory(bytes: number, most?: number, cause?: unknown): BackendError {
  const place = most === undefined ? '' : ` in a heap of at most ${most} bytes`;
  return new BackendError('out-of-memory', `out of memory: ${bytes} more bytes do not fit${place}`, {
    cause,
    hint: 'Data that were dropped are given back when the program returns to its event loop: in a loop, reuse one with resetData, or dispose of each (using data = makeData(model)); setMemoryLimit raises the limit',
  });
}

/** A buffer of plain JavaScript. */
export function allocateArrays(bytes: number): ArrayBuffer {
  try {
    return new ArrayBuffer(bytes);
  } catch (cause) {
    throw outOfMemory(bytes, undefined, cause);
  }
}

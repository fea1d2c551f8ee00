import { BatchError } from '@qpos/batch';
import type { Model } from '@qpos/core';

const MAGIC = 0x474f5051; // "QPOG"
const VERSION = 1;
const HEAD = 8; // words

const sizesOf = ({ nq, nv, na, nu }: Model): readonly number[] => [nq, nv, na, nu];

/** Rows of all environments as bytes: magic, version, environments, sizes of the model, and the words. */
export function encodeRows(model: Model, n: number, rows: Int32Array): Uint8Array {
  const words = new Int32Array(HEAD + rows.length);
  words.set([MAGIC, VERSION, n, ...sizesOf(model), rows.length / n]);
  words.set(rows, HEAD);
  return new Uint8Array(words.buffer);
}

/** The rows in bytes that `encodeRows` wrote, for a batch of this size and model. */
export function decodeRows(bytes: Uint8Array, model: Model, n: number, width: number): Int32Array {
  const refuse = (message: string): BatchError => new BatchError('saved-batch', message);
  if (!(bytes instanceof Uint8Array) || bytes.length < 4 * HEAD || bytes.length % 4 !== 0)
    throw refuse('these bytes are not a saved batch');
  const words = new Int32Array(bytes.slice().buffer);
  const [magic, version, saved, ...rest] = words.subarray(0, HEAD);
  if (magic !== MAGIC) throw refuse('these bytes are not a saved batch of a GPU');
  if (version !== VERSION) throw refuse('the batch was saved by another version of qpos');
  if (saved !== n) throw refuse(`the saved batch has ${saved} environments, this one ${n}`);
  if ([...sizesOf(model), width].some((size, k) => rest[k] !== size))
    throw refuse('the saved batch is of another model');
  if (words.length !== HEAD + n * width) throw refuse('the saved batch is cut short');
  return words.slice(HEAD);
}

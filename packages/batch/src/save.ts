import type { Model } from '@qpos/core';
import { type Column, type ColumnRole, type ElementType, openColumn } from './columns.ts';
import { BatchError } from './errors.ts';

const MAGIC = 0x424f5051; // "QPOB"
const VERSION = 1;
const ALIGN = 8;

interface Head {
  readonly n: number;
  readonly sizes: Readonly<Record<string, number>>;
  readonly columns: readonly { role: ColumnRole; name: string; type: ElementType; width: number }[];
}

/** The sizes by which a model is recognised. */
export const sizesOf = ({ nq, nv, na, nu, nbody, njnt, ngeom, nsensordata, ntree }: Model): Record<string, number> => ({
  nq,
  nv,
  na,
  nu,
  nbody,
  njnt,
  ngeom,
  nsensordata,
  ntree,
});

const alignUp = (bytes: number): number => Math.ceil(bytes / ALIGN) * ALIGN;

/** Columns as bytes: magic, version and length of the head, the head as JSON, and the columns one after the other. */
export function encodeColumns(n: number, model: Model, columns: readonly Column[]): Uint8Array {
  const head: Head = {
    n,
    sizes: sizesOf(model),
    columns: columns.map(({ role, name, type, width }) => ({ role, name, type, width })),
  };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const start = alignUp(12 + text.length);
  const bytes = new Uint8Array(columns.reduce((sum, { array }) => sum + alignUp(array.byteLength), start));
  const words = new DataView(bytes.buffer);
  [MAGIC, VERSION, text.length].forEach((word, k) => {
    words.setUint32(4 * k, word, true);
  });
  bytes.set(text, 12);
  let at = start;
  for (const { array } of columns) {
    bytes.set(new Uint8Array(array.buffer as ArrayBuffer, array.byteOffset, array.byteLength), at);
    at += alignUp(array.byteLength);
  }
  return bytes;
}

const refuse = (message: string): BatchError => new BatchError('saved-batch', message);

/** The columns in bytes that `encodeColumns` wrote, for a batch of this size and model. */
export function decodeColumns(bytes: Uint8Array, n: number, model: Model): Column[] {
  const { head, start } = readHead(bytes);
  if (head.n !== n) throw refuse(`the saved batch has ${head.n} environments, this one ${n}`);
  const sizes: Readonly<Record<string, number>> = sizesOf(model);
  for (const [name, size] of Object.entries(head.sizes))
    if (sizes[name] !== size)
      throw refuse(`the saved batch is of another model: its ${name} is ${size}, here it is ${sizes[name]}`);
  let at = start;
  const columns = head.columns.map((column) => {
    const element = { f64: 8, f32: 4, i32: 4, u8: 1 }[column.type];
    const length = n * column.width * element;
    if (at + length > bytes.length) throw refuse('the saved batch is cut short');
    const buffer = bytes.slice(at, at + length).buffer;
    at += alignUp(length);
    return openColumn({ ...column, first: 0, buffer });
  });
  if (at !== bytes.length) throw refuse('the saved batch is longer than it says');
  return columns;
}

function readHead(bytes: Uint8Array): { head: Head; start: number } {
  if (!(bytes instanceof Uint8Array) || bytes.length < 12) throw refuse('these bytes are not a saved batch');
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (words.getUint32(0, true) !== MAGIC) throw refuse('these bytes are not a saved batch');
  if (words.getUint32(4, true) !== VERSION) throw refuse('the batch was saved by another version of qpos');
  const length = words.getUint32(8, true);
  if (12 + length > bytes.length) throw refuse('the saved batch is cut short');
  try {
    const head = JSON.parse(new TextDecoder().decode(bytes.slice(12, 12 + length))) as Head;
    return { head, start: alignUp(12 + length) };
  } catch (cause) {
    throw new BatchError('saved-batch', 'the head of the saved batch is damaged', { cause });
  }
}

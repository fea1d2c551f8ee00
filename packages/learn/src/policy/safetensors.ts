import { ArgumentError } from '@qpos/core/errors';

/** Arrays that a file can hold. */
export type Tensor = Float32Array | Float64Array | Int32Array | Uint8Array;

/** The contents of a file: named arrays, their shapes, and text about them. */
export interface TensorFile {
  readonly tensors: ReadonlyMap<string, { readonly data: Tensor; readonly shape: readonly number[] }>;
  readonly metadata: Readonly<Record<string, string>>;
}

const HEAD = 8; // bytes of the header's length
const MOST_HEADER = 100 * 2 ** 20;

const kinds = [
  ['F32', Float32Array],
  ['F64', Float64Array],
  ['I32', Int32Array],
  ['U8', Uint8Array],
] as const;

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

const sizeOf = (shape: readonly number[]): number => shape.reduce((n, k) => n * k, 1);

/** Writes arrays in the format of safetensors: a JSON header, then the bytes, widest elements first so that each is aligned. */
export function writeTensors({ tensors, metadata }: TensorFile): Uint8Array {
  const sorted = [...tensors].sort(([, a], [, b]) => b.data.BYTES_PER_ELEMENT - a.data.BYTES_PER_ELEMENT);
  const header: Record<string, unknown> = { __metadata__: metadata };
  let end = 0;
  for (const [name, { data, shape }] of sorted) {
    if (sizeOf(shape) !== data.length)
      throw new ArgumentError(
        `tensor '${name}' has ${data.length} elements, its shape [${shape}] has ${sizeOf(shape)}`,
      );
    const dtype = kinds.find(([, type]) => data instanceof type)?.[0];
    header[name] = { dtype, shape, data_offsets: [end, end + data.byteLength] };
    end += data.byteLength;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const start = HEAD + Math.ceil(text.length / 8) * 8;
  const bytes = new Uint8Array(start + end).fill(0x20, HEAD + text.length, start); // blanks after the header
  new DataView(bytes.buffer).setBigUint64(0, BigInt(start - HEAD), true);
  bytes.set(text, HEAD);
  let at = start;
  for (const [, { data }] of sorted) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return bytes;
}

const broken = (what: string): ArgumentError =>
  new ArgumentError(`this is not a file of tensors: ${what}`, 'bad-argument', 'expected the format safetensors');

function readHeader(bytes: Uint8Array): { header: Record<string, unknown>; start: number } {
  if (!(bytes instanceof Uint8Array)) throw new ArgumentError('expected the bytes of a file of tensors');
  if (bytes.length < HEAD) throw broken(`it has ${bytes.length} bytes`);
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (length > MOST_HEADER || HEAD + length > bytes.length) throw broken('its header is longer than the file');
  try {
    const header: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + length)));
    if (typeof header !== 'object' || header === null || Array.isArray(header)) throw broken('its header is no object');
    return { header: header as Record<string, unknown>, start: HEAD + length };
  } catch (error) {
    throw error instanceof ArgumentError ? error : broken('its header is not JSON');
  }
}

function isEntry(value: unknown): value is Entry {
  const entry = value as Partial<Entry> | null;
  const whole = (list: unknown): boolean => Array.isArray(list) && list.every((n) => Number.isSafeInteger(n) && n >= 0);
  return (
    typeof entry?.dtype === 'string' &&
    whole(entry.shape) &&
    whole(entry.data_offsets) &&
    entry.data_offsets?.length === 2
  );
}

/** Reads a file of tensors. The arrays are copies. */
export function readTensors(bytes: Uint8Array): TensorFile {
  const { header, start } = readHeader(bytes);
  const tensors = new Map<string, { data: Tensor; shape: readonly number[] }>();
  const { __metadata__: metadata = {}, ...entries } = header;
  for (const [name, entry] of Object.entries(entries)) {
    if (!isEntry(entry)) throw broken(`'${name}' is not described`);
    const type = kinds.find(([dtype]) => dtype === entry.dtype)?.[1];
    if (type === undefined) throw broken(`'${name}' is of type ${entry.dtype}`);
    const [first, end] = entry.data_offsets;
    if (end < first || start + end > bytes.length) throw broken(`'${name}' lies outside of the file`);
    if (end - first !== sizeOf(entry.shape) * type.BYTES_PER_ELEMENT) throw broken(`'${name}' does not have its size`);
    const { buffer } = new Uint8Array(bytes.subarray(start + first, start + end)); // a copy, also of a Buffer of Node, whose slice is a view
    tensors.set(name, { data: new type(buffer), shape: entry.shape });
  }
  if (typeof metadata !== 'object' || metadata === null || Object.values(metadata).some((v) => typeof v !== 'string'))
    throw broken('its metadata is not text');
  return { tensors, metadata: metadata as Record<string, string> };
}

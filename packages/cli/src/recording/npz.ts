import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { UsageError } from '../io.ts';

/** An array of NumPy: numbers in C order, or one text. */
export interface NpyArray {
  readonly shape: readonly number[];
  readonly data: Float64Array | string;
}

const MAGIC = '\x93NUMPY';
const MOST_BYTES = 4e9;

/** A .npy file. */
export function encodeNpy({ shape, data }: NpyArray): Uint8Array {
  const text = typeof data === 'string';
  const descr = text ? `<U${Math.max(1, [...data].length)}` : '<f8';
  const list = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${list}), }`;
  // the data starts at a multiple of 64 bytes
  const total = Math.ceil((10 + header.length + 1) / 64) * 64;
  const body = text ? utf32(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const out = new Uint8Array(total + body.length);
  out.set(strToU8(MAGIC, true));
  out[6] = 1;
  out[8] = (total - 10) & 0xff;
  out[9] = (total - 10) >> 8;
  out.set(strToU8(`${header.padEnd(total - 11)}\n`, true), 10);
  out.set(body, total);
  return out;
}

function utf32(text: string): Uint8Array {
  return new Uint8Array(
    Uint32Array.from([...text, ...(text === '' ? ['\0'] : [])], (ch) => ch.codePointAt(0) ?? 0).buffer,
  );
}

type Reader = readonly [bytes: number, read: (view: DataView, at: number) => number];

const readers: Readonly<Record<string, Reader>> = {
  '<f8': [8, (v, i) => v.getFloat64(i, true)],
  '<f4': [4, (v, i) => v.getFloat32(i, true)],
  '<i8': [8, (v, i) => Number(v.getBigInt64(i, true))],
  '<i4': [4, (v, i) => v.getInt32(i, true)],
  '<i2': [2, (v, i) => v.getInt16(i, true)],
  '<u4': [4, (v, i) => v.getUint32(i, true)],
  '<u2': [2, (v, i) => v.getUint16(i, true)],
  '|i1': [1, (v, i) => v.getInt8(i)],
  '|u1': [1, (v, i) => v.getUint8(i)],
  '|b1': [1, (v, i) => v.getUint8(i)],
};

/** Reads a .npy file of numbers or of one text; `name` is for messages. */
export function decodeNpy(bytes: Uint8Array, name: string): NpyArray {
  const fail = (problem: string): never => {
    throw new UsageError(`'${name}' ${problem}`);
  };
  if (bytes.length < 12 || strFromU8(bytes.subarray(0, 6), true) !== MAGIC) return fail('is not a NumPy array');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const long = (bytes[6] as number) >= 2;
  const start = (long ? 12 : 10) + (long ? view.getUint32(8, true) : view.getUint16(8, true));
  const header = strFromU8(bytes.subarray(long ? 12 : 10, start), true);
  const descr = /'descr':\s*'([^']+)'/.exec(header)?.[1] ?? fail('has no readable type');
  const shape = (/'shape':\s*\(([^)]*)\)/.exec(header)?.[1] ?? fail('has no shape'))
    .split(',')
    .flatMap((x) => (x.trim() === '' ? [] : [Number(x)]));
  const size = shape.reduce((n, k) => n * k, 1);
  if (!Number.isSafeInteger(size) || size < 0) return fail('has a bad shape');
  if (/^<U\d+$/.test(descr)) return { shape, data: readText(view, start, Number(descr.slice(2))) };
  const [width, read] = readers[descr] ?? fail(`has type ${descr}, which cannot be read`);
  if (start + size * width > bytes.length) return fail('is cut short');
  const data = new Float64Array(size);
  for (let k = 0; k < size; k++) data[k] = read(view, start + k * width);
  if (!/'fortran_order':\s*True/.test(header) || shape.length < 2) return { shape, data };
  return shape.length === 2 ? { shape, data: transposed(data, shape) } : fail('is in Fortran order');
}

function readText(view: DataView, start: number, length: number): string {
  let text = '';
  for (let k = 0; k < length && start + 4 * k + 4 <= view.byteLength; k++) {
    const code = view.getUint32(start + 4 * k, true);
    if (code !== 0) text += String.fromCodePoint(Math.min(code, 0x10ffff));
  }
  return text;
}

function transposed(data: Float64Array, [rows = 0, columns = 0]: readonly number[]): Float64Array {
  const out = new Float64Array(data.length);
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) out[r * columns + c] = data[c * rows + r] as number;
  return out;
}

/** An .npz file, uncompressed as `np.savez` makes it. */
export function encodeNpz(arrays: Readonly<Record<string, NpyArray>>): Uint8Array {
  const entries = Object.entries(arrays).map(([name, array]) => [`${name}.npy`, encodeNpy(array)] as const);
  return zipSync(Object.fromEntries(entries), { level: 0, mtime: new Date('1980-01-01T12:00:00Z') });
}

/** The arrays of an .npz file by name. */
export function decodeNpz(bytes: Uint8Array, file: string): Record<string, NpyArray> {
  let total = 0;
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        total += originalSize;
        if (total > MOST_BYTES) throw new UsageError(`'${file}' unpacks to more than ${MOST_BYTES / 1e9} GB`);
        return name.endsWith('.npy');
      },
    });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`'${file}' is not an .npz file: ${(error as Error).message}`);
  }
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name.slice(0, -4), decodeNpy(entry, `${file}:${name}`)]),
  );
}

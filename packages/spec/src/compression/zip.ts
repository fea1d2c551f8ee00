import { crc32 } from './checksum.ts';
import { InflateError, inflate } from './inflate.ts';

/** A file of a zip archive, before it is inflated. */
export interface ZipEntry {
  readonly name: string;
  /** Size when inflated. */
  readonly size: number;
  readonly read: () => Uint8Array;
}

const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_SIZE = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_SIZE = 30;
const UTF8_FLAG = 0x800;
const ENCRYPTED_FLAG = 1;

declare class TextDecoder {
  constructor(label?: string);
  decode(bytes: Uint8Array): string;
}

/** The directory of a zip archive. Nothing is inflated before an entry is read. */
export function* zipEntries(bytes: Uint8Array): Generator<ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let k = 0; k < count; k++) {
    if (at + ENTRY_SIZE > end || view.getUint32(at, true) !== ENTRY_SIGNATURE) {
      throw new InflateError('broken', 'the directory is broken');
    }
    const nameLength = view.getUint16(at + 28, true);
    const nameAt = at + ENTRY_SIZE;
    const isUtf8 = (view.getUint16(at + 8, true) & UTF8_FLAG) !== 0;
    const name = new TextDecoder(isUtf8 ? 'utf-8' : 'latin1').decode(bytes.subarray(nameAt, nameAt + nameLength));
    const entry = at;
    yield { name, size: view.getUint32(at + 24, true), read: () => readEntry(bytes, view, entry) };
    at = nameAt + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** The record at the end of an archive, before a comment of any length. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  throw new InflateError('broken', 'invalid zip data');
}

function readEntry(bytes: Uint8Array, view: DataView, entry: number): Uint8Array {
  const method = view.getUint16(entry + 10, true);
  const crc = view.getUint32(entry + 16, true);
  const packed = view.getUint32(entry + 20, true);
  const size = view.getUint32(entry + 24, true);
  const local = view.getUint32(entry + 42, true);
  if ((view.getUint16(entry + 8, true) & ENCRYPTED_FLAG) !== 0) throw new InflateError('broken', 'a file is encrypted');
  if (local + LOCAL_SIZE > bytes.length || view.getUint32(local, true) !== LOCAL_SIGNATURE) {
    throw new InflateError('broken', 'a file is missing');
  }
  const start = local + LOCAL_SIZE + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packed > bytes.length) throw new InflateError('truncated', 'the data ends too early');
  const data = bytes.subarray(start, start + packed);
  const content = unpack(data, method, size);
  if (crc32(content, 0, content.length) !== crc) throw new InflateError('broken', 'a checksum is wrong');
  return content;
}

function unpack(data: Uint8Array, method: number, size: number): Uint8Array {
  if (method === 8) return inflate(data, 0, size).bytes;
  if (method !== 0 || data.length !== size) throw new InflateError('broken', 'a file is compressed in an unknown way');
  return data.slice();
}

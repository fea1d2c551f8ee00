import fs from 'node:fs';
import { crc32 } from 'node:zlib';
import { UsageError } from '../io.ts';
import { bytes } from '../output/terminal.ts';
import { FileInProgress } from '../recording/file.ts';
import { encodeNpy } from '../recording/npz.ts';

/** One array of the file: so many numbers for each record, of this shape. */
interface Spool {
  readonly name: string;
  readonly shape: readonly number[];
  readonly file: string;
  readonly handle: number;
  bytes: number;
}

/** What a zip archive can hold without its 64-bit extension. */
const MOST_BYTES = 0xffffffff;
const PIECE = 1 << 20;
const DATE = 0x0021; // 1980-01-01: the same run gives the same file

/**
 * An .npz file of arrays that grow record by record, uncompressed. Records wait on the disk until all of them are there, so the size of a
 * run is not bounded by memory.
 */
export class NpzRecords {
  readonly #out: FileInProgress;
  readonly #spools: Spool[];
  #records = 0;

  /**
   * @param file where it goes
   * @param shapes shape of one record of each array
   * @param most records that there may be
   */
  constructor(file: string, shapes: Readonly<Record<string, readonly number[]>>, most: number) {
    const numbers = Object.values(shapes).reduce((sum, shape) => sum + shape.reduce((n, k) => n * k, 1), 0);
    if (8 * numbers * most > MOST_BYTES)
      throw new UsageError(
        `'${file}' would have ${bytes(8 * numbers * most)}, more than an .npz file can have`,
        'use --every',
      );
    this.#out = new FileInProgress(file);
    this.#spools = Object.entries(shapes).map(([name, shape]) => {
      const spool = `${file}.${process.pid}.${name}.part`;
      return { name, shape, file: spool, handle: fs.openSync(spool, 'w+'), bytes: 0 };
    });
  }

  get records(): number {
    return this.#records;
  }

  /** Adds a record: the numbers of each array, in the order of the shapes. */
  add(...arrays: readonly ArrayLike<number>[]): void {
    this.#spools.forEach((spool, k) => {
      const numbers = Float64Array.from(arrays[k] as ArrayLike<number>); // also out of shared memory
      const content = new Uint8Array(numbers.buffer);
      for (let at = 0; at < content.length; ) at += fs.writeSync(spool.handle, content, at);
      spool.bytes += content.length;
    });
    this.#records++;
  }

  /** Puts the archive together; `meta` is stored as JSON. */
  finish(meta: object): void {
    try {
      const text = encodeNpy({ shape: [], data: JSON.stringify(meta) });
      const entries = [
        ...this.#spools.map((spool) => this.#writeSpool(spool)),
        this.#writeEntry('meta', text, undefined),
      ];
      writeDirectory(this.#out, entries);
      this.#out.finish();
    } catch (error) {
      this.#out.discard();
      throw error;
    } finally {
      this.#removeSpools();
    }
  }

  discard(): void {
    this.#out.discard();
    this.#removeSpools();
  }

  #removeSpools(): void {
    for (const { file, handle } of this.#spools.splice(0)) {
      fs.closeSync(handle);
      fs.rmSync(file, { force: true });
    }
  }

  #writeSpool(spool: Spool): Entry {
    const { name, shape } = spool;
    const full = [this.#records, ...shape];
    // the header of an array without numbers, with the shape of this one
    const head = encodeNpy({ shape: full, data: new Float64Array(0) });
    return this.#writeEntry(name, head, spool);
  }

  #writeEntry(name: string, head: Uint8Array, spool: Spool | undefined): Entry {
    const size = head.length + (spool?.bytes ?? 0);
    const crc = spool === undefined ? crc32(head) : combined(head, spool);
    const entry: Entry = { name: Buffer.from(`${name}.npy`), crc, size, offset: this.#out.position };
    this.#out.write(localHeader(entry));
    this.#out.write(head);
    if (spool !== undefined) for (const piece of pieces(spool)) this.#out.write(piece);
    return entry;
  }
}

/** The content of a spool in order. */
function* pieces({ handle, bytes: length }: Spool): Generator<Uint8Array> {
  const piece = new Uint8Array(PIECE);
  for (let at = 0; at < length; ) {
    const read = fs.readSync(handle, piece, 0, Math.min(PIECE, length - at), at);
    if (read === 0) throw new UsageError('the records on the disk are cut short');
    at += read;
    yield piece.subarray(0, read);
  }
}

/** The checksum of a header and what follows it. */
function combined(head: Uint8Array, spool: Spool): number {
  let crc = crc32(head);
  for (const piece of pieces(spool)) crc = crc32(piece, crc);
  return crc;
}

interface Entry {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly offset: number;
}

/** The fields that local header and directory have in common: version, flags, method, time, date, checksum, sizes, lengths. */
function commonFields({ name, crc, size }: Entry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(size, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

const localHeader = (entry: Entry): Buffer =>
  Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), commonFields(entry), entry.name]);

function writeDirectory(out: FileInProgress, entries: readonly Entry[]): void {
  const start = out.position;
  for (const entry of entries) {
    const rest = Buffer.alloc(14); // comment, disk, attributes, offset
    rest.writeUInt32LE(entry.offset, 10);
    out.write(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), commonFields(entry), rest, entry.name]));
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(out.position - start, 8);
  end.writeUInt32LE(start, 12);
  out.write(Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), end]));
}

import { ArgumentError } from '@qpos/core/errors';

/** The fields of a protocol-buffer message, by number, each as often as it comes: numbers, or the bytes of texts, arrays and messages. */
export type Fields = ReadonlyMap<number, readonly (number | Uint8Array)[]>;

const broken = (): ArgumentError => new ArgumentError('the file is damaged: it is no protocol buffer');

/** Reads the varints and all else of a message, one after the other. */
class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** A whole number; exact up to 2^53, and negative ones of 64 bits as such. */
  varint(): number {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw broken();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(BigInt.asIntN(64, value));
    }
    throw broken();
  }

  take(length: number): Uint8Array {
    if (length < 0 || this.#at + length > this.#bytes.length) throw broken();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

/** The fields of a message. */
export function fieldsOf(bytes: Uint8Array): Fields {
  const fields = new Map<number, (number | Uint8Array)[]>();
  const reader = new Reader(bytes);
  while (!reader.isDone) {
    const key = reader.varint();
    const value = readValue(reader, key & 7);
    const known = fields.get(key >>> 3);
    if (known === undefined) fields.set(key >>> 3, [value]);
    else known.push(value);
  }
  return fields;
}

function readValue(reader: Reader, wire: number): number | Uint8Array {
  if (wire === 0) return reader.varint();
  if (wire === 2) return reader.take(reader.varint());
  if (wire !== 1 && wire !== 5) throw broken();
  const { buffer, byteOffset } = new Uint8Array(reader.take(wire === 1 ? 8 : 4));
  const view = new DataView(buffer, byteOffset);
  return wire === 1 ? view.getFloat64(0, true) : view.getFloat32(0, true);
}

/** Messages inside of a message. */
export const messagesOf = (fields: Fields, field: number): Fields[] =>
  (fields.get(field) ?? []).filter((value) => typeof value === 'object').map(fieldsOf);

/** Texts inside of a message. */
export const textsOf = (fields: Fields, field: number): string[] =>
  (fields.get(field) ?? [])
    .filter((value) => typeof value === 'object')
    .map((bytes) => new TextDecoder().decode(bytes));

/** Whole numbers, one by one or packed. */
export function integersOf(fields: Fields, field: number): number[] {
  return (fields.get(field) ?? []).flatMap((value) => {
    if (typeof value === 'number') return [value];
    const reader = new Reader(value);
    const numbers: number[] = [];
    while (!reader.isDone) numbers.push(reader.varint());
    return numbers;
  });
}

/** Numbers of single precision, one by one or packed. */
export const floatsOf = (fields: Fields, field: number): number[] =>
  (fields.get(field) ?? []).flatMap((value) =>
    typeof value === 'number' ? [value] : [...new Float32Array(new Uint8Array(value).buffer, 0, value.length >> 2)],
  );

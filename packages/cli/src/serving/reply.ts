import { encodeHeader } from './frame.ts';

/** An array of a reply as its header has it: name, numpy's word for its type, shape. */
type Entry = readonly [name: string, type: '<f8' | '|u1', shape: readonly number[]];

/** A place in the replies of a session, and what lies there. */
interface Slot {
  readonly name: string;
  readonly rank: 0 | 1 | 2;
  readonly rows: number;
  /** Where it begins in the payload. */
  readonly at: number;
  array: Float64Array | Uint8Array;
  bytes: Uint8Array;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const endOf = ({ at, bytes }: Slot): number => at + Math.ceil(bytes.length / 8) * 8;

function entryOf({ name, array, rank, rows }: Slot): Entry {
  const shape = rank === 0 ? [] : rank === 1 ? [array.length] : [rows, array.length / rows];
  return [name, array instanceof Float64Array ? '<f8' : '|u1', shape];
}

/**
 * Packs the arrays of replies, one after the other, each at a multiple of eight bytes. Most replies are laid out like the one before them, or like its
 * beginning: then nothing but numbers is copied, and nothing is allocated.
 */
export class ReplyWriter {
  readonly #slots: Slot[] = [];
  /** By how many arrays they list; only those that the slots still agree with. */
  readonly #headers: (Uint8Array | undefined)[] = [];
  #count = 0;
  #frame = new Uint8Array(0);
  #headerInFrame: Uint8Array | undefined;

  /** Adds an array to the reply: a list, or a table with so many rows. */
  add(name: string, array: Float64Array | Uint8Array, rank: 1 | 2 = 1, rows = array.length): void {
    const slot = this.#slots[this.#count];
    if (slot?.array === array && slot.name === name && slot.rank === rank) this.#count++;
    else this.#put(name, array, rank, rows);
  }

  /** Adds a number to the reply. */
  addNumber(name: string, value: number): void {
    const slot = this.#slots[this.#count];
    if (slot?.name === name && slot.rank === 0 && slot.array instanceof Float64Array) {
      slot.array[0] = value;
      this.#count++;
    } else this.#put(name, Float64Array.of(value), 0, 1);
  }

  /** Adds a 0 or 1 to the reply. */
  addFlag(name: string, value: boolean): void {
    const slot = this.#slots[this.#count];
    if (slot?.name === name && slot.rank === 0 && slot.array instanceof Uint8Array) {
      slot.array[0] = value ? 1 : 0;
      this.#count++;
    } else this.#put(name, Uint8Array.of(value ? 1 : 0), 0, 1);
  }

  /** Drops what was added since the last reply. */
  restart(): void {
    this.#count = 0;
  }

  /** The frame of everything that was added, for use until the next one is finished; the next reply begins. */
  finish(): Uint8Array {
    const count = this.#count;
    const last = this.#slots[count - 1];
    const payload = last === undefined ? 0 : endOf(last);
    let header = this.#headers[count];
    if (header === undefined) {
      header = encodeHeader({ arrays: this.#slots.slice(0, count).map(entryOf) }, payload);
      this.#headers[count] = header;
    }
    const size = header.length + payload;
    if (this.#frame.length < size) {
      this.#frame = new Uint8Array(size);
      this.#headerInFrame = undefined;
    }
    const frame = this.#frame;
    if (this.#headerInFrame !== header) frame.set(header);
    this.#headerInFrame = header;
    for (let k = 0; k < count; k++) {
      const { bytes, at } = this.#slots[k] as Slot;
      frame.set(bytes, header.length + at);
    }
    this.#count = 0;
    return frame.subarray(0, size);
  }

  /** Takes an array that was not there last time; if it is laid out like the one that was, headers stay. */
  #put(name: string, array: Float64Array | Uint8Array, rank: 0 | 1 | 2, rows: number): void {
    const k = this.#count++;
    const slot = this.#slots[k];
    const bytes = bytesOf(array);
    if (
      slot?.name === name &&
      slot.rank === rank &&
      slot.rows === rows &&
      slot.array.length === array.length &&
      slot.bytes.length === bytes.length
    ) {
      slot.array = array;
      slot.bytes = bytes;
      return;
    }
    const before = this.#slots[k - 1];
    this.#slots.length = k;
    this.#headers.length = k + 1;
    this.#slots.push({ name, rank, rows, array, bytes, at: before === undefined ? 0 : endOf(before) });
  }
}

const CODE = 10; // the id of the section with the functions
const ADDRESS_BYTES = 5; // of a LEB128 number that can be any address

/** A LEB128 number of a module. */
function readLeb(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 0x7f) << shift;
    if ((byte & 0x80) !== 0) continue;
    return { value, end: at };
  }
}

/** The value of a signed one. */
function readSigned(bytes: Uint8Array, at: number): { value: number; end: number } {
  const { value, end } = readLeb(bytes, at);
  const bits = 7 * (end - at);
  return { value: bits < 32 ? (value << (32 - bits)) >> (32 - bits) : value, end };
}

/** Copies a module and changes numbers in it. What follows a length that has changed is copied behind it. */
class ModuleCopy {
  readonly #source: Uint8Array;
  readonly #target: Uint8Array<ArrayBuffer>;
  #read = 0;
  #written = 0;

  constructor(source: Uint8Array) {
    this.#source = source;
    this.#target = new Uint8Array(ADDRESS_BYTES * source.length); // as if it were all numbers of one byte
  }

  /** Copies everything up to a position of the source. */
  copyTo(end: number): void {
    this.#target.set(this.#source.subarray(this.#read, end), this.#written);
    this.#written += end - this.#read;
    this.#read = end;
  }

  /** Writes another number in place of the one that ends at a position of the source; returns where it stands. */
  replace(value: number, end: number): number {
    const at = this.#written;
    this.#put(value, at);
    this.#written += ADDRESS_BYTES;
    this.#read = end;
    return at;
  }

  /** Sets a length that was written before to that of everything behind it. */
  setLength(at: number): void {
    this.#put(this.#written - at - ADDRESS_BYTES, at);
  }

  /** A LEB128 number of full width, which is the same signed and unsigned for what there is here: 31 bits, or a negative number. */
  #put(value: number, at: number): void {
    for (let k = 0; k < ADDRESS_BYTES - 1; k++) this.#target[at + k] = ((value >> (7 * k)) & 0x7f) | 0x80;
    this.#target[at + ADDRESS_BYTES - 1] = (value >> 28) & 0x7f;
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.copyTo(this.#source.length);
    return this.#target.slice(0, this.#written);
  }
}

/**
 * A module whose addresses are all `delta` bytes further up.
 *
 * @param module The module.
 * @param gaps Where its addresses stand: the distance of each from the one before, negative where it is subtracted.
 * @param delta How far to move them.
 * @returns The other module.
 */
export function relocate(module: Uint8Array, gaps: readonly number[], delta: number): Uint8Array<ArrayBuffer> {
  const copy = new ModuleCopy(module);
  let next = 0; // the next address
  let place = Math.abs(gaps[0]);
  const moveAddresses = (end: number): void => {
    while (next < gaps.length && place < end) {
      copy.copyTo(place);
      const { value, end: behind } = readSigned(module, place);
      copy.replace(gaps[next] < 0 ? value - delta : value + delta, behind);
      next++;
      place += Math.abs(gaps[next]);
    }
    copy.copyTo(end);
  };
  const moveStretch = (lengthAt: number, inside: (end: number) => void): number => {
    copy.copyTo(lengthAt);
    const { value, end: start } = readLeb(module, lengthAt);
    const at = copy.replace(0, start);
    inside(start + value);
    copy.setLength(at);
    return start + value;
  };
  for (let at = 8; at < module.length; ) {
    const isCode = module[at] === CODE;
    const first = readLeb(module, readLeb(module, at + 1).end).end;
    at = moveStretch(at + 1, (end) => {
      if (!isCode) return moveAddresses(end);
      for (let body = first; body < end; ) body = moveStretch(body, moveAddresses);
    });
  }
  return copy.finish();
}

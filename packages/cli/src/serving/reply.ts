import { encodeHeader } from './frame.ts';

/** An array of a reply: name, numpy's word for its type, shape. */
type Entry = readonly [name: string, type: '<f8' | '|u1', shape: readonly number[]];

/**
 * Packs the arrays of replies, one after the other, each at a multiple of eight bytes. Replies of the same layout have the same header, which is encoded once.
 */
export class ReplyWriter {
  readonly #headers = new Map<string, Uint8Array>();
  #key = '';
  #entries: Entry[] = [];
  #arrays: (Float64Array | Uint8Array)[] = [];
  #bytes = 0;

  /** Adds an array to the reply. */
  add(name: string, array: Float64Array | Uint8Array, shape: readonly number[] = [array.length]): void {
    const type = array instanceof Float64Array ? '<f8' : '|u1';
    this.#entries.push([name, type, shape]);
    this.#arrays.push(array);
    this.#key += `${name}${type}${shape.join()};`;
    this.#bytes += Math.ceil(array.byteLength / 8) * 8;
  }

  /** The frame of everything that was added; the next reply begins. */
  finish(): Uint8Array {
    let header = this.#headers.get(this.#key);
    if (header === undefined) {
      header = encodeHeader({ arrays: this.#entries }, this.#bytes);
      this.#headers.set(this.#key, header);
    }
    const frame = new Uint8Array(header.length + this.#bytes);
    frame.set(header);
    let at = header.length;
    for (const { buffer, byteOffset, byteLength } of this.#arrays) {
      frame.set(new Uint8Array(buffer, byteOffset, byteLength), at);
      at += Math.ceil(byteLength / 8) * 8;
    }
    this.#key = '';
    this.#entries = [];
    this.#arrays = [];
    this.#bytes = 0;
    return frame;
  }
}

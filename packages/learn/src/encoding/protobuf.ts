// Wire types of protocol buffers.
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** Bytes of one protocol-buffer message, field by field. */
export class Message {
  readonly #bytes: number[] = [];

  get bytes(): readonly number[] {
    return this.#bytes;
  }

  #varint(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes.push((rest % 0x80) | 0x80);
    this.#bytes.push(rest);
  }

  #key(field: number, wire: number): void {
    this.#varint(8 * field + wire);
  }

  integer(field: number, value: number): this {
    this.#key(field, VARINT);
    this.#varint(value);
    return this;
  }

  double(field: number, value: number): this {
    this.#key(field, FIXED64);
    this.#bytes.push(...new Uint8Array(Float64Array.of(value).buffer));
    return this;
  }

  float(field: number, value: number): this {
    this.#key(field, FIXED32);
    this.#bytes.push(...new Uint8Array(Float32Array.of(value).buffer));
    return this;
  }

  nested(field: number, content: readonly number[] | Uint8Array): this {
    this.#key(field, BYTES);
    this.#varint(content.length);
    for (const byte of content) this.#bytes.push(byte);
    return this;
  }
}

/** Text as the bytes of a field. */
export const text = (value: string): Uint8Array => new TextEncoder().encode(value);

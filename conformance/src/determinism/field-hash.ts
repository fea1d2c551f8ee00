export type NumericArray = Float64Array | Float32Array | Int32Array | Uint8Array;

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/**
 * A running 64-bit hash of names and numbers: two multiplicative hashes of 32-bit words with different factors. It tells different bits
 * apart and resists no attacker. All NaN are one value: WebAssembly leaves their sign and payload to the machine.
 */
export class FieldHash {
  #a = 0x243f6a88;
  #b = 0x85a308d3;

  #word(w: number): void {
    const a = Math.imul(this.#a ^ w, 0x9e3779b1);
    const b = Math.imul(this.#b ^ w, 0x85ebca6b);
    this.#a = a ^ (a >>> 15);
    this.#b = b ^ (b >>> 13);
  }

  text(text: string): this {
    this.#word(text.length);
    for (let i = 0; i < text.length; i++) this.#word(text.charCodeAt(i));
    return this;
  }

  number(x: number): this {
    float[0] = Number.isNaN(x) ? 0 : x;
    this.#word(words[0] as number);
    this.#word(words[1] as number);
    this.#word(Number.isNaN(x) ? 1 : 0);
    return this;
  }

  array(values: NumericArray): this {
    this.#word(values.length);
    if (values instanceof Float64Array || values instanceof Float32Array) for (const x of values) this.number(x);
    else for (const x of values) this.#word(x);
    return this;
  }

  digest(): string {
    return [this.#a, this.#b].map((w) => (w >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

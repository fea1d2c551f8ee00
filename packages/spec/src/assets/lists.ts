/** Numbers in a typed array that grows by doubling; `take` hands out the filled part. */
class NumberList<T extends Float32Array | Int32Array> {
  length = 0;
  #items: T;
  readonly #make: (size: number) => T;

  constructor(make: (size: number) => T) {
    this.#make = make;
    this.#items = make(1024);
  }

  push(value: number): void {
    if (this.length === this.#items.length) {
      const grown = this.#make(2 * this.#items.length);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.length++] = value;
  }

  get(i: number): number {
    return this.#items[i];
  }

  take(): T {
    return this.#items.slice(0, this.length) as T;
  }
}

/** A Float32Array that grows. */
export class FloatList extends NumberList<Float32Array> {
  constructor() {
    super((size) => new Float32Array(size));
  }
}

/** An Int32Array that grows. */
export class IntList extends NumberList<Int32Array> {
  constructor() {
    super((size) => new Int32Array(size));
  }
}

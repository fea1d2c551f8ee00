/** A Float32Array that grows by doubling; `take` hands out the filled part. */
export class FloatList {
  private items = new Float32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.items.length) {
      const grown = new Float32Array(2 * this.items.length);
      grown.set(this.items);
      this.items = grown;
    }
    this.items[this.length++] = value;
  }

  get(i: number): number {
    return this.items[i];
  }

  take(): Float32Array {
    return this.items.slice(0, this.length);
  }
}

/** An Int32Array that grows by doubling. */
export class IntList {
  private items = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.items.length) {
      const grown = new Int32Array(2 * this.items.length);
      grown.set(this.items);
      this.items = grown;
    }
    this.items[this.length++] = value;
  }

  get(i: number): number {
    return this.items[i];
  }

  take(): Int32Array {
    return this.items.slice(0, this.length);
  }
}

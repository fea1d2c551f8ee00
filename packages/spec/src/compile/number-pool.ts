const CHUNK = 1 << 14; // numbers of one buffer

/**
 * Short arrays of numbers for drafts. They are views of a few large buffers: a Float64Array of its own takes 250 bytes besides its numbers,
 * and a model may have a million geoms with half a dozen each.
 */
export class NumberPool {
  #buffer = new ArrayBuffer(0);
  #used = 0;

  /** `n` numbers: those of `values`, then zeros. */
  take(n: number, values: ArrayLike<number> = []): Float64Array {
    if (this.#used + 8 * n > this.#buffer.byteLength) {
      this.#buffer = new ArrayBuffer(8 * Math.max(n, CHUNK));
      this.#used = 0;
    }
    const taken = new Float64Array(this.#buffer, this.#used, n);
    this.#used += 8 * n;
    for (let k = 0; k < values.length && k < n; k++) taken[k] = values[k];
    return taken;
  }
}

import type { Pose } from '../spatial/pose.ts';

const CHUNK = 1 << 14; // numbers of one buffer

/** Where the numbers of geoms and sites lie: in a few large buffers. */
export class NumberPool {
  buffer = new ArrayBuffer(8 * CHUNK);
  #used = 0;

  /** Byte offset in `buffer` of `n` zeros for the caller alone. */
  take(n: number): number {
    if (this.#used + 8 * n > this.buffer.byteLength) {
      this.buffer = new ArrayBuffer(8 * CHUNK);
      this.#used = 0;
    }
    const at = this.#used;
    this.#used += 8 * n;
    return at;
  }
}

const IDENTITY = [1, 0, 0, 0];

/**
 * Size and pose of a geom or site. Each view is made when it is asked for: to keep them takes five times the memory of the numbers, and a
 * model may have a million geoms.
 */
export class ShapeNumbers implements Pose {
  readonly #buffer: ArrayBuffer;
  readonly #at: number;

  /** `more` numbers, zeros, follow for the subclass. */
  constructor(pool: NumberPool, values: { size: number[]; pos: number[]; quat?: number[] | undefined }, more = 0) {
    this.#at = pool.take(10 + more);
    this.#buffer = pool.buffer;
    const numbers = this.view(0, 10);
    fill(numbers, 0, 3, values.size);
    fill(numbers, 3, 3, values.pos);
    fill(numbers, 6, 4, values.quat ?? IDENTITY);
  }

  get size(): Float64Array {
    return this.view(0, 3);
  }

  get pos(): Float64Array {
    return this.view(3, 3);
  }

  get quat(): Float64Array {
    return this.view(6, 4);
  }

  /** `n` numbers from the `first` on. */
  protected view(first: number, n: number): Float64Array {
    return new Float64Array(this.#buffer, this.#at + 8 * first, n);
  }
}

function fill(numbers: Float64Array, at: number, n: number, values: readonly number[]): void {
  for (let k = 0; k < values.length && k < n; k++) numbers[at + k] = values[k];
}

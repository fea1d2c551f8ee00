import { type Data, enums, getState, type Model, setState, stateSize } from '@qpos/core';

/** The fields of a state that recordings have. */
export const stateFields = ['qpos', 'qvel', 'act', 'ctrl'] as const satisfies readonly (keyof Data)[];

const SIGNATURE = enums.StateBit.INTEGRATION;
const BYTES = 48 * 2 ** 20;
const MOST = 30_000;
const TIME = 0; // where the time is in a state
const EPSILON = 1e-9; // seconds: sums of time steps differ by rounding

/** The states of the last steps: a ring that forgets the oldest. */
export class History {
  readonly #size: number;
  readonly #capacity: number;
  #states: Float64Array;
  #first = 0;
  #count = 0;
  /** Entry that the simulation is at, counted from the oldest. */
  index = 0;
  /** How many entries were forgotten. */
  forgotten = 0;

  constructor(model: Model) {
    this.#size = stateSize(model, SIGNATURE);
    this.#capacity = Math.max(16, Math.min(MOST, Math.floor(BYTES / (8 * this.#size))));
    this.#states = new Float64Array(this.#size * Math.min(this.#capacity, 256));
  }

  get count(): number {
    return this.#count;
  }

  /** How many entries there can be. */
  get capacity(): number {
    return this.#capacity;
  }

  /** A copy that goes its own way. */
  clone(model: Model): History {
    const copy = new History(model);
    copy.take(this);
    return copy;
  }

  /** Becomes a copy of another history of the same model. */
  take(other: History): void {
    this.#states = other.#states.slice();
    this.#first = other.#first;
    this.#count = other.#count;
    this.index = other.index;
    this.forgotten = other.forgotten;
  }

  /** Puts another Data into the state of an entry; the simulation stays where it is. */
  read(model: Model, data: Data, index: number): void {
    setState(model, data, this.#entry(index), SIGNATURE);
  }

  /** The entry whose time is the last one up to a given time, or the first entry. */
  indexAt(time: number): number {
    let [low, high] = [0, Math.max(0, this.#count - 1)];
    while (low < high) {
      const middle = Math.ceil(0.5 * (low + high));
      if ((this.#entry(middle)[TIME] ?? 0) <= time + EPSILON) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  clear(): void {
    this.#first = 0;
    this.#count = 0;
    this.index = 0;
    this.forgotten = 0;
  }

  /** Adds the state of `data` after the current entry; what came after it is dropped. */
  record(model: Model, data: Data): void {
    if (this.#count > 0) this.#count = this.index + 1;
    this.#makeRoom();
    if (this.#count === this.#capacity) {
      this.#first = (this.#first + 1) % this.#capacity;
      this.forgotten++;
    } else this.#count++;
    this.index = this.#count - 1;
    getState(model, data, this.#entry(this.index), SIGNATURE);
  }

  /** Replaces the current entry by the state of `data`. */
  rewrite(model: Model, data: Data): void {
    if (this.#count === 0) this.record(model, data);
    else getState(model, data, this.#entry(this.index), SIGNATURE);
  }

  /** Puts `data` into the state of an entry. */
  restore(model: Model, data: Data, index: number): void {
    this.index = Math.max(0, Math.min(this.#count - 1, index));
    setState(model, data, this.#entry(this.index), SIGNATURE);
  }

  #entry(index: number): Float64Array {
    const at = this.#size * ((this.#first + index) % this.#capacity);
    return this.#states.subarray(at, at + this.#size);
  }

  #makeRoom(): void {
    const used = this.#states.length / this.#size;
    if (this.#count < used || used === this.#capacity) return;
    const larger = new Float64Array(this.#size * Math.min(this.#capacity, 2 * used));
    larger.set(this.#states);
    this.#states = larger;
  }
}

import { Handle } from '../handle.ts';

/** A list that grows, as the official package has it. */
export class ValueVec<T> extends Handle {
  readonly #values: T[];
  readonly #empty: T;
  readonly #round: (value: T) => T;

  /**
   * @param empty What new places hold.
   * @param round How a value is kept: single precision, whole numbers.
   */
  constructor(empty: T, round: (value: T) => T) {
    super();
    this.#values = [];
    this.#empty = empty;
    this.#round = round;
  }

  size(): number {
    return this.#values.length;
  }

  get(k: number): T | undefined {
    return this.#values[k];
  }

  /** Writes a value; a place beyond the end is refused. */
  set(k: number, value: T): boolean {
    if (!(k >= 0 && k <= this.#values.length)) return false;
    this.#values[k] = this.#round(value);
    return true;
  }

  push_back(value: T): void {
    this.#values.push(this.#round(value));
  }

  resize(n: number, value: T = this.#empty): void {
    while (this.#values.length < n) this.push_back(value);
    this.#values.length = n;
  }

  /** Every value, in order. */
  values(): readonly T[] {
    return this.#values;
  }

  /** Takes other values. */
  assign(values: ArrayLike<T>): void {
    this.#values.length = 0;
    for (let k = 0; k < values.length; k++) this.push_back(values[k] as T);
  }
}

const same = <T>(x: T): T => x;

/** The vectors by the letter of their elements: see `members.ts`. */
export const makeVector = {
  D: (): ValueVec<number> => new ValueVec(0, same),
  F: (): ValueVec<number> => new ValueVec(0, Math.fround),
  I: (): ValueVec<number> => new ValueVec(0, Math.trunc),
  B: (): ValueVec<number> => new ValueVec(0, (x) => x & 0xff),
  S: (): ValueVec<string> => new ValueVec('', String),
  II: (): ValueVec<ValueVec<number>> => new ValueVec(new ValueVec<number>(0, Math.trunc), same),
  FF: (): ValueVec<ValueVec<number>> => new ValueVec(new ValueVec<number>(0, Math.fround), same),
};

export type VectorLetter = keyof typeof makeVector;

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

type VectorClass<T> = new () => ValueVec<T>;

/** The class of the vectors of some values. */
export function vectorClass<T>(name: string, empty: () => T, round: (value: T) => T = same): VectorClass<T> {
  class Named extends ValueVec<T> {
    constructor() {
      super(empty(), round);
    }
  }
  return Object.defineProperty(Named, 'name', { value: name });
}

const zero = (): number => 0;
const mjIntVec = vectorClass('mjIntVec', zero, Math.trunc);
const mjFloatVec = vectorClass('mjFloatVec', zero, Math.fround);
const mjStringVec = vectorClass('mjStringVec', String, String);

/** Vectors of numbers, texts and vectors. */
export const vectorClasses = {
  mjDoubleVec: vectorClass('mjDoubleVec', zero),
  mjFloatVec,
  mjIntVec,
  mjByteVec: vectorClass('mjByteVec', zero, (x) => x & 0xff),
  mjStringVec,
  mjIntVecVec: vectorClass('mjIntVecVec', () => new mjIntVec()),
  mjFloatVecVec: vectorClass('mjFloatVecVec', () => new mjFloatVec()),
  mjStringVecVec: vectorClass('mjStringVecVec', () => new mjStringVec()),
};

/** The vectors by the letter of their elements: see `members.ts`. */
export const makeVector = {
  D: () => new vectorClasses.mjDoubleVec(),
  F: () => new mjFloatVec(),
  I: () => new mjIntVec(),
  B: () => new vectorClasses.mjByteVec(),
  S: () => new mjStringVec(),
  II: () => new vectorClasses.mjIntVecVec(),
  FF: () => new vectorClasses.mjFloatVecVec(),
};

export type VectorLetter = keyof typeof makeVector;

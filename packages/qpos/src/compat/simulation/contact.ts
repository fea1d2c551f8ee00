import type { Data } from '@qpos/core';
import { Handle } from '../handle.ts';

type TypedArray = Float64Array | Int32Array;

/** Fields of a contact and how many numbers each has. */
const FIELDS = {
  dist: 1,
  pos: 3,
  frame: 9,
  includemargin: 1,
  friction: 5,
  solref: 2,
  solreffriction: 2,
  solimp: 5,
  adhesion: 1,
  mu: 1,
  H: 36,
  dim: 1,
  geom1: 1,
  geom2: 1,
  geom: 2,
  flex: 2,
  elem: 2,
  vert: 2,
  exclude: 1,
  efc_address: 1,
} as const;

const WHOLE = new Set(['dim', 'geom1', 'geom2', 'geom', 'flex', 'elem', 'vert', 'exclude', 'efc_address']);

type Field = keyof typeof FIELDS;
type Numbers = {
  [K in Field]: (typeof FIELDS)[K] extends 1
    ? number
    : K extends 'geom' | 'flex' | 'elem' | 'vert'
      ? Int32Array
      : Float64Array;
};

/** Where the numbers of a contact are: the arrays of all contacts, by field, and its row. */
type Source = Readonly<Record<Field, TypedArray>>;

export interface MjContact extends Numbers {}

/**
 * A contact: one row of the arrays of a Data, or a contact of its own.
 *
 * @example
 * const mujoco = await loadMujoco();
 * console.log(new mujoco.MjContact().dist); // 0
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the loop below defines every member of the interface
export class MjContact extends Handle {
  readonly #source: Source;
  readonly #row: number;

  /**
   * @param source Where its numbers are; in arrays of its own by default.
   * @param row Its row in these.
   */
  constructor(source: Source = emptySource(), row = 0) {
    super();
    this.#source = source;
    this.#row = row;
  }

  /**
   * A contact of the same numbers that is independent of its Data.
   *
   * @returns The copy.
   */
  copy(): MjContact {
    const copy = new MjContact();
    for (const name of Object.keys(FIELDS) as Field[]) copy.numbers(name).set(this.numbers(name));
    return copy;
  }

  /** @internal The numbers of a field. */
  numbers(field: Field): TypedArray {
    const width = FIELDS[field];
    return this.#source[field].subarray(this.#row * width, (this.#row + 1) * width);
  }
}

for (const [field, width] of Object.entries(FIELDS) as [Field, number][])
  Object.defineProperty(MjContact.prototype, field, {
    enumerable: true,
    get(this: MjContact) {
      const numbers = this.numbers(field);
      return width === 1 ? numbers[0] : numbers;
    },
    set(this: MjContact, value: number | ArrayLike<number>) {
      this.numbers(field).set(typeof value === 'number' ? [value] : value);
    },
  });

const emptySource = (): Source =>
  Object.fromEntries(
    Object.entries(FIELDS).map(([name, width]) => [
      name,
      WHOLE.has(name) ? new Int32Array(width) : new Float64Array(width),
    ]),
  ) as unknown as Source;

/** The contacts of a Data, as they are now. */
export class MjContactVec extends Handle {
  readonly #data: Data;

  constructor(data: Data) {
    super();
    this.#data = data;
  }

  size(): number {
    return this.#data.ncon;
  }

  get(k: number): MjContact | undefined {
    if (!(k >= 0 && k < this.#data.ncon)) return undefined;
    return new MjContact(this.#data.contact as unknown as Source, k);
  }

  set(k: number, contact: MjContact): boolean {
    const own = this.get(k);
    if (own === undefined) return false;
    for (const name of Object.keys(FIELDS) as Field[]) own.numbers(name).set(contact.numbers(name));
    return true;
  }
}

import { EnvError } from '../errors.ts';
import { Space } from './space.ts';

/** The element types of a `Box`. */
export type BoxType = 'float32' | 'float64' | 'int32' | 'uint8';

/** What a `Box` hands out, by its element type. */
export type BoxArray = Float32Array | Float64Array | Int32Array | Uint8Array;

const arrays = { float32: Float32Array, float64: Float64Array, int32: Int32Array, uint8: Uint8Array } as const;
const limits = { int32: [-(2 ** 31), 2 ** 31 - 1], uint8: [0, 255] } as const;

/** The number of elements of a shape. */
export const sizeOf = (shape: readonly number[]): number => shape.reduce((product, length) => product * length, 1);

function checkedShape(low: number | ArrayLike<number>, high: number | ArrayLike<number>, shape?: readonly number[]) {
  const lengths = [low, high].flatMap((bound) => (typeof bound === 'number' ? [] : [bound?.length]));
  if (shape !== undefined && !Array.isArray(shape))
    throw new EnvError('bad-space', 'the shape of a Box is an array of whole numbers');
  const dims = shape ?? [lengths[0] ?? 1];
  if (!dims.every((length) => Number.isSafeInteger(length) && length >= 0))
    throw new EnvError('bad-space', `a Box cannot have the shape (${dims.join(', ')})`);
  for (const length of lengths)
    if (length !== sizeOf(dims))
      throw new EnvError(
        'bad-space',
        `a Box of shape (${dims.join(', ')}) needs ${sizeOf(dims)} bounds, not ${length}`,
      );
  return dims;
}

/** One end of the box in its own type; infinite ends of whole numbers become the ends of their type. */
function makeBound(type: BoxType, size: number, bound: number | ArrayLike<number>, end: 0 | 1): BoxArray {
  const made = new arrays[type](size);
  const name = end === 0 ? 'low' : 'high';
  for (let k = 0; k < size; k++) {
    const value = typeof bound === 'number' ? bound : (bound[k] as number);
    if (typeof value !== 'number' || Number.isNaN(value))
      throw new EnvError('bad-space', `${name}[${k}] of a Box is ${String(value)}`);
    if (type === 'int32' || type === 'uint8') {
      const [least, most] = limits[type];
      const inside = value === (end === 0 ? -Infinity : Infinity) ? limits[type][end] : value;
      if (!Number.isInteger(inside) || inside < least || inside > most)
        throw new EnvError('bad-space', `${name}[${k}] = ${value} of a Box is no ${type}`);
      made[k] = inside;
    } else made[k] = value;
  }
  return made;
}

/**
 * Arrays of numbers, each between bounds that may be infinite.
 *
 * @example
 * const torques = new Box(-1, 1, [6]);
 * torques.seed(7);
 * console.log(torques.sample(), String(torques)); // Float32Array(6) [...] Box(-1, 1, (6), float32)
 */
export class Box extends Space<BoxArray> {
  /** Size along each dimension. */
  readonly shape: readonly number[];
  /** Element type. */
  readonly dtype: BoxType;
  /** Lower bounds. */
  readonly low: BoxArray;
  /** Upper bounds. */
  readonly high: BoxArray;
  /** Number of elements. */
  readonly size: number;
  readonly #below: Uint8Array;
  readonly #above: Uint8Array;

  /**
   * @param low Lower bound of all elements, or of each.
   * @param high Upper bound of all elements, or of each.
   * @param shape Size along each dimension; by default one dimension as long as the bounds.
   * @param dtype Element type, `float32` by default as in Gymnasium.
   */
  constructor(
    low: number | ArrayLike<number>,
    high: number | ArrayLike<number>,
    shape?: readonly number[],
    dtype: BoxType = 'float32',
  ) {
    super();
    if (!(dtype in arrays))
      throw new EnvError('bad-space', `a Box has no elements of type '${String(dtype)}'`, {
        hint: `types are ${Object.keys(arrays).join(', ')}`,
      });
    this.shape = checkedShape(low, high, shape);
    this.dtype = dtype;
    this.size = sizeOf(this.shape);
    this.low = makeBound(dtype, this.size, low, 0);
    this.high = makeBound(dtype, this.size, high, 1);
    const bounded = (bound: number | ArrayLike<number>): Uint8Array =>
      Uint8Array.from({ length: this.size }, (_, k) =>
        Number.isFinite(typeof bound === 'number' ? bound : (bound[k] as number)) ? 1 : 0,
      );
    this.#below = bounded(low);
    this.#above = bounded(high);
    for (let k = 0; k < this.size; k++)
      if ((this.low[k] as number) > (this.high[k] as number))
        throw new EnvError('bad-space', `low[${k}] = ${this.low[k]} of a Box is above high[${k}] = ${this.high[k]}`);
  }

  /**
   * Whether the elements have bounds.
   *
   * @param side Which bounds to look at.
   * @returns Whether all elements have them.
   */
  isBounded(side: 'both' | 'below' | 'above' = 'both'): boolean {
    const below = side === 'above' || this.#below.every((bounded) => bounded === 1);
    return below && (side === 'below' || this.#above.every((bounded) => bounded === 1));
  }

  /**
   * A random element: uniform between two bounds, normal without any, exponential beyond a single one.
   *
   * @param into An array of the space's type and size to write to.
   * @returns `into`, or a new array.
   */
  override sample(into: BoxArray = new arrays[this.dtype](this.size)): BoxArray {
    // Gymnasium draws all elements of one kind before those of the next
    const { size, random } = this;
    const above = this.#above;
    const below = this.#below;
    for (let k = 0; k < size; k++) if (below[k] === 0 && above[k] === 0) into[k] = this.#settle(k, random.normal());
    for (let k = 0; k < size; k++)
      if (below[k] === 1 && above[k] === 0) into[k] = this.#settle(k, (this.low[k] as number) + random.exponential());
    for (let k = 0; k < size; k++)
      if (below[k] === 0 && above[k] === 1) into[k] = this.#settle(k, (this.high[k] as number) - random.exponential());
    const open = this.dtype === 'int32' || this.dtype === 'uint8' ? 1 : 0;
    for (let k = 0; k < size; k++)
      if (below[k] === 1 && above[k] === 1)
        into[k] = this.#settle(k, random.uniform(this.low[k] as number, (this.high[k] as number) + open));
    return into;
  }

  /**
   * Whether something is an element.
   *
   * @param value What to look at.
   * @returns Whether it is.
   */
  override contains(value: unknown): boolean {
    if (!isNumeric(value) || value.length !== this.size) return false;
    const whole = this.dtype === 'int32' || this.dtype === 'uint8';
    for (let k = 0; k < this.size; k++) {
      const x = value[k] as number;
      if (!(x >= (this.low[k] as number) && x <= (this.high[k] as number))) return false;
      if (whole && !Number.isInteger(x)) return false;
    }
    return true;
  }

  /**
   * The space in words, as Gymnasium prints it.
   *
   * @returns The text.
   */
  override toString(): string {
    const same = (bound: BoxArray): string =>
      bound.every((x) => x === bound[0]) ? String(bound[0]) : `[${Array.from(bound).join(' ')}]`;
    return `Box(${same(this.low)}, ${same(this.high)}, (${this.shape.join(', ')}), ${this.dtype})`;
  }

  /** A drawn number as an element: whole where the type is, and not beyond the bounds by rounding. */
  #settle(k: number, drawn: number): number {
    const value = this.dtype === 'int32' || this.dtype === 'uint8' ? Math.floor(drawn) : drawn;
    return Math.min(this.high[k] as number, Math.max(this.low[k] as number, value));
  }
}

/** Whether something is an array of numbers. */
export function isNumeric(value: unknown): value is ArrayLike<number> {
  if (ArrayBuffer.isView(value)) return !(value instanceof DataView) && !(value instanceof BigInt64Array);
  return Array.isArray(value) && value.every((x) => typeof x === 'number');
}

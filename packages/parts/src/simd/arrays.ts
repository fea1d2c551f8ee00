import { count, finite, PartsError } from '../errors.ts';
import { kernel } from './kernel/select.ts';

const MOST = 2 ** 24; // of numbers in one array

/**
 * Numbers where the SIMD kernel reaches them.
 *
 * @example
 * const masses = new SimdNumbers(1000);
 * masses.values.fill(1.5);
 */
export class SimdNumbers {
  /** How many there are. */
  readonly length: number;
  /** The numbers, to be read and written. */
  readonly values: Float64Array;

  /** @param length How many there are; all zero at first. */
  constructor(length: number) {
    this.length = size(length, 1);
    this.values = kernel().allocate(this, this.length);
  }

  /**
   * Copies numbers.
   *
   * @param values The numbers.
   * @returns The copy.
   */
  static from(values: ArrayLike<number>): SimdNumbers {
    checkArray('values', values);
    const copy = new SimdNumbers(values.length);
    for (let i = 0; i < copy.length; i++) copy.values[i] = finite('values', values[i]);
    return copy;
  }
}

/**
 * Vectors of 3 where the SIMD kernel reaches them: all x, then all y, then all z.
 *
 * @example
 * const points = SimdVectors.from([0, 0, 0, 1, 0, 0, 0, 2, 0]);
 * console.log(findMaxDot(points, [0, 1, 0])); // 2
 */
export class SimdVectors {
  /** How many vectors there are. */
  readonly length: number;
  /** x of each vector, to be read and written. */
  readonly x: Float64Array;
  /** y of each vector. */
  readonly y: Float64Array;
  /** z of each vector. */
  readonly z: Float64Array;
  /** @internal All of them. */
  readonly data: Float64Array;

  /** @param length How many vectors there are; all zero at first. */
  constructor(length: number) {
    const n = size(length, 3);
    this.length = n;
    this.data = kernel().allocate(this, 3 * n);
    this.x = this.data.subarray(0, n);
    this.y = this.data.subarray(n, 2 * n);
    this.z = this.data.subarray(2 * n);
  }

  /**
   * Copies vectors.
   *
   * @param vectors Three numbers for each: x, y, z, x, y, z, ...
   * @returns The copy.
   */
  static from(vectors: ArrayLike<number>): SimdVectors {
    checkArray('vectors', vectors);
    const all = vectors.length;
    if (all % 3 !== 0) throw new PartsError('bad-argument', `vectors have 3 numbers each, but there are ${all}`);
    const copy = new SimdVectors(all / 3);
    for (let i = 0; i < copy.length; i++) copy.set(i, vectors, 3 * i);
    return copy;
  }

  /**
   * Sets a vector.
   *
   * @param i Its index.
   * @param vector Where its three numbers are.
   * @param at Index of the first of them; 0 by default.
   */
  set(i: number, vector: ArrayLike<number>, at = 0): void {
    checkIndex(i, this.length);
    checkArray('vector', vector);
    this.x[i] = finite('vector', vector[at]);
    this.y[i] = finite('vector', vector[at + 1]);
    this.z[i] = finite('vector', vector[at + 2]);
  }

  /**
   * A vector.
   *
   * @param i Its index.
   * @returns A copy of its three numbers.
   */
  get(i: number): Float64Array {
    checkIndex(i, this.length);
    return Float64Array.of(this.x[i], this.y[i], this.z[i]);
  }
}

/**
 * Boxes along the axes where the SIMD kernel reaches them.
 *
 * @example
 * const boxes = new SimdBoxes(2);
 * boxes.set(0, [0, 0, 0], [1, 1, 1]);
 * boxes.set(1, [5, 5, 5], [6, 6, 6]);
 * console.log(overlappingBoxes(boxes, [0.5, 0.5, 0.5], [2, 2, 2]).count); // 1
 */
export class SimdBoxes {
  /** How many boxes there are. */
  readonly length: number;
  /** @internal Least x, y, z, greatest x, y, z, each of all boxes. */
  readonly data: Float64Array;
  /** @internal Where the kernel writes which overlap. */
  readonly flags: Uint8Array;

  /** @param length How many boxes there are; all at the origin at first. */
  constructor(length: number) {
    const n = size(length, 7);
    this.length = n;
    const numbers = kernel().allocate(this, 6 * n + Math.ceil(n / 8));
    this.data = numbers.subarray(0, 6 * n);
    this.flags = new Uint8Array(numbers.buffer, numbers.byteOffset + 48 * n, n);
  }

  /**
   * Sets a box.
   *
   * @param i Its index.
   * @param least Its least corner.
   * @param greatest Its greatest corner.
   */
  set(i: number, least: ArrayLike<number>, greatest: ArrayLike<number>): void {
    checkIndex(i, this.length);
    checkArray('least', least);
    checkArray('greatest', greatest);
    for (let k = 0; k < 3; k++) {
      this.data[this.length * k + i] = finite('least', least[k]);
      this.data[this.length * (3 + k) + i] = finite('greatest', greatest[k]);
    }
  }
}

function size(length: number, width: number): number {
  if (count('length', length) * width > MOST)
    throw new PartsError('bad-argument', `${length} are more than there is room for`);
  return length;
}

function checkArray(name: string, x: ArrayLike<number>): void {
  if (typeof x !== 'object' || x === null || !Number.isInteger(x.length))
    throw new PartsError('bad-argument', `${name} must be an array of numbers`);
}

function checkIndex(i: number, length: number): void {
  if (!(Number.isInteger(i) && i >= 0 && i < length))
    throw new PartsError('bad-argument', `there is no element ${String(i)} of ${length}`);
}

import { PartsError } from '../errors.ts';

type Numbers = ArrayLike<number>;

/**
 * A few vectors of 3 that are computed with at once, each in a lane. Plain JavaScript has no SIMD instructions: these save writing loops, and keep x, y and z of
 * all lanes together; for speed use `SimdVectors`. Results are new.
 */
export abstract class Vec3Lanes<Self extends Vec3Lanes<Self>> {
  /** x of each lane. */
  readonly x: Float64Array;
  /** y of each lane. */
  readonly y: Float64Array;
  /** z of each lane. */
  readonly z: Float64Array;

  /** @internal */
  protected constructor(lanes: number) {
    this.x = new Float64Array(lanes);
    this.y = new Float64Array(lanes);
    this.z = new Float64Array(lanes);
  }

  /** @internal An empty one of the same kind. */
  protected abstract make(): Self;

  /** Number of lanes. */
  get lanes(): number {
    return this.x.length;
  }

  /**
   * Sets a lane.
   *
   * @param lane Its index.
   * @param vector Three numbers.
   * @returns This.
   */
  set(lane: number, vector: Numbers): this {
    this.#check(lane);
    const [x, y, z] = three('vector', vector);
    this.x[lane] = x;
    this.y[lane] = y;
    this.z[lane] = z;
    return this;
  }

  /**
   * A lane.
   *
   * @param lane Its index.
   * @returns A copy of its vector.
   */
  get(lane: number): Float64Array {
    this.#check(lane);
    return Float64Array.of(this.x[lane], this.y[lane], this.z[lane]);
  }

  /**
   * Sums.
   *
   * @param other Vectors to add.
   * @returns The sum in each lane.
   */
  add(other: Self): Self {
    return this.#zip(other, (a, b) => a + b);
  }

  /**
   * Differences.
   *
   * @param other Vectors to subtract.
   * @returns The difference in each lane.
   */
  sub(other: Self): Self {
    return this.#zip(other, (a, b) => a - b);
  }

  /**
   * Multiples.
   *
   * @param factor A factor for all lanes, or one for each.
   * @returns The multiple in each lane.
   */
  scale(factor: number | Numbers): Self {
    const factors = this.#numbers('factor', factor);
    return this.#map((a, k) => a * factors[k]);
  }

  /**
   * Opposites.
   *
   * @returns The opposite in each lane.
   */
  neg(): Self {
    return this.#map((a) => -a);
  }

  /**
   * this + other·factor.
   *
   * @param other Vectors to add multiples of.
   * @param factor A factor for all lanes, or one for each.
   * @returns The sum in each lane.
   */
  mulAdd(other: Self, factor: number | Numbers): Self {
    const factors = this.#numbers('factor', factor);
    return this.#zip(other, (a, b, k) => a + b * factors[k]);
  }

  /**
   * Products.
   *
   * @param other Vectors.
   * @returns The dot product in each lane.
   */
  dot(other: Self): Float64Array {
    this.#same(other);
    return this.x.map((x, k) => x * other.x[k] + this.y[k] * other.y[k] + this.z[k] * other.z[k]);
  }

  /**
   * Cross products.
   *
   * @param other Vectors.
   * @returns The cross product in each lane.
   */
  cross(other: Self): Self {
    this.#same(other);
    const res = this.make();
    for (let k = 0; k < this.lanes; k++) {
      res.x[k] = this.y[k] * other.z[k] - this.z[k] * other.y[k];
      res.y[k] = this.z[k] * other.x[k] - this.x[k] * other.z[k];
      res.z[k] = this.x[k] * other.y[k] - this.y[k] * other.x[k];
    }
    return res;
  }

  /**
   * Lengths.
   *
   * @returns The length in each lane.
   */
  norm(): Float64Array {
    return this.x.map((x, k) => Math.sqrt(x * x + this.y[k] * this.y[k] + this.z[k] * this.z[k]));
  }

  /**
   * Directions.
   *
   * @returns The vector at unit length in each lane; (1, 0, 0) for one without a direction.
   */
  normalize(): Self {
    const length = this.norm();
    const res = this.#map((a, k) => (length[k] > 0 ? a / length[k] : 0));
    for (let k = 0; k < this.lanes; k++) if (!(length[k] > 0)) res.x[k] = 1;
    return res;
  }

  /**
   * Vectors with no component beyond bounds.
   *
   * @param least Least value of every component.
   * @param greatest Greatest value of every component.
   * @returns The nearest such vector in each lane.
   */
  clamp(least: number, greatest: number): Self {
    return this.clampToBox([least, least, least], [greatest, greatest, greatest]);
  }

  /**
   * The nearest points of a box.
   *
   * @param least Least corner of the box.
   * @param greatest Greatest corner of the box.
   * @returns The nearest point in each lane.
   */
  clampToBox(least: Numbers, greatest: Numbers): Self {
    const [l, g] = [three('least', least), three('greatest', greatest)];
    if (!l.every((x, k) => x <= g[k]))
      throw new PartsError('bad-argument', 'a box goes from its least to its greatest corner');
    return this.#map((a, _, c) => Math.min(g[c], Math.max(l[c], a)));
  }

  /**
   * The lane that goes farthest along a direction.
   *
   * @param direction The direction.
   * @returns Index of the first lane with the largest product.
   */
  argmaxDot(direction: Numbers): number {
    const [dx, dy, dz] = three('direction', direction);
    const dots = this.x.map((x, k) => x * dx + this.y[k] * dy + this.z[k] * dz);
    return dots.indexOf(Math.max(...dots));
  }

  /**
   * The lane that goes least along a direction.
   *
   * @param direction The direction.
   * @returns Index of the first lane with the smallest product.
   */
  argminDot(direction: Numbers): number {
    return this.argmaxDot(three('direction', direction).map((x) => -x));
  }

  #map(f: (a: number, lane: number, axis: number) => number): Self {
    const res = this.make();
    for (let k = 0; k < this.lanes; k++) {
      res.x[k] = f(this.x[k], k, 0);
      res.y[k] = f(this.y[k], k, 1);
      res.z[k] = f(this.z[k], k, 2);
    }
    return res;
  }

  #zip(other: Self, f: (a: number, b: number, lane: number) => number): Self {
    this.#same(other);
    const of = [other.x, other.y, other.z];
    return this.#map((a, k, axis) => f(a, of[axis][k], k));
  }

  #numbers(name: string, x: number | Numbers): Numbers {
    const all = typeof x === 'number' ? new Float64Array(this.lanes).fill(x) : x;
    if (all?.length !== this.lanes || Array.from(all).some((y) => !Number.isFinite(y)))
      throw new PartsError('bad-argument', `${name} must be a number, or ${this.lanes} of them`);
    return all;
  }

  #same(other: Self): void {
    if (!(other instanceof Vec3Lanes) || other.lanes !== this.lanes)
      throw new PartsError('bad-argument', `vectors in ${this.lanes} lanes are needed`);
  }

  #check(lane: number): void {
    if (!(Number.isInteger(lane) && lane >= 0 && lane < this.lanes))
      throw new PartsError('bad-argument', `there is no lane ${String(lane)} of ${this.lanes}`);
  }
}

function three(name: string, x: Numbers): number[] {
  const read = typeof x === 'object' && x !== null ? Array.from(x) : [];
  if (read.length !== 3 || !read.every((y) => Number.isFinite(y)))
    throw new PartsError('bad-argument', `${name} must be an array of 3 numbers`);
  return read;
}

function fill<T extends Vec3Lanes<T>>(res: T, vectors: Numbers): T {
  if (typeof vectors !== 'object' || vectors === null || vectors.length !== 3 * res.lanes)
    throw new PartsError('bad-argument', `vectors must be ${3 * res.lanes} numbers: x, y, z, x, ...`);
  const all = Array.from(vectors);
  for (let k = 0; k < res.lanes; k++) res.set(k, all.slice(3 * k, 3 * k + 3));
  return res;
}

function repeat<T extends Vec3Lanes<T>>(res: T, vector: Numbers): T {
  for (let k = 0; k < res.lanes; k++) res.set(k, vector);
  return res;
}

/**
 * Four vectors at once.
 *
 * @example
 * const a = Vec3x4.splat([1, 2, 3]);
 * const b = Vec3x4.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1]);
 * console.log(a.dot(b)); // 1 2 3 6
 */
export class Vec3x4 extends Vec3Lanes<Vec3x4> {
  /** Zeros. */
  constructor() {
    super(4);
  }

  protected override make(): Vec3x4 {
    return new Vec3x4();
  }

  /**
   * The same vector in all lanes.
   *
   * @param vector Three numbers.
   * @returns The four vectors.
   */
  static splat(vector: Numbers): Vec3x4 {
    return repeat(new Vec3x4(), vector);
  }

  /**
   * Four vectors.
   *
   * @param vectors Twelve numbers: x, y, z, x, y, z, ...
   * @returns The four vectors.
   */
  static from(vectors: Numbers): Vec3x4 {
    return fill(new Vec3x4(), vectors);
  }
}

/**
 * Eight vectors at once.
 *
 * @example
 * console.log(Vec3x8.splat([3, 4, 0]).norm()); // 5, eight times
 */
export class Vec3x8 extends Vec3Lanes<Vec3x8> {
  /** Zeros. */
  constructor() {
    super(8);
  }

  protected override make(): Vec3x8 {
    return new Vec3x8();
  }

  /**
   * The same vector in all lanes.
   *
   * @param vector Three numbers.
   * @returns The eight vectors.
   */
  static splat(vector: Numbers): Vec3x8 {
    return repeat(new Vec3x8(), vector);
  }

  /**
   * Eight vectors.
   *
   * @param vectors Twenty-four numbers: x, y, z, x, y, z, ...
   * @returns The eight vectors.
   */
  static from(vectors: Numbers): Vec3x8 {
    return fill(new Vec3x8(), vectors);
  }
}

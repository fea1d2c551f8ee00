/**
 * What computes on batches. Arrays come from `allocate` of the same kernel. Vectors are three runs of n numbers (all x, all y, all z), boxes six (least x, y, z,
 * greatest x, y, z).
 */
export interface Kernel {
  /** Zeros; the memory returns to the kernel when `owner` is collected. */
  allocate(owner: object, count: number): Float64Array;
  /** Index of the first vector with the largest product with a direction; 0 if there is none. */
  maxDot(p: Float64Array, n: number, dx: number, dy: number, dz: number): number;
  /** out = p · d for each vector. */
  dots(out: Float64Array, p: Float64Array, n: number, dx: number, dy: number, dz: number): void;
  /** out = a · b for each pair of vectors. */
  pairDots(out: Float64Array, a: Float64Array, b: Float64Array, n: number): void;
  /** Writes 1 for each box that overlaps the given one, 0 for the others; returns their number. */
  overlaps(
    out: Uint8Array,
    boxes: Float64Array,
    n: number,
    x0: number,
    y0: number,
    z0: number,
    x1: number,
    y1: number,
    z1: number,
  ): number;
  /** y += x · a. */
  axpy(y: Float64Array, x: Float64Array, n: number, a: number): void;
  /** Σ a · b, by four partial sums. */
  dotSum(a: Float64Array, b: Float64Array, n: number): number;
  /** v += f · (w · h) for each body. */
  kick(v: Float64Array, f: Float64Array, w: Float64Array, n: number, h: number): void;
  /** out = m · p for each vector; `out` may be `p`. */
  matVec(out: Float64Array, p: Float64Array, n: number, m: ArrayLike<number>): void;
  /** out = max(0, k · d^p + c · v) where d > 0, else 0; p is 1, 1.5 or 2. */
  normalForces(
    out: Float64Array,
    depth: Float64Array,
    velocity: Float64Array,
    n: number,
    k: number,
    c: number,
    p: number,
  ): void;
  /** out = −μ · N · v / max(|v|, slow) for each contact. */
  frictionForces(out: Float64Array, normal: Float64Array, v: Float64Array, n: number, mu: number, slow: number): void;
}

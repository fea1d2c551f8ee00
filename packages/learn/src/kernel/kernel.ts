/**
 * The arithmetic of networks: a few functions on arrays of single precision, row by row. Both implementations, `plain.ts` and
 * `exports.as.ts` (WebAssembly with SIMD), give the same bits: each element of a result adds its terms in the order written here,
 * and every operation is rounded to single precision.
 */
export interface Kernel {
  /** Zeroed memory that the functions accept. It is never given back: networks live as long as their trainer. */
  allocate(count: number): Float32Array;
  /** `y = x w + bias`: `x` has `rows` × `inputs`, `w` `inputs` × `outputs`. */
  affine(
    y: Float32Array,
    x: Float32Array,
    w: Float32Array,
    bias: Float32Array,
    rows: number,
    inputs: number,
    outputs: number,
  ): void;
  /** `g += xᵀ d`: the slope of a loss along the weights, of inputs `x` (`rows` × `inputs`) and slopes `d` (`rows` × `outputs`). */
  addTransposedProduct(
    g: Float32Array,
    x: Float32Array,
    d: Float32Array,
    rows: number,
    inputs: number,
    outputs: number,
  ): void;
  /** `result = aᵀ` of `rows` × `columns`. */
  transpose(result: Float32Array, a: Float32Array, rows: number, columns: number): void;
  /** Adds each column of `a` to an element of `sums`. */
  addColumnSums(sums: Float32Array, a: Float32Array, rows: number, columns: number): void;
  tanhInPlace(x: Float32Array, count: number): void;
  /** `d *= 1 - y²`. */
  tanhBackward(d: Float32Array, y: Float32Array, count: number): void;
  reluInPlace(x: Float32Array, count: number): void;
  /** `d = 0` where `y` is. */
  reluBackward(d: Float32Array, y: Float32Array, count: number): void;
  /** One step of Adam: moments `m` and `v`, and `w -= rate m / (√v + epsilon)`; the corrections for the start are in `rate` and `epsilon`. */
  adam(
    w: Float32Array,
    g: Float32Array,
    m: Float32Array,
    v: Float32Array,
    count: number,
    rate: number,
    beta1: number,
    beta2: number,
    epsilon: number,
  ): void;
  /** `target += share (source - target)`. */
  blend(target: Float32Array, source: Float32Array, count: number, share: number): void;
}

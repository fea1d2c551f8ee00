/**
 * The TypeScript half of the dialect in which the numeric core is written; `dialect.as.ts` is the AssemblyScript half.
 * A file of the compiled set sees arrays as `F64`, `I32`, `U8` and `F32` with `[]`, and numbers as `f64` and `i32`.
 * `const { nv, dof_bodyid } = m;` takes fields apart, as anywhere in TypeScript (scripts/dialect/fields.mjs).
 * `@cold` at the head of a file and `@noinline` at a function say what the compiler does not inline (scripts/dialect/inlining.mjs).
 */
export type i32 = number;
export type f64 = number;
export type F64 = Float64Array;
export type I32 = Int32Array;
export type U8 = Uint8Array;
export type F32 = Float32Array;

/** Working memory of a fixed size, made once when the module loads. */
export function scratchF64(n: i32): F64 {
  return new Float64Array(n);
}

/** Integer working memory of a fixed size, made once when the module loads. */
export function scratchI32(n: i32): I32 {
  return new Int32Array(n);
}

/** What a field of a record holds before it is given an array that belongs to somebody else. */
export const EMPTY_F64: F64 = new Float64Array(0);
export const EMPTY_I32: I32 = new Int32Array(0);
export const EMPTY_U8: U8 = new Uint8Array(0);
export const EMPTY_F32: F32 = new Float32Array(0);

/** Integer quotient, rounded toward zero. */
export function idiv(a: i32, b: i32): i32 {
  return (a / b) | 0;
}

/** The integer part of `x`, rounded toward zero; |x| < 2³¹. */
export function toInt(x: f64): i32 {
  return x | 0;
}

/** An integer as a floating-point number. */
export function toF64(i: i32): f64 {
  return i;
}

/** `x` rounded to single precision. */
export function fround(x: f64): f64 {
  return Math.fround(x);
}

export function isNaN64(x: f64): boolean {
  return x !== x;
}

const bits = new DataView(new ArrayBuffer(8));

/** The upper 32 bits of the representation of `x`. */
export function highBits(x: f64): i32 {
  bits.setFloat64(0, x);
  return bits.getInt32(0);
}

/** The lower 32 bits of the representation of `x`. */
export function lowBits(x: f64): i32 {
  bits.setFloat64(0, x);
  return bits.getInt32(4);
}

/** The number whose representation is `high:low`. */
export function fromBits(high: i32, low: i32): f64 {
  bits.setInt32(0, high);
  bits.setInt32(4, low);
  return bits.getFloat64(0);
}

/** The low 32 bits of a product of integers. */
export function imul(a: i32, b: i32): i32 {
  return Math.imul(a, b);
}

/** Unsigned comparison a < b of 32-bit integers. */
export function ltU32(a: i32, b: i32): boolean {
  return a >>> 0 < b >>> 0;
}

/** Unsigned remainder of 32-bit integers. */
export function remU32(a: i32, b: i32): i32 {
  return ((a >>> 0) % (b >>> 0)) | 0;
}

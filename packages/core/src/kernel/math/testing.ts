/**
 * What the tests of this folder share: random numbers with a seed, and calls of the oracle's `mju_` functions.
 */

/** Uniform numbers in [0, 1). */
export function generator(seed: number): () => number {
  let s = seed;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32 + 2 ** -32 * ((Math.imul(s, 0x9e3779b1) >>> 0) / 2 ** 32);
  };
}

/** `n` numbers in [-1, 1). */
export function vector(random: () => number, n: number): Float64Array {
  return Float64Array.from({ length: n }, () => 2 * random() - 1);
}

/** A unit quaternion. */
export function rotation(random: () => number): Float64Array {
  const q = vector(random, 4);
  const norm = Math.sqrt(q.reduce((s, x) => s + x * x, 0));
  return q.map((x) => x / norm);
}

/** A symmetric positive definite n×n matrix. */
export function definite(random: () => number, n: number): Float64Array {
  const a = vector(random, n * n),
    res = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) res[i * n + j] += a[i * n + k] * a[j * n + k];
    }
    res[i * n + i] += 0.1;
  }
  return res;
}

/** a·b for dense n×n matrices, the plain way. */
export function product(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const res = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) res[i * n + j] += a[i * n + k] * b[k * n + j];
  }
  return res;
}

/** Largest difference of two arrays. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
}

interface Buffer {
  GetView(): Float64Array;
  delete(): void;
}
interface Foreign {
  DoubleBuffer: { FromArray(a: number[]): Buffer };
  IntBuffer: { FromArray(a: number[]): Buffer };
}

/** Calls `name` of the oracle's module; the first `outputs` arguments are arrays that it fills. */
export type OracleCall = (name: string, outputs: number, ...args: unknown[]) => number;

export function oracleCall(module: unknown): OracleCall {
  const mj = module as Foreign & Record<string, (...args: unknown[]) => number>;
  return (name, outputs, ...args) => {
    const buffers = args.slice(0, outputs).map((a) => {
      const list = Array.from(a as ArrayLike<number>);
      return a instanceof Int32Array ? mj.IntBuffer.FromArray(list) : mj.DoubleBuffer.FromArray(list);
    });
    const inputs = args.slice(outputs).map((a) => (ArrayBuffer.isView(a) ? Array.from(a as Float64Array) : a));
    const result = mj[name](...buffers, ...inputs);
    buffers.forEach((b, i) => {
      (args[i] as Float64Array).set(b.GetView());
      b.delete();
    });
    return result;
  };
}

// Small measures of vectors. All take Float64Array: an engine that sees one kind of array keeps numbers out of the heap.

/** The sum of squares. */
export function sumOfSquares(x: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += (x[k] as number) * (x[k] as number);
  return sum;
}

/** The sum of the squared differences of two vectors. */
export function squaredDistance(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += ((x[k] as number) - (y[k] as number)) ** 2;
  return sum;
}

/** The sum of squares of numbers that are clipped first. */
export function sumOfClippedSquares(x: Float64Array, low: number, high: number): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) {
    const value = Math.max(low, Math.min(high, x[k] as number));
    sum += value * value;
  }
  return sum;
}

/** Appends `x` from index `from` on to `out` at `at`; returns where the next goes. */
export function append(out: Float64Array, at: number, x: Float64Array, from = 0): number {
  let next = at;
  for (let k = from; k < x.length; k++) out[next++] = x[k] as number;
  return next;
}

/** As `append`, with numbers clipped to [low, high]. */
export function appendClipped(
  out: Float64Array,
  at: number,
  x: Float64Array,
  from: number,
  low: number,
  high: number,
): number {
  let next = at;
  for (let k = from; k < x.length; k++) out[next++] = Math.max(low, Math.min(high, x[k] as number));
  return next;
}

/** The distance of two points in arrays of points. */
export function pointDistance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = (a[3 * i] as number) - (b[3 * j] as number);
  const y = (a[3 * i + 1] as number) - (b[3 * j + 1] as number);
  const z = (a[3 * i + 2] as number) - (b[3 * j + 2] as number);
  return Math.sqrt(x * x + y * y + z * z);
}

/** Whether all numbers are finite. */
export function isFiniteVector(x: Float64Array): boolean {
  for (let k = 0; k < x.length; k++) if (!Number.isFinite(x[k] as number)) return false;
  return true;
}

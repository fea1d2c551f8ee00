/** Products of dense matrices, stored by rows. The result comes first and is not an input. */

/** res (n × m) = a (n × k) · b (k × m). */
export function multiply(res: Float64Array, a: Float64Array, b: Float64Array, n: number, k: number, m: number): void {
  product(res, a, k, 1, b, n, k, m);
}

/** res (n × m) = aᵀ · b, of a (k × n) and b (k × m). */
export function multiplyTransposed(
  res: Float64Array,
  a: Float64Array,
  b: Float64Array,
  n: number,
  k: number,
  m: number,
): void {
  product(res, a, 1, n, b, n, k, m);
}

/** res (n × m) = left · b, where left (n × k) has its rows `row` and its columns `column` numbers apart in `a`. */
function product(
  res: Float64Array,
  a: Float64Array,
  row: number,
  column: number,
  b: Float64Array,
  n: number,
  k: number,
  m: number,
): void {
  res.fill(0, 0, n * m);
  for (let i = 0; i < n; i++)
    for (let l = 0; l < k; l++) {
      const s = a[i * row + l * column];
      if (s === 0) continue;
      for (let j = 0; j < m; j++) res[i * m + j] += s * b[l * m + j];
    }
}

/** res (n × m) = a · bᵀ, of a (n × k) and b (m × k). */
export function multiplyByTransposed(
  res: Float64Array,
  a: Float64Array,
  b: Float64Array,
  n: number,
  k: number,
  m: number,
): void {
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      let s = 0;
      for (let l = 0; l < k; l++) s += a[i * k + l] * b[j * k + l];
      res[i * m + j] = s;
    }
}

/** a = (a + aᵀ)/2. */
export function symmetrise(a: Float64Array, n: number): void {
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      const s = 0.5 * (a[i * n + j] + a[j * n + i]);
      a[i * n + j] = s;
      a[j * n + i] = s;
    }
}

/** The largest magnitude. */
export function largest(a: ArrayLike<number>, n = a.length): number {
  let most = 0;
  for (let i = 0; i < n; i++) most = Math.max(most, Math.abs(a[i]));
  return most;
}

/** The identity. */
export function identity(n: number): Float64Array {
  const res = new Float64Array(n * n);
  for (let i = 0; i < n; i++) res[i * (n + 1)] = 1;
  return res;
}

/** A matrix given whole, or by its diagonal, or as one number for the whole diagonal. */
export function square(given: ArrayLike<number> | number, n: number): Float64Array | undefined {
  if (typeof given !== 'number' && given.length === n * n) return Float64Array.from(given);
  if (typeof given !== 'number' && given.length !== n) return undefined;
  const res = new Float64Array(n * n);
  for (let i = 0; i < n; i++) res[i * (n + 1)] = typeof given === 'number' ? given : given[i];
  return res;
}

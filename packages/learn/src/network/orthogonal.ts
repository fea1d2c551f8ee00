/** Draws numbers of the standard normal distribution. */
export interface NormalSource {
  normal(): number;
}

/**
 * Fills a matrix with orthonormal rows or columns, whichever are fewer, times `gain`.
 *
 * @see Saxe, McClelland, Ganguli, Exact solutions to the nonlinear dynamics of learning in deep linear neural networks (2014)
 */
export function fillOrthogonal(
  w: Float32Array,
  rows: number,
  columns: number,
  gain: number,
  random: NormalSource,
): void {
  const [few, many] = rows < columns ? [rows, columns] : [columns, rows];
  const vectors: Float64Array[] = [];
  while (vectors.length < few) {
    const v = Float64Array.from({ length: many }, () => random.normal());
    // twice: one pass of Gram-Schmidt leaves rounding errors that the second removes
    for (let pass = 0; pass < 2; pass++) for (const u of vectors) subtractProjection(v, u);
    const length = Math.sqrt(dot(v, v));
    if (length > 1e-6 * Math.sqrt(many)) vectors.push(v.map((x) => x / length));
  }
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const [vector, element] = rows < columns ? [i, j] : [j, i];
      w[i * columns + j] = gain * ((vectors[vector] as Float64Array)[element] as number);
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] as number) * (b[k] as number);
  return sum;
}

function subtractProjection(v: Float64Array, unit: Float64Array): void {
  const share = dot(v, unit);
  for (let k = 0; k < v.length; k++) v[k] = (v[k] as number) - share * (unit[k] as number);
}

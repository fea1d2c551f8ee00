import { type ConstraintSet, correct, LEAST, slope } from './constraint-set.ts';

/** The bend |a - 2b + c| of three vertices in a row, and its gradient; 0 where they are in line at equal distances. */
export function measureBend(x: Float64Array, a: number, b: number, c: number): number {
  const dx = x[a] - 2 * x[b] + x[c];
  const dy = x[a + 1] - 2 * x[b + 1] + x[c + 1];
  const dz = x[a + 2] - 2 * x[b + 2] + x[c + 2];
  const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const s = size < LEAST ? 0 : 1 / size;
  slope[0] = slope[6] = s * dx;
  slope[1] = slope[7] = s * dy;
  slope[2] = slope[8] = s * dz;
  for (let k = 0; k < 3; k++) slope[3 + k] = -2 * slope[k];
  return size;
}

/** Bends of three vertices in a row: C = (|a - 2b + c| - rest) / l, about the angle, with l the mean length of the two parts. */
export function solveBends(
  set: ConstraintSet,
  lengths: Float64Array,
  x: Float64Array,
  w: Float64Array,
  inverseSquare: number,
): void {
  const { vertices, rest } = set;
  for (let e = 0; e < rest.length; e++) {
    const size = measureBend(x, 3 * vertices[3 * e], 3 * vertices[3 * e + 1], 3 * vertices[3 * e + 2]);
    const scale = 1 / lengths[e];
    if (size >= LEAST) correct(set, e, (size - rest[e]) * scale, scale, x, w, inverseSquare);
  }
}

import { type ConstraintSet, LEAST } from './constraint-set.ts';

/** Distances of two vertices: C = |a - b| - rest. Most of the work of a step: written out for that. */
export function solveDistances(set: ConstraintSet, x: Float64Array, w: Float64Array, inverseSquare: number): void {
  const { vertices, rest, compliance, lambda } = set;
  for (let e = 0; e < rest.length; e++) {
    const i = vertices[2 * e];
    const j = vertices[2 * e + 1];
    const a = 3 * i;
    const b = 3 * j;
    const wi = w[i];
    const wj = w[j];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const soft = compliance[e] * inverseSquare;
    const weight = wi + wj + soft;
    if (length < LEAST || weight === 0) continue;
    const step = (rest[e] - length - soft * lambda[e]) / weight;
    lambda[e] += step;
    const s = step / length;
    const si = s * wi;
    const sj = s * wj;
    x[a] += si * dx;
    x[a + 1] += si * dy;
    x[a + 2] += si * dz;
    x[b] -= sj * dx;
    x[b + 1] -= sj * dy;
    x[b + 2] -= sj * dz;
  }
}

import { cross } from '@qpos/core/math';
import { type ConstraintSet, LEAST } from './constraint-set.ts';

/** Volume of a tetrahedron; positive if the fourth vertex sees the others counterclockwise from behind. */
export function tetVolume(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const from = (v: number): number[] => [x[v] - x[a], x[v + 1] - x[a + 1], x[v + 2] - x[a + 2]];
  const normal = cross([0, 0, 0], from(b), from(c));
  return from(d).reduce((sum, t, k) => sum + (t * (normal[k] ?? 0)) / 6, 0);
}

/** Volumes of tetrahedra: C = V / rest - 1. Most of the work of a solid: written out for that. */
export function solveVolumes(set: ConstraintSet, x: Float64Array, w: Float64Array, inverseSquare: number): void {
  const { vertices, rest, compliance, lambda } = set;
  for (let e = 0; e < rest.length; e++) {
    const i = vertices[4 * e];
    const j = vertices[4 * e + 1];
    const k = vertices[4 * e + 2];
    const l = vertices[4 * e + 3];
    const a = 3 * i;
    const b = 3 * j;
    const c = 3 * k;
    const d = 3 * l;
    const ux = x[b] - x[a];
    const uy = x[b + 1] - x[a + 1];
    const uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a];
    const vy = x[c + 1] - x[a + 1];
    const vz = x[c + 2] - x[a + 2];
    const tx = x[d] - x[a];
    const ty = x[d + 1] - x[a + 1];
    const tz = x[d + 2] - x[a + 2];
    const scale = 1 / (6 * rest[e]);
    // slopes of C by the second, third and fourth vertex; that of the first makes their sum zero
    const bx = (vy * tz - vz * ty) * scale;
    const by = (vz * tx - vx * tz) * scale;
    const bz = (vx * ty - vy * tx) * scale;
    const cx = (ty * uz - tz * uy) * scale;
    const cy = (tz * ux - tx * uz) * scale;
    const cz = (tx * uy - ty * ux) * scale;
    const dx = (uy * vz - uz * vy) * scale;
    const dy = (uz * vx - ux * vz) * scale;
    const dz = (ux * vy - uy * vx) * scale;
    const ax = -bx - cx - dx;
    const ay = -by - cy - dy;
    const az = -bz - cz - dz;
    const soft = compliance[e] * inverseSquare;
    const weight =
      w[i] * (ax * ax + ay * ay + az * az) +
      w[j] * (bx * bx + by * by + bz * bz) +
      w[k] * (cx * cx + cy * cy + cz * cz) +
      w[l] * (dx * dx + dy * dy + dz * dz) +
      soft;
    if (!(weight > LEAST)) continue;
    const error = tx * dx + ty * dy + tz * dz - 1;
    const step = (-error - soft * lambda[e]) / weight;
    lambda[e] += step;
    const si = step * w[i];
    const sj = step * w[j];
    const sk = step * w[k];
    const sl = step * w[l];
    x[a] += si * ax;
    x[a + 1] += si * ay;
    x[a + 2] += si * az;
    x[b] += sj * bx;
    x[b + 1] += sj * by;
    x[b + 2] += sj * bz;
    x[c] += sk * cx;
    x[c + 1] += sk * cy;
    x[c + 2] += sk * cz;
    x[d] += sl * dx;
    x[d + 1] += sl * dy;
    x[d + 2] += sl * dz;
  }
}

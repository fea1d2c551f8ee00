import { atan2 } from '@qpos/core/math';
import { type ConstraintSet, correct, slope } from './constraint-set.ts';

const STRAIGHT = 1e-6; // sine of an angle that can open either way

/** The angle at a vertex between its arms to two others, and its gradient; NaN where it could open either way. */
export function measureCorner(x: Float64Array, corner: number, b: number, c: number): number {
  const ux = x[b] - x[corner];
  const uy = x[b + 1] - x[corner + 1];
  const uz = x[b + 2] - x[corner + 2];
  const vx = x[c] - x[corner];
  const vy = x[c + 1] - x[corner + 1];
  const vz = x[c + 2] - x[corner + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const area = Math.sqrt(Math.max(0, uu * vv - uv * uv));
  if (!(area > STRAIGHT * Math.sqrt(uu * vv))) return Number.NaN;
  // each arm turns about the corner: perpendicular to itself, in the plane of both
  const g = slope;
  g[3] = ((uv / uu) * ux - vx) / area;
  g[4] = ((uv / uu) * uy - vy) / area;
  g[5] = ((uv / uu) * uz - vz) / area;
  g[6] = ((uv / vv) * vx - ux) / area;
  g[7] = ((uv / vv) * vy - uy) / area;
  g[8] = ((uv / vv) * vz - uz) / area;
  for (let k = 0; k < 3; k++) g[k] = -g[3 + k] - g[6 + k];
  return atan2(area, uv);
}

/** Shear: angles between two edges that meet, C = angle - rest; the corner comes first. */
export function solveShears(set: ConstraintSet, x: Float64Array, w: Float64Array, inverseSquare: number): void {
  const { vertices, rest } = set;
  for (let e = 0; e < rest.length; e++) {
    const angle = measureCorner(x, 3 * vertices[3 * e], 3 * vertices[3 * e + 1], 3 * vertices[3 * e + 2]);
    if (!Number.isNaN(angle)) correct(set, e, angle - rest[e], 1, x, w, inverseSquare);
  }
}

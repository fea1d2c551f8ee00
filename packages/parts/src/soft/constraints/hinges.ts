import { atan2 } from '@qpos/core/math';
import { type ConstraintSet, LEAST, move, squareAt } from './constraint-set.ts';

/** Of the last hinge: gradient of its angle, twelve numbers for two vertices of the edge and two wings; then the angle's sine and cosine. */
export const hingeTerms = new Float64Array(14);
const SINE = 12;
const COSINE = 13;

/**
 * Fills `hingeTerms` with the signed angle between two triangles with a common edge, 0 where they are flat, and its gradient. False if one
 * has no area.
 *
 * @see Bridson, Marino, Fedkiw, Simulation of clothing with folds and wrinkles (2003)
 */
export function measureHinge(x: Float64Array, a: number, b: number, c: number, d: number): boolean {
  const acx = x[a] - x[c];
  const acy = x[a + 1] - x[c + 1];
  const acz = x[a + 2] - x[c + 2];
  const bcx = x[b] - x[c];
  const bcy = x[b + 1] - x[c + 1];
  const bcz = x[b + 2] - x[c + 2];
  const adx = x[a] - x[d];
  const ady = x[a + 1] - x[d + 1];
  const adz = x[a + 2] - x[d + 2];
  const bdx = x[b] - x[d];
  const bdy = x[b + 1] - x[d + 1];
  const bdz = x[b + 2] - x[d + 2];
  const ex = bcx - acx;
  const ey = bcy - acy;
  const ez = bcz - acz;
  // normals of both triangles, as long as twice their areas
  const px = acy * bcz - acz * bcy;
  const py = acz * bcx - acx * bcz;
  const pz = acx * bcy - acy * bcx;
  const qx = bdy * adz - bdz * ady;
  const qy = bdz * adx - bdx * adz;
  const qz = bdx * ady - bdy * adx;
  const pp = px * px + py * py + pz * pz;
  const qq = qx * qx + qy * qy + qz * qz;
  const edge = Math.sqrt(ex * ex + ey * ey + ez * ez);
  if (!(pp > 0 && qq > 0 && edge > LEAST)) return false;
  const size = 1 / Math.sqrt(pp * qq);
  const sine = ((py * qz - pz * qy) * ex + (pz * qx - px * qz) * ey + (px * qy - py * qx) * ez) / edge;
  const p = 1 / pp;
  const q = 1 / qq;
  const pa = ((bcx * ex + bcy * ey + bcz * ez) / edge) * p; // shares of the wings at the first vertex of the edge
  const qa = ((bdx * ex + bdy * ey + bdz * ez) / edge) * q;
  const pb = -((acx * ex + acy * ey + acz * ez) / edge) * p;
  const qb = -((adx * ex + ady * ey + adz * ez) / edge) * q;
  const pc = -edge * p;
  const qd = -edge * q;
  const g = hingeTerms;
  g[0] = pa * px + qa * qx;
  g[1] = pa * py + qa * qy;
  g[2] = pa * pz + qa * qz;
  g[3] = pb * px + qb * qx;
  g[4] = pb * py + qb * qy;
  g[5] = pb * pz + qb * qz;
  g[6] = pc * px;
  g[7] = pc * py;
  g[8] = pc * pz;
  g[9] = qd * qx;
  g[10] = qd * qy;
  g[11] = qd * qz;
  g[SINE] = sine * size;
  g[COSINE] = (px * qx + py * qy + pz * qz) * size;
  return true;
}

/** The angle of a hinge; NaN if one of its triangles has no area. */
export function hingeAngle(x: Float64Array, a: number, b: number, c: number, d: number): number {
  return measureHinge(x, a, b, c, d) ? atan2(hingeTerms[SINE], hingeTerms[COSINE]) : Number.NaN;
}

const FOLDED = 1e-6; // half the difference is a right angle: neither way is shorter

/**
 * Angles between triangles, and torsion angles of chains: C = 2·sin((angle - rest) / 2), which is the difference up to its third power and
 * needs no trigonometry. `turns` has cosine and sine of the angles at rest.
 */
export function solveHinges(
  set: ConstraintSet,
  turns: Float64Array,
  x: Float64Array,
  w: Float64Array,
  inverseSquare: number,
): void {
  const { vertices, rest, compliance, lambda } = set;
  const g = hingeTerms;
  for (let e = 0; e < rest.length; e++) {
    const i = vertices[4 * e];
    const j = vertices[4 * e + 1];
    const k = vertices[4 * e + 2];
    const l = vertices[4 * e + 3];
    if (!measureHinge(x, 3 * i, 3 * j, 3 * k, 3 * l)) continue;
    const c = turns[2 * e];
    const s = turns[2 * e + 1];
    const half = Math.sqrt(0.5 * Math.max(0, 1 + g[COSINE] * c + g[SINE] * s)); // cosine of half the difference
    if (half < FOLDED) continue;
    const soft = compliance[e] * inverseSquare;
    const weight =
      half * half * (w[i] * squareAt(g, 0) + w[j] * squareAt(g, 3) + w[k] * squareAt(g, 6) + w[l] * squareAt(g, 9)) +
      soft;
    if (!(weight > LEAST)) continue;
    const error = (g[SINE] * c - g[COSINE] * s) / half;
    const step = (-error - soft * lambda[e]) / weight;
    lambda[e] += step;
    const turn = half * step;
    move(x, 3 * i, g, 0, turn * w[i]);
    move(x, 3 * j, g, 3, turn * w[j]);
    move(x, 3 * k, g, 6, turn * w[k]);
    move(x, 3 * l, g, 9, turn * w[l]);
  }
}

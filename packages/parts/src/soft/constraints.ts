/**
 * The constraints of XPBD, each projected once for all its elements in order. For a constraint C with multiplier λ and compliance α:
 *
 *     Δλ = (-C - α̃·λ) / (Σ w·|∇C|² + α̃)      Δx = w·∇C·Δλ      α̃ = α / h²
 *
 * @see Macklin, Müller, Chentanez, XPBD: position-based simulation of compliant constrained dynamics (2016)
 */
import { atan2 } from '@qpos/core/math';

/** Elements of one kind of constraint. */
export interface ConstraintSet {
  /** Vertices of each element. */
  readonly vertices: Int32Array;
  /** Length, angle, bend or volume at rest of each. */
  readonly rest: Float64Array;
  /** Compliance of each. */
  readonly compliance: Float64Array;
  /** Multipliers, which start at 0 in each substep. */
  readonly lambda: Float64Array;
}

export const makeConstraints = (vertices: Int32Array, rest: Float64Array, compliance: Float64Array): ConstraintSet => ({
  vertices,
  rest,
  compliance,
  lambda: new Float64Array(rest.length),
});

export const noConstraints = (): ConstraintSet =>
  makeConstraints(new Int32Array(0), new Float64Array(0), new Float64Array(0));

const LEAST = 1e-12; // lengths and gradients below this have no direction

/** Distances of two vertices: C = |a - b| - rest. */
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

/** Bends of three vertices in a row: C = (|a - 2b + c| - rest) / l, about the angle, with l the mean length of the two parts. */
export function solveBends(
  set: ConstraintSet,
  lengths: Float64Array,
  x: Float64Array,
  w: Float64Array,
  inverseSquare: number,
): void {
  const { vertices, rest, compliance, lambda } = set;
  for (let e = 0; e < rest.length; e++) {
    const i = vertices[3 * e];
    const j = vertices[3 * e + 1];
    const k = vertices[3 * e + 2];
    const a = 3 * i;
    const b = 3 * j;
    const c = 3 * k;
    const dx = x[a] - 2 * x[b] + x[c];
    const dy = x[a + 1] - 2 * x[b + 1] + x[c + 1];
    const dz = x[a + 2] - 2 * x[b + 2] + x[c + 2];
    const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const soft = compliance[e] * inverseSquare;
    const scale = 1 / lengths[e];
    const weight = (w[i] + 4 * w[j] + w[k]) * scale * scale + soft;
    if (size < LEAST || weight === 0) continue;
    const step = ((rest[e] - size) * scale - soft * lambda[e]) / weight;
    lambda[e] += step;
    const s = (step * scale) / size;
    const si = s * w[i];
    const sj = -2 * s * w[j];
    const sk = s * w[k];
    x[a] += si * dx;
    x[a + 1] += si * dy;
    x[a + 2] += si * dz;
    x[b] += sj * dx;
    x[b + 1] += sj * dy;
    x[b + 2] += sj * dz;
    x[c] += sk * dx;
    x[c + 1] += sk * dy;
    x[c + 2] += sk * dz;
  }
}

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
  const ex = x[b] - x[a];
  const ey = x[b + 1] - x[a + 1];
  const ez = x[b + 2] - x[a + 2];
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
      half *
        half *
        (w[i] * (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) +
          w[j] * (g[3] * g[3] + g[4] * g[4] + g[5] * g[5]) +
          w[k] * (g[6] * g[6] + g[7] * g[7] + g[8] * g[8]) +
          w[l] * (g[9] * g[9] + g[10] * g[10] + g[11] * g[11])) +
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

const FOLDED = 1e-6; // half the difference is a right angle: neither way is shorter

function move(x: Float64Array, i: number, g: Float64Array, k: number, s: number): void {
  x[i] += s * g[k];
  x[i + 1] += s * g[k + 1];
  x[i + 2] += s * g[k + 2];
}

/** Volume of a tetrahedron; positive if the fourth vertex sees the others counterclockwise from behind. */
export function tetVolume(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const tx = x[d] - x[a];
  const ty = x[d + 1] - x[a + 1];
  const tz = x[d + 2] - x[a + 2];
  return (tx * (uy * vz - uz * vy) + ty * (uz * vx - ux * vz) + tz * (ux * vy - uy * vx)) / 6;
}

/** Volumes of tetrahedra: C = V / rest - 1. */
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

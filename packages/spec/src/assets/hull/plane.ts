import type { Facet, Vertex } from './parts.ts';
import type { HullState } from './state.ts';

/** Signed distance of an input point above a facet. */
export function pointDistance(hull: HullState, point: number, facet: Facet): number {
  const p = hull.points;
  const at = 3 * point;
  return facet.offset + p[at] * facet.nx + p[at + 1] * facet.ny + p[at + 2] * facet.nz;
}

export function vertexDistance(vertex: Vertex, facet: Facet): number {
  return facet.offset + vertex.x * facet.nx + vertex.y * facet.ny + vertex.z * facet.nz;
}

export function positionDistance(p: Float64Array, facet: Facet): number {
  return facet.offset + p[0] * facet.nx + p[1] * facet.ny + p[2] * facet.nz;
}

export function cosAngle(a: Facet, b: Facet): number {
  return a.nx * b.nx + a.ny * b.ny + a.nz * b.nz;
}

/** Mean of the vertices. */
export function vertexCenter(vertices: Vertex[]): Float64Array {
  const center = new Float64Array(3);
  for (const v of vertices) {
    center[0] += v.x;
    center[1] += v.y;
    center[2] += v.z;
  }
  for (let k = 0; k < 3; k++) center[k] /= vertices.length;
  return center;
}

/** Centroid of a facet's vertices, projected on its plane; made once. */
export function centrum(facet: Facet): Float64Array {
  if (facet.center) return facet.center;
  const center = vertexCenter(facet.vertices);
  const dist = positionDistance(center, facet);
  center[0] -= dist * facet.nx;
  center[1] -= dist * facet.ny;
  center[2] -= dist * facet.nz;
  facet.center = center;
  return center;
}

/** Range of the distances of a facet's own vertices to a neighbour's plane, zero included. */
export interface Spread {
  distance: number;
  min: number;
  max: number;
}

export function spread(facet: Facet, neighbor: Facet): Spread {
  for (const v of facet.vertices) v.seen = false;
  for (const v of neighbor.vertices) v.seen = true;
  let min = 0;
  let max = 0;
  for (const v of facet.vertices) {
    if (v.seen) continue;
    const dist = vertexDistance(v, neighbor);
    if (dist < min) min = dist;
    else if (dist > max) max = dist;
  }
  return { distance: Math.max(max, -min), min, max };
}

/** Plane through the first three vertices, outward; flags the facet when the interior point is not below it. */
export function setPlane(hull: HullState, facet: Facet): void {
  const [v0, v1, v2] = facet.vertices;
  const ax = v1.x - v0.x;
  const ay = v1.y - v0.y;
  const az = v1.z - v0.z;
  const bx = v2.x - v0.x;
  const by = v2.y - v0.y;
  const bz = v2.z - v0.z;
  facet.nx = by * az - bz * ay;
  facet.ny = ax * bz - az * bx;
  facet.nz = bx * ay - by * ax;
  normalizePlane(hull, facet, facet.isTop);
  facet.offset = -(v0.x * facet.nx + v0.y * facet.ny + v0.z * facet.nz);
  facet.hasPlane = true;
  if (isOff(hull, facet, v2) || isOff(hull, facet, v1)) setPlaneByElimination(hull, facet);
  checkFlipped(hull, facet);
}

function isOff(hull: HullState, facet: Facet, v: Vertex): boolean {
  const dist = facet.offset + (v.x * facet.nx + v.y * facet.ny + v.z * facet.nz);
  return dist > hull.distRound || dist < -hull.distRound;
}

/** Scales the normal to length one, negated unless `isTop`; tiny normals become an axis. */
function normalizePlane(hull: HullState, facet: Facet, isTop: boolean): void {
  let norm = Math.sqrt(facet.nx * facet.nx + facet.ny * facet.ny + facet.nz * facet.nz);
  if (norm > hull.minDenom) {
    if (!isTop) norm = -norm;
    facet.nx /= norm;
    facet.ny /= norm;
    facet.nz /= norm;
    return;
  }
  if (norm === 0) {
    facet.nx = facet.ny = facet.nz = Math.sqrt(1 / 3);
    return;
  }
  if (!isTop) norm = -norm;
  const n = [facet.nx, facet.ny, facet.nz];
  const scaled = n.map((x) => safeDivide(x, norm, hull.minDenomUnit));
  if (scaled.every((x) => x !== undefined)) {
    [facet.nx, facet.ny, facet.nz] = scaled as [number, number, number];
    return;
  }
  let largest = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(n[k]) > Math.abs(n[largest])) largest = k;
  const unit = n[largest] * norm >= 0 ? 1 : -1;
  facet.nx = largest === 0 ? unit : 0;
  facet.ny = largest === 1 ? unit : 0;
  facet.nz = largest === 2 ? unit : 0;
}

/** numerator / denominator, undefined when that overflows. */
function safeDivide(numerator: number, denominator: number, smallest: number): number | undefined {
  if (numerator < smallest && numerator > -smallest) {
    return Math.abs(numerator) < Math.abs(denominator) ? numerator / denominator : undefined;
  }
  const inverse = denominator / numerator;
  return inverse > smallest || inverse < -smallest ? numerator / denominator : undefined;
}

/** The plane by Gaussian elimination with pivoting, for triangles that are nearly degenerate. */
function setPlaneByElimination(hull: HullState, facet: Facet): void {
  const [v0, v1, v2] = facet.vertices;
  const rows = [
    [v1.x - v0.x, v1.y - v0.y, v1.z - v0.z],
    [v2.x - v0.x, v2.y - v0.y, v2.z - v0.z],
  ];
  let isNegative = facet.isTop;
  let isNearZero = false;
  for (let k = 0; k < 2; k++) {
    if (k === 0 && Math.abs(rows[1][0]) > Math.abs(rows[0][0])) {
      rows.reverse();
      isNegative = !isNegative;
    }
    const pivot = rows[k][k];
    if (Math.abs(pivot) <= hull.nearZero[k]) isNearZero = true;
    if (pivot === 0 || k === 1) continue;
    const factor = rows[1][0] / pivot;
    for (let j = 1; j < 3; j++) rows[1][j] -= factor * rows[0][j];
  }
  for (let k = 1; k >= 0; k--) if (rows[k][k] < 0) isNegative = !isNegative;

  // back substitution from a last component of one
  const last = isNegative ? -1 : 1;
  const n = [0, 0, last];
  for (let i = 1; i >= 0; i--) {
    for (let j = i + 1; j < 3; j++) n[i] -= rows[i][j] * n[j];
    const diagonal = rows[i][i];
    if (Math.abs(diagonal) > hull.minDenomGauss) {
      n[i] /= diagonal;
      continue;
    }
    const quotient = safeDivide(n[i], diagonal, hull.minDenomHalf);
    n[i] = quotient ?? last;
    if (quotient === undefined) {
      n.fill(0, i + 1);
      isNearZero = true;
    }
  }
  [facet.nx, facet.ny, facet.nz] = n;
  normalizePlane(hull, facet, true);
  facet.offset = -(v0.x * facet.nx) - v0.y * facet.ny - v0.z * facet.nz;
  if (isNearZero) orientOutward(hull, facet);
}

/** Turns the plane over when the interior point is above it. */
export function orientOutward(hull: HullState, facet: Facet): void {
  if (!(positionDistance(hull.interior, facet) > 0)) return;
  facet.nx = -facet.nx;
  facet.ny = -facet.ny;
  facet.nz = -facet.nz;
  facet.offset = -facet.offset;
}

/** False (and flagged) when the interior point is not clearly below the facet. */
export function checkFlipped(hull: HullState, facet: Facet): boolean {
  if (facet.isFlipped) return false;
  if (positionDistance(hull.interior, facet) >= -hull.distRound) {
    facet.isFlipped = true;
    return false;
  }
  return true;
}

import type { Model } from '@qpos/core';
import { makeNearest, type Nearest, put } from './nearest.ts';

/** Triangles of a surface: nine numbers for each, and its outward unit normal. */
export interface Triangles {
  readonly corners: Float64Array;
  readonly normals: Float64Array;
  readonly isConvex: boolean;
}

/** The hull of a mesh, or all of its faces. */
export function trianglesOf(m: Model, mesh: number, convex: boolean): Triangles {
  const hull = convex && m.mesh_graphadr[mesh] >= 0;
  const faces = hull ? hullFaces(m, mesh) : meshFaces(m, mesh);
  const corners = new Float64Array(3 * faces.length);
  faces.forEach((v, k) => {
    const at = 3 * (m.mesh_vertadr[mesh] + v);
    for (let a = 0; a < 3; a++) corners[3 * k + a] = m.mesh_vert[at + a];
  });
  return withNormals(corners, hull);
}

function meshFaces(m: Model, mesh: number): Int32Array {
  const from = 3 * m.mesh_faceadr[mesh];
  return m.mesh_face.slice(from, from + 3 * m.mesh_facenum[mesh]);
}

/** Faces of the hull: after the counts come edge addresses and numbers of its vertices, then its edges, then the faces. */
function hullFaces(m: Model, mesh: number): Int32Array {
  const at = m.mesh_graphadr[mesh];
  const [vertices, faces] = [m.mesh_graph[at], m.mesh_graph[at + 1]];
  const from = at + 2 + 2 * vertices + (vertices + 3 * faces);
  return m.mesh_graph.slice(from, from + 3 * faces);
}

/** Leaves out triangles without an area. */
function withNormals(corners: Float64Array, isConvex: boolean): Triangles {
  const kept: number[] = [];
  const normals: number[] = [];
  for (let t = 0; t < corners.length; t += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners.subarray(t, t + 9);
    const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const n = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(n > 0)) continue;
    kept.push(...corners.subarray(t, t + 9));
    normals.push(nx / n, ny / n, nz / n);
  }
  return { corners: Float64Array.from(kept), normals: Float64Array.from(normals), isConvex };
}

const TIE = 1e-9; // two triangles are equally near: the point is nearest to their common edge
const point = new Float64Array(3);
const side = makeNearest();

/** Nearest point of triangles. Inside a convex hull it is the nearest plane; else the sign is that of the nearest triangle's normal. */
export function nearestTriangles(res: Nearest, t: Triangles, x: number, y: number, z: number): void {
  const { corners, normals } = t;
  if (t.isConvex && insideHull(res, t, x, y, z)) return;
  let best = Infinity;
  let height = 0; // above the nearest triangle, for the sign
  for (let k = 0; k < normals.length; k += 3) {
    const c = 3 * k;
    const up =
      normals[k] * (x - corners[c]) + normals[k + 1] * (y - corners[c + 1]) + normals[k + 2] * (z - corners[c + 2]);
    if ((t.isConvex && up <= 0) || up * up > best * (1 + TIE)) continue;
    nearestOfTriangle(corners, c, x, y, z);
    const dx = x - point[0];
    const dy = y - point[1];
    const dz = z - point[2];
    const square = dx * dx + dy * dy + dz * dz;
    if (square > best * (1 + TIE) || (square > best * (1 - TIE) && Math.abs(up) <= Math.abs(height))) continue;
    best = Math.min(best, square);
    height = up;
    const d = Math.sqrt(square);
    const sign = up < 0 ? -1 : 1;
    if (d > 1e-9) put(side, sign * d, (sign * dx) / d, (sign * dy) / d, (sign * dz) / d);
    else put(side, up, normals[k], normals[k + 1], normals[k + 2]);
  }
  put(res, best === Infinity ? Infinity : side.distance, side.x, side.y, side.z);
}

/** The nearest plane of a hull, if the point is below all of them. */
function insideHull(res: Nearest, { corners, normals }: Triangles, x: number, y: number, z: number): boolean {
  let most = -Infinity;
  let at = 0;
  for (let k = 0; k < normals.length; k += 3) {
    const c = 3 * k;
    const up =
      normals[k] * (x - corners[c]) + normals[k + 1] * (y - corners[c + 1]) + normals[k + 2] * (z - corners[c + 2]);
    if (up > 0) return false;
    if (up > most) {
      most = up;
      at = k;
    }
  }
  put(res, most, normals[at], normals[at + 1], normals[at + 2]);
  return most > -Infinity;
}

/**
 * point = the nearest point of the triangle whose corners start at `c`, by the region of the plane in which the given point lies.
 *
 * @see Ericson, Real-Time Collision Detection (2005), §5.1.5
 */
function nearestOfTriangle(t: Float64Array, c: number, x: number, y: number, z: number): void {
  const abx = t[c + 3] - t[c];
  const aby = t[c + 4] - t[c + 1];
  const abz = t[c + 5] - t[c + 2];
  const acx = t[c + 6] - t[c];
  const acy = t[c + 7] - t[c + 1];
  const acz = t[c + 8] - t[c + 2];
  const apx = x - t[c];
  const apy = y - t[c + 1];
  const apz = z - t[c + 2];
  // coordinates of the foot in the plane, then clamped to the edges
  const uu = abx * abx + aby * aby + abz * abz;
  const uv = abx * acx + aby * acy + abz * acz;
  const vv = acx * acx + acy * acy + acz * acz;
  const pu = apx * abx + apy * aby + apz * abz;
  const pv = apx * acx + apy * acy + apz * acz;
  const det = uu * vv - uv * uv;
  let s = (vv * pu - uv * pv) / det;
  let r = (uu * pv - uv * pu) / det;
  if (!(s >= 0 && r >= 0 && s + r <= 1)) {
    // the nearest of the three edges
    const s0 = clamp01(pu / uu);
    const r1 = clamp01(pv / vv);
    const edge = uu - 2 * uv + vv;
    const q = clamp01((pv - pu - uv + uu) / edge); // along the edge opposite to the first corner
    const d0 = uu * s0 * s0 - 2 * pu * s0;
    const d1 = vv * r1 * r1 - 2 * pv * r1;
    const d2 = uu * (1 - q) * (1 - q) + vv * q * q + 2 * uv * q * (1 - q) - 2 * pu * (1 - q) - 2 * pv * q;
    if (d0 <= d1 && d0 <= d2) {
      s = s0;
      r = 0;
    } else if (d1 <= d2) {
      s = 0;
      r = r1;
    } else {
      s = 1 - q;
      r = q;
    }
  }
  point[0] = t[c] + s * abx + r * acx;
  point[1] = t[c + 1] + s * aby + r * acy;
  point[2] = t[c + 2] + s * abz + r * acz;
}

const clamp01 = (t: number): number => (t > 0 ? Math.min(t, 1) : 0);

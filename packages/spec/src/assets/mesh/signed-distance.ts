import type { BvhArrays } from '../types.ts';

const closest = new Float64Array(2); // barycentric coordinates of the point found last
const pending = new Int32Array(256); // nodes to visit; a hierarchy is less deep than half of it

/** Distance to the nearest triangle, negative behind its plane. */
export function signedDistance(p: Float64Array, vert: Float64Array, face: Int32Array, bvh: BvhArrays): number {
  let best = 1e20;
  let bestFace = -1;
  let bestU = 0;
  let bestV = 0;
  let top = bvh.nodeid.length > 0 ? 1 : 0;
  pending[0] = 0;
  while (top > 0) {
    const node = pending[--top];
    if (boxDistance(p, bvh.aabb, 6 * node) >= best) continue;
    const left = bvh.child[2 * node];
    const right = bvh.child[2 * node + 1];
    if (left === -1 && right === -1) {
      const f = bvh.nodeid[node];
      const square = triangleDistance(p, vert, 3 * face[3 * f], 3 * face[3 * f + 1], 3 * face[3 * f + 2]);
      if (square < best) {
        best = square;
        bestFace = f;
        bestU = closest[0];
        bestV = closest[1];
      }
      continue;
    }
    if (right >= 0) pending[top++] = right;
    if (left >= 0) pending[top++] = left;
  }
  const dist = Math.sqrt(best);
  if (bestFace < 0) return dist;

  const a = 3 * face[3 * bestFace];
  const b = 3 * face[3 * bestFace + 1];
  const c = 3 * face[3 * bestFace + 2];
  const ex = vert[b] - vert[a];
  const ey = vert[b + 1] - vert[a + 1];
  const ez = vert[b + 2] - vert[a + 2];
  const fx = vert[c] - vert[a];
  const fy = vert[c + 1] - vert[a + 1];
  const fz = vert[c + 2] - vert[a + 2];
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const ux = p[0] - (vert[a] + bestU * ex + bestV * fx);
  const uy = p[1] - (vert[a + 1] + bestU * ey + bestV * fy);
  const uz = p[2] - (vert[a + 2] + bestU * ez + bestV * fz);
  const normSquare = nx * nx + ny * ny + nz * nz;
  const length = normSquare < 1e-14 ? 0 : Math.sqrt(normSquare);
  return ux * nx + uy * ny + uz * nz > 1e-12 * length * dist ? dist : -dist;
}

function boxDistance(p: Float64Array, aabb: Float64Array, at: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const low = aabb[at + k] - aabb[at + 3 + k];
    const high = aabb[at + k] + aabb[at + 3 + k];
    if (p[k] < low) sum += (low - p[k]) * (low - p[k]);
    else if (p[k] > high) sum += (p[k] - high) * (p[k] - high);
  }
  return sum;
}

/**
 * Squared distance from a point to a triangle and the barycentric coordinates of the closest point in `closest`.
 * @see Ericson, Real-Time Collision Detection (2005), §5.1.5
 */
function triangleDistance(p: Float64Array, vert: Float64Array, a: number, b: number, c: number): number {
  const ax = vert[a];
  const ay = vert[a + 1];
  const az = vert[a + 2];
  const bx = vert[b];
  const by = vert[b + 1];
  const bz = vert[b + 2];
  const cx = vert[c];
  const cy = vert[c + 1];
  const cz = vert[c + 2];
  const px = p[0];
  const py = p[1];
  const pz = p[2];
  const abx = bx - ax;
  const aby = by - ay;
  const abz = bz - az;
  const acx = cx - ax;
  const acy = cy - ay;
  const acz = cz - az;
  const set = (u: number, v: number, qx: number, qy: number, qz: number): number => {
    closest[0] = u;
    closest[1] = v;
    return (px - qx) * (px - qx) + (py - qy) * (py - qy) + (pz - qz) * (pz - qz);
  };

  const d1 = abx * (px - ax) + aby * (py - ay) + abz * (pz - az);
  const d2 = acx * (px - ax) + acy * (py - ay) + acz * (pz - az);
  if (d1 <= 0 && d2 <= 0) return set(0, 0, ax, ay, az);

  const d3 = abx * (px - bx) + aby * (py - by) + abz * (pz - bz);
  const d4 = acx * (px - bx) + acy * (py - by) + acz * (pz - bz);
  if (d3 >= 0 && d4 <= d3) return set(1, 0, bx, by, bz);

  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const u = d1 / (d1 - d3);
    return set(u, 0, ax + u * abx, ay + u * aby, az + u * abz);
  }

  const d5 = abx * (px - cx) + aby * (py - cy) + abz * (pz - cz);
  const d6 = acx * (px - cx) + acy * (py - cy) + acz * (pz - cz);
  if (d6 >= 0 && d5 <= d6) return set(0, 1, cx, cy, cz);

  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const v = d2 / (d2 - d6);
    return set(0, v, ax + v * acx, ay + v * acy, az + v * acz);
  }

  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return set(1 - w, w, bx + w * (cx - bx), by + w * (cy - by), bz + w * (cz - bz));
  }

  const scale = 1 / (va + vb + vc);
  const u = vb * scale;
  const v = vc * scale;
  return set(u, v, ax + u * abx + v * acx, ay + u * aby + v * acy, az + u * abz + v * acz);
}

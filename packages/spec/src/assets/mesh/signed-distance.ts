import { triangleNormal } from '../../spatial/triangle.ts';
import type { BvhArrays } from '../types.ts';

const closest = new Float64Array(2); // barycentric coordinates of the point found last
const normal = new Float64Array(3); // of the nearest triangle
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

  const [a, b, c] = face.subarray(3 * bestFace, 3 * bestFace + 3).map((v) => 3 * v);
  triangleNormal(normal, vert, a, b, c);
  let normSquare = 0;
  let above = 0;
  for (let k = 0; k < 3; k++) {
    normSquare += normal[k] * normal[k];
    above += offset(p, vert, k, a, b, bestU, c, bestV) * normal[k];
  }
  const length = normSquare < 1e-14 ? 0 : Math.sqrt(normSquare);
  return above > 1e-12 * length * dist ? dist : -dist;
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
  const d1 = along(p, vert, a, a, b);
  const d2 = along(p, vert, a, a, c);
  if (d1 <= 0 && d2 <= 0) return found(0, 0, squareFrom(p, vert, a, b, 0, c, 0));

  const d3 = along(p, vert, b, a, b);
  const d4 = along(p, vert, b, a, c);
  if (d3 >= 0 && d4 <= d3) return found(1, 0, squareFrom(p, vert, b, a, 0, c, 0));

  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const u = d1 / (d1 - d3);
    return found(u, 0, squareFrom(p, vert, a, b, u, c, 0));
  }

  const d5 = along(p, vert, c, a, b);
  const d6 = along(p, vert, c, a, c);
  if (d6 >= 0 && d5 <= d6) return found(0, 1, squareFrom(p, vert, c, a, 0, b, 0));

  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const v = d2 / (d2 - d6);
    return found(0, v, squareFrom(p, vert, a, b, 0, c, v));
  }

  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return found(1 - w, w, squareFrom(p, vert, b, c, w, a, 0));
  }

  const scale = 1 / (va + vb + vc);
  const u = vb * scale;
  const v = vc * scale;
  return found(u, v, squareFrom(p, vert, a, b, u, c, v));
}

/** Keeps the barycentric coordinates of the closest point; hands on its squared distance. */
function found(u: number, v: number, square: number): number {
  closest[0] = u;
  closest[1] = v;
  return square;
}

/** (to - from)·(p - corner) */
function along(p: Float64Array, vert: Float64Array, corner: number, from: number, to: number): number {
  return (
    (vert[to] - vert[from]) * (p[0] - vert[corner]) +
    (vert[to + 1] - vert[from + 1]) * (p[1] - vert[corner + 1]) +
    (vert[to + 2] - vert[from + 2]) * (p[2] - vert[corner + 2])
  );
}

/** Component k of the way from the point from + s·(a - from) + t·(b - from) to p; corners are places in `vert`. */
function offset(
  p: Float64Array,
  vert: Float64Array,
  k: number,
  from: number,
  a: number,
  s: number,
  b: number,
  t: number,
): number {
  const start = vert[from + k];
  return p[k] - (start + s * (vert[a + k] - start) + t * (vert[b + k] - start));
}

/** Squared length of the same way. */
function squareFrom(
  p: Float64Array,
  vert: Float64Array,
  from: number,
  a: number,
  s: number,
  b: number,
  t: number,
): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = offset(p, vert, k, from, a, s, b, t);
    square += d * d;
  }
  return square;
}

import { type F64, type f64, type i32, toF64 } from '../../dialect.ts';
import { copy } from '../../math/linear/dense.ts';
import { type ConvexShape, SUPPORT_SIMPLEX } from './convex-shape.ts';
import { support } from './support.ts';

// A vertex of the Minkowski difference A - B: the difference, the points of A and B, the indices of those points.
export const DIFF: i32 = 0;
export const ON_A: i32 = 3;
export const ON_B: i32 = 6;
export const INDEX_A: i32 = 9;
export const INDEX_B: i32 = 10;
export const VERTEX: i32 = 12; // numbers per vertex, one of them unused: copying goes by pairs

/** More than any distance. */
export const INFINITE: f64 = 1.7976931348623157e308;

/** Adds half its margin to the support point res[r] of a shape along (x, y, z); a simplex has it already. */
function inflate(res: F64, r: i32, shape: ConvexShape, x: f64, y: f64, z: f64): void {
  if (shape.support === SUPPORT_SIMPLEX) return;
  const half = 0.5 * shape.margin;
  res[r] += x * half;
  res[r + 1] += y * half;
  res[r + 2] += z * half;
}

/** Vertex `v` of A - B that is farthest along the unit direction (x, y, z). */
export function minkowskiSupport(verts: F64, v: i32, a: ConvexShape, b: ConvexShape, x: f64, y: f64, z: f64): void {
  support(verts, v + ON_A, a, x, y, z);
  support(verts, v + ON_B, b, -x, -y, -z);
  if (a.margin > 0) inflate(verts, v + ON_A, a, x, y, z);
  if (b.margin > 0) inflate(verts, v + ON_B, b, -x, -y, -z);
  verts[v] = verts[v + ON_A] - verts[v + ON_B];
  verts[v + 1] = verts[v + ON_A + 1] - verts[v + ON_B + 1];
  verts[v + 2] = verts[v + ON_A + 2] - verts[v + ON_B + 2];
  verts[v + INDEX_A] = toF64(a.vertex);
  verts[v + INDEX_B] = toF64(b.vertex);
}

/** Copies a vertex. */
export function copyVertex(res: F64, r: i32, verts: F64, v: i32): void {
  copy(res, r, verts, v, VERTEX);
}

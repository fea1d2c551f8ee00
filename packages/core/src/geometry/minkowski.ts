import { type F64, type f64, type i32, scratchF64, scratchI32, toF64 } from '../dialect.ts';
import { copy } from '../math/dense.ts';
import { MAX_PAIR_CONTACTS } from './contact.ts';
import { type ConvexShape, shapeA, shapeB } from './convex-shape.ts';
import { MARGIN, SUPPORT_SIMPLEX } from './shape.ts';
import { support } from './support.ts';

// A vertex of the Minkowski difference A - B: the difference, the points of A and B, the indices of those points.
export const DIFF: i32 = 0;
export const ON_A: i32 = 3;
export const ON_B: i32 = 6;
export const INDEX_A: i32 = 9;
export const INDEX_B: i32 = 10;
export const VERTEX: i32 = 12; // numbers per vertex, one of them unused: copying goes by pairs

export const INFINITE: f64 = 1.7976931348623157e308;

/** The simplex with which GJK ended. */
export const simplex = scratchF64(4 * VERTEX);

/** Witness points on A and B and their signed distances: the result of GJK, EPA and the face contacts. */
export const witnessA = scratchF64(3 * MAX_PAIR_CONTACTS);
export const witnessB = scratchF64(3 * MAX_PAIR_CONTACTS);
export const witnessDist = scratchF64(MAX_PAIR_CONTACTS);

/** Counts of the query under way. */
export const status = scratchI32(4);
export const NSIMPLEX: i32 = 0; // vertices of `simplex`
export const NWITNESS: i32 = 1; // witness pairs
export const SEPARATED: i32 = 2; // 1 when a separating direction was found
export const ITERATIONS: i32 = 3; // iterations of GJK

/**
 * Where GJK ended without contact: a unit direction along which B lies beyond A, the least coordinate of B along it, and 1 if there is such a direction.
 */
export const separator = scratchF64(5);
export const LEAST: i32 = 3;
export const FOUND: i32 = 4;

/** Notes that (x, y, z) separates A from B, as support vertex v of A - B along it shows. */
export function noteSeparator(verts: F64, v: i32, x: f64, y: f64, z: f64): void {
  separator[0] = x;
  separator[1] = y;
  separator[2] = z;
  separator[LEAST] = x * verts[v + ON_B] + y * verts[v + ON_B + 1] + z * verts[v + ON_B + 2];
  separator[FOUND] = 1;
}

/** Adds half its margin to the support point res[r] of a shape along (x, y, z). */
function inflate(res: F64, r: i32, shape: ConvexShape, x: f64, y: f64, z: f64): void {
  if (shape.support === SUPPORT_SIMPLEX) return;
  const half = 0.5 * shape.frame[MARGIN];
  res[r] += x * half;
  res[r + 1] += y * half;
  res[r + 2] += z * half;
}

/** Vertex `v` of A - B that is farthest along the unit direction (x, y, z). */
export function minkowskiSupport(verts: F64, v: i32, x: f64, y: f64, z: f64): void {
  support(verts, v + ON_A, shapeA, x, y, z);
  support(verts, v + ON_B, shapeB, -x, -y, -z);
  if (shapeA.frame[MARGIN] > 0) inflate(verts, v + ON_A, shapeA, x, y, z);
  if (shapeB.frame[MARGIN] > 0) inflate(verts, v + ON_B, shapeB, -x, -y, -z);
  verts[v] = verts[v + ON_A] - verts[v + ON_B];
  verts[v + 1] = verts[v + ON_A + 1] - verts[v + ON_B + 1];
  verts[v + 2] = verts[v + ON_A + 2] - verts[v + ON_B + 2];
  verts[v + INDEX_A] = toF64(shapeA.vertex);
  verts[v + INDEX_B] = toF64(shapeB.vertex);
}

/** Copies a vertex. */
export function copyVertex(res: F64, r: i32, verts: F64, v: i32): void {
  copy(res, r, verts, v, VERTEX);
}

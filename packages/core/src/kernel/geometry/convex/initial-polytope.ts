import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { MINVAL } from '../../math/scalar.ts';
import { cross3, dot3, norm3, sub3 } from '../../math/vec3.ts';
import type { ConvexShape } from './convex-shape.ts';
import { copyVertex, INFINITE, VERTEX } from './minkowski.ts';
import { addFace, addSupport, addVertex, clearPolytope, listFace, type Polytope } from './polytope.ts';
import { affineCoordinates, det3 } from './simplex.ts';

// The polytope with which EPA starts, from the simplex with which GJK ended.

const MIN_DIST2: f64 = 1e-30; // squared distance at which the origin counts as lying on a face

const edgeA = scratchF64(3);
const edgeB = scratchF64(3);
const normal = scratchF64(3);
const dir1 = scratchF64(3);
const dir2 = scratchF64(3);
const dir3 = scratchF64(3);
const ends = scratchF64(12);
const coordinate = scratchF64(3);
const triangle = scratchF64(3 * VERTEX); // simplex of a second start

/** Are the origin and vertex d on the same side of the plane of a, b, c? */
function sameSide(verts: F64, a: i32, b: i32, c: i32, d: i32): boolean {
  sub3(edgeA, 0, verts, b, verts, a);
  sub3(edgeB, 0, verts, c, verts, a);
  cross3(normal, 0, edgeA, 0, edgeB, 0);
  sub3(edgeA, 0, verts, d, verts, a);
  const side = dot3(normal, 0, edgeA, 0);
  const origin = -dot3(normal, 0, verts, a);
  return (side > 0 && origin > 0) || (side < 0 && origin < 0);
}

/** Is the origin strictly inside the tetrahedron? */
function containsOrigin(verts: F64, a: i32, b: i32, c: i32, d: i32): boolean {
  return (
    sameSide(verts, a, b, c, d) &&
    sameSide(verts, b, c, d, a) &&
    sameSide(verts, c, d, a, b) &&
    sameSide(verts, d, a, b, c)
  );
}

/** Starts again from the triangle of polytope vertices u, v, w. */
function restart(p: Polytope, a: ConvexShape, b: ConvexShape, u: i32, v: i32, w: i32): boolean {
  copyVertex(triangle, 0, p.vert, u * VERTEX);
  copyVertex(triangle, VERTEX, p.vert, v * VERTEX);
  copyVertex(triangle, 2 * VERTEX, p.vert, w * VERTEX);
  clearPolytope(p);
  return startFromTriangle(p, a, b, triangle);
}

/** Lists all faces. */
function listAll(p: Polytope): void {
  for (let f = 0; f < p.nface; f++) listFace(p, f);
}

/** Is the point of A - B at x[i] within MINVAL of the triangle formed by the first three simplex vertices? */
function isOnTriangle(simplex: F64, x: F64, i: i32): boolean {
  affineCoordinates(coordinate, simplex, 0, VERTEX, 2 * VERTEX, x, i);
  const wa = coordinate[0];
  const wb = coordinate[1];
  const wc = coordinate[2];
  if (wa < 0 || wb < 0 || wc < 0) return false;
  for (let k = 0; k < 3; k++) {
    edgeA[k] = simplex[k] * wa + simplex[VERTEX + k] * wb + simplex[2 * VERTEX + k] * wc - x[i + k];
  }
  return norm3(edgeA, 0) < MINVAL;
}

/** dirTo = dir turned by 120° about `edgeA`. */
function turnThird(dirTo: F64, dir: F64): void {
  const sin120: f64 = 0.86602540378;
  const cos120: f64 = -0.5;
  const len = norm3(edgeA, 0);
  const x = edgeA[0] / len;
  const y = edgeA[1] / len;
  const z = edgeA[2] / len;
  const one = 1 - cos120;
  const dx = dir[0];
  const dy = dir[1];
  const dz = dir[2];
  dirTo[0] = (cos120 + x * x * one) * dx + (x * y * one - z * sin120) * dy + (x * z * one + y * sin120) * dz;
  dirTo[1] = (y * x * one + z * sin120) * dx + (cos120 + y * y * one) * dy + (y * z * one - x * sin120) * dz;
  dirTo[2] = (x * z * one - y * sin120) * dx + (y * z * one + x * sin120) * dy + (cos120 + z * z * one) * dz;
}

/** Does the line through vertices a, b cross the triangle c, d, e? */
function lineCrosses(verts: F64, a: i32, b: i32, c: i32, d: i32, e: i32): boolean {
  sub3(ends, 0, verts, b, verts, a);
  sub3(ends, 3, verts, c, verts, a);
  sub3(ends, 6, verts, d, verts, a);
  sub3(ends, 9, verts, e, verts, a);
  const v1 = det3(ends, 3, ends, 6, ends, 0);
  const v2 = det3(ends, 6, ends, 9, ends, 0);
  const v3 = det3(ends, 9, ends, 3, ends, 0);
  return (v1 >= 0 && v2 >= 0 && v3 >= 0) || (v1 <= 0 && v2 <= 0 && v3 <= 0);
}

/** Initial polytope from a segment: a bipyramid over three support points around it. */
function startFromSegment(p: Polytope, a: ConvexShape, b: ConvexShape, simplex: F64): boolean {
  for (let k = 0; k < 3; k++) {
    p.centre[k] = 0.5 * (simplex[k] + simplex[VERTEX + k]);
    edgeA[k] = simplex[VERTEX + k] - simplex[k];
  }

  // a direction across the segment, from the coordinate axis least along it
  let least = INFINITE;
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    if (Math.abs(edgeA[k]) < least) {
      least = Math.abs(edgeA[k]);
      axis = k;
    }
  }
  for (let k = 0; k < 3; k++) edgeB[k] = k === axis ? 1 : 0;
  cross3(dir1, 0, edgeB, 0, edgeA, 0);
  turnThird(dir2, dir1);
  turnThird(dir3, dir2);

  const u = addVertex(p, simplex, 0);
  const v = addVertex(p, simplex, VERTEX);
  const c = addSupport(p, a, b, dir1, 0, norm3(dir1, 0));
  const d = addSupport(p, a, b, dir2, 0, norm3(dir2, 0));
  const e = addSupport(p, a, b, dir3, 0, norm3(dir3, 0));
  if (addFace(p, u, c, d, 1, 3, 2) < MIN_DIST2) return restart(p, a, b, u, c, d);
  if (addFace(p, u, e, c, 2, 4, 0) < MIN_DIST2) return restart(p, a, b, u, e, c);
  if (addFace(p, u, d, e, 0, 5, 1) < MIN_DIST2) return restart(p, a, b, u, d, e);
  if (addFace(p, v, d, c, 5, 0, 4) < MIN_DIST2) return restart(p, a, b, v, d, c);
  if (addFace(p, v, c, e, 3, 1, 5) < MIN_DIST2) return restart(p, a, b, v, c, e);
  if (addFace(p, v, e, d, 4, 2, 3) < MIN_DIST2) return restart(p, a, b, v, e, d);
  if (!lineCrosses(p.vert, u * VERTEX, v * VERTEX, c * VERTEX, d * VERTEX, e * VERTEX)) return false;
  listAll(p);
  return true;
}

/** Initial polytope from a triangle: a bipyramid over it. */
function startFromTriangle(p: Polytope, a: ConvexShape, b: ConvexShape, simplex: F64): boolean {
  const third: f64 = 1 / 3;
  for (let k = 0; k < 3; k++) {
    p.centre[k] = third * (simplex[k] + simplex[VERTEX + k] + simplex[2 * VERTEX + k]);
    edgeA[k] = simplex[VERTEX + k] - simplex[k];
    edgeB[k] = simplex[2 * VERTEX + k] - simplex[k];
  }
  cross3(dir1, 0, edgeA, 0, edgeB, 0);
  const len = norm3(dir1, 0);
  if (len < MINVAL) return false;
  for (let k = 0; k < 3; k++) dir2[k] = -dir1[k];

  const u = addVertex(p, simplex, 0);
  const v = addVertex(p, simplex, VERTEX);
  const w = addVertex(p, simplex, 2 * VERTEX);
  const below = addSupport(p, a, b, dir2, 0, len);
  const above = addSupport(p, a, b, dir1, 0, len);
  if (isOnTriangle(simplex, p.vert, above * VERTEX) || isOnTriangle(simplex, p.vert, below * VERTEX)) return false;
  if (addFace(p, above, u, v, 1, 3, 2) < MIN_DIST2) return false;
  if (addFace(p, above, w, u, 2, 4, 0) < MIN_DIST2) return false;
  if (addFace(p, above, v, w, 0, 5, 1) < MIN_DIST2) return false;
  if (addFace(p, below, v, u, 5, 0, 4) < MIN_DIST2) return false;
  if (addFace(p, below, u, w, 3, 1, 5) < MIN_DIST2) return false;
  if (addFace(p, below, w, v, 4, 2, 3) < MIN_DIST2) return false;
  listAll(p);
  return true;
}

/** Initial polytope from a tetrahedron. */
function startFromTetrahedron(p: Polytope, a: ConvexShape, b: ConvexShape, simplex: F64): boolean {
  for (let v = 0; v < 4; v++) addVertex(p, simplex, v * VERTEX);
  const v1 = VERTEX;
  const v2 = 2 * VERTEX;
  const v3 = 3 * VERTEX;
  for (let k = 0; k < 3; k++) {
    p.centre[k] = 0.25 * (simplex[k] + simplex[v1 + k] + simplex[v2 + k] + simplex[v3 + k]);
  }
  if (addFace(p, 0, 1, 2, 1, 3, 2) < MIN_DIST2) return restart(p, a, b, 0, 1, 2);
  if (addFace(p, 0, 3, 1, 2, 3, 0) < MIN_DIST2) return restart(p, a, b, 0, 3, 1);
  if (addFace(p, 0, 2, 3, 0, 3, 1) < MIN_DIST2) return restart(p, a, b, 0, 2, 3);
  if (addFace(p, 3, 2, 1, 2, 0, 1) < MIN_DIST2) return restart(p, a, b, 3, 2, 1);
  if (!containsOrigin(simplex, 0, v1, v2, v3)) return false;
  listAll(p);
  return true;
}

/** Builds the polytope around the origin from a simplex of n vertices; false when it has no interior there. */
export function startPolytope(p: Polytope, a: ConvexShape, b: ConvexShape, simplex: F64, n: i32): boolean {
  clearPolytope(p);
  if (n === 2) return startFromSegment(p, a, b, simplex);
  if (n === 3) return startFromTriangle(p, a, b, simplex);
  return startFromTetrahedron(p, a, b, simplex);
}

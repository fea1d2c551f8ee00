import { type F64, type f64, type i32, scratchF64, scratchI32 } from '../dialect.ts';
import { cross3, dot3, norm3, sub3 } from '../math/vec3.ts';
import { MINVAL } from './contact.ts';
import { shapeA, shapeB } from './convex-shape.ts';
import { affineCoordinates, det3, projectOnPlane } from './gjk.ts';
import {
  copyVertex,
  INDEX_A,
  INDEX_B,
  INFINITE,
  minkowskiSupport,
  NSIMPLEX,
  NWITNESS,
  ON_A,
  ON_B,
  simplex,
  status,
  VERTEX,
  witnessA,
  witnessB,
  witnessDist,
} from './minkowski.ts';
import { isDiscrete } from './shape.ts';

const MAX_ITERATIONS: i32 = 1000;
const MIN_DIST2: f64 = 1e-30; // squared distance at which the origin counts as lying on a face
const CONTRADICTION: f64 = 1e-10; // upper bound below the lower one by this: the origin was never inside
const MAX_HORIZON: i32 = 1024;

// The polytope: vertices of A - B, and triangles with their neighbours.
export const polytope = scratchF64((5 + MAX_ITERATIONS) * VERTEX);
const faceReal = scratchF64(4 * 6 * MAX_ITERATIONS); // per face: projection of the origin (outward), its squared length
const faceInt = scratchI32(7 * 6 * MAX_ITERATIONS); // per face: three vertices, three neighbours, place in the list of candidates
const DIST2: i32 = 3;
const NEIGHBOUR: i32 = 3;
const PLACE: i32 = 6;
const NOT_LISTED: i32 = -1;
const DELETED: i32 = -2;

const candidate = scratchI32(6 * MAX_ITERATIONS); // faces that may be the nearest one
const candidateDist2 = scratchF64(6 * MAX_ITERATIONS); // their squared distances, side by side for the search
const horizonFace = scratchI32(MAX_HORIZON); // faces just beyond the part seen from the new vertex
const horizonEdge = scratchI32(MAX_HORIZON); // and their edges on the horizon
const stackFace = scratchI32(MAX_HORIZON);
const stackEdge = scratchI32(MAX_HORIZON);

const count = scratchI32(4);
const NVERT: i32 = 0;
const NFACE: i32 = 1;
const NCANDIDATE: i32 = 2;
const NHORIZON: i32 = 3;

const centre = scratchF64(3); // of the initial polytope: tells outward
const edgeA = scratchF64(3);
const edgeB = scratchF64(3);
const normal = scratchF64(3);
const dir1 = scratchF64(3);
const dir2 = scratchF64(3);
const dir3 = scratchF64(3);
const ends = scratchF64(12);
const coordinate = scratchF64(3);

/** Index of vertex k (0..2) of face f. */
export function faceVertex(f: i32, k: i32): i32 {
  return faceInt[7 * f + k];
}

/** Adds a copy of a simplex vertex and returns its index. */
function insertVertex(v: i32): i32 {
  const n = count[NVERT]++;
  copyVertex(polytope, n * VERTEX, simplex, v * VERTEX);
  return n;
}

/** Adds the support vertex along `dir` of length `len` and returns its index. */
function insertSupport(dir: F64, r: i32, len: f64): i32 {
  const n = count[NVERT]++;
  if (len > MINVAL) minkowskiSupport(polytope, n * VERTEX, dir[r] / len, dir[r + 1] / len, dir[r + 2] / len);
  else minkowskiSupport(polytope, n * VERTEX, 1, 0, 0);
  return n;
}

/** Adds the face of vertices a, b, c with its neighbours across ab, bc, ca; returns its squared distance to the origin, 0 when degenerate. */
function attachFace(a: i32, b: i32, c: i32, adj0: i32, adj1: i32, adj2: i32): f64 {
  const f = count[NFACE]++;
  const r = 4 * f;
  const i = 7 * f;
  faceInt[i] = a;
  faceInt[i + 1] = b;
  faceInt[i + 2] = c;
  faceInt[i + NEIGHBOUR] = adj0;
  faceInt[i + NEIGHBOUR + 1] = adj1;
  faceInt[i + NEIGHBOUR + 2] = adj2;
  faceInt[i + PLACE] = NOT_LISTED;
  faceReal[r + DIST2] = 0;
  if (!projectOnPlane(faceReal, r, polytope, c * VERTEX, b * VERTEX, a * VERTEX)) return 0;

  sub3(edgeA, 0, polytope, a * VERTEX, centre, 0);
  if (dot3(faceReal, r, edgeA, 0) < 0) for (let k = 0; k < 3; k++) faceReal[r + k] = -faceReal[r + k];
  faceReal[r + DIST2] = dot3(faceReal, r, faceReal, r);
  return faceReal[r + DIST2];
}

/** Lists face f as a candidate. */
function listFace(f: i32): void {
  const n = count[NCANDIDATE]++;
  candidate[n] = f;
  candidateDist2[n] = faceReal[4 * f + DIST2];
  faceInt[7 * f + PLACE] = n;
}

/** Removes face f from the polytope. */
function deleteFace(f: i32): void {
  const place = faceInt[7 * f + PLACE];
  if (place >= 0) {
    const end = --count[NCANDIDATE];
    const last = candidate[end];
    candidate[place] = last;
    candidateDist2[place] = candidateDist2[end];
    faceInt[7 * last + PLACE] = place;
  }
  faceInt[7 * f + PLACE] = DELETED;
}

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

/** Restarts from the triangle of polytope vertices a, b, c. */
function restartFromTriangle(a: i32, b: i32, c: i32): boolean {
  copyVertex(simplex, 0, polytope, a * VERTEX);
  copyVertex(simplex, VERTEX, polytope, b * VERTEX);
  copyVertex(simplex, 2 * VERTEX, polytope, c * VERTEX);
  status[NSIMPLEX] = 3;
  count[NFACE] = 0;
  count[NVERT] = 0;
  count[NCANDIDATE] = 0;
  return startFromTriangle();
}

/** Lists the first n faces. */
function listAll(n: i32): void {
  for (let f = 0; f < n; f++) listFace(f);
}

/** Is the point at vertex v within MINVAL of the triangle formed by the first three simplex vertices? */
function onTriangle(v: i32): boolean {
  affineCoordinates(coordinate, simplex, 0, VERTEX, 2 * VERTEX, polytope, v);
  const wa = coordinate[0];
  const wb = coordinate[1];
  const wc = coordinate[2];
  if (wa < 0 || wb < 0 || wc < 0) return false;
  for (let k = 0; k < 3; k++) {
    edgeA[k] = simplex[k] * wa + simplex[VERTEX + k] * wb + simplex[2 * VERTEX + k] * wc - polytope[v + k];
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

/** Does the line through vertices a, b cross the triangle c, d, e of the polytope? */
function lineCrosses(a: i32, b: i32, c: i32, d: i32, e: i32): boolean {
  sub3(ends, 0, polytope, b, polytope, a);
  sub3(ends, 3, polytope, c, polytope, a);
  sub3(ends, 6, polytope, d, polytope, a);
  sub3(ends, 9, polytope, e, polytope, a);
  const v1 = det3(ends, 3, ends, 6, ends, 0);
  const v2 = det3(ends, 6, ends, 9, ends, 0);
  const v3 = det3(ends, 9, ends, 3, ends, 0);
  return (v1 >= 0 && v2 >= 0 && v3 >= 0) || (v1 <= 0 && v2 <= 0 && v3 <= 0);
}

/** Initial polytope from a segment: a bipyramid over three support points around it. */
function startFromSegment(): boolean {
  for (let k = 0; k < 3; k++) {
    centre[k] = 0.5 * (simplex[k] + simplex[VERTEX + k]);
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

  const a = insertVertex(0);
  const b = insertVertex(1);
  const c = insertSupport(dir1, 0, norm3(dir1, 0));
  const d = insertSupport(dir2, 0, norm3(dir2, 0));
  const e = insertSupport(dir3, 0, norm3(dir3, 0));
  if (attachFace(a, c, d, 1, 3, 2) < MIN_DIST2) return restartFromTriangle(a, c, d);
  if (attachFace(a, e, c, 2, 4, 0) < MIN_DIST2) return restartFromTriangle(a, e, c);
  if (attachFace(a, d, e, 0, 5, 1) < MIN_DIST2) return restartFromTriangle(a, d, e);
  if (attachFace(b, d, c, 5, 0, 4) < MIN_DIST2) return restartFromTriangle(b, d, c);
  if (attachFace(b, c, e, 3, 1, 5) < MIN_DIST2) return restartFromTriangle(b, c, e);
  if (attachFace(b, e, d, 4, 2, 3) < MIN_DIST2) return restartFromTriangle(b, e, d);
  if (!lineCrosses(a * VERTEX, b * VERTEX, c * VERTEX, d * VERTEX, e * VERTEX)) return false;
  listAll(6);
  return true;
}

/** Initial polytope from a triangle: a bipyramid over it. */
function startFromTriangle(): boolean {
  const third: f64 = 1 / 3;
  for (let k = 0; k < 3; k++) {
    centre[k] = third * (simplex[k] + simplex[VERTEX + k] + simplex[2 * VERTEX + k]);
    edgeA[k] = simplex[VERTEX + k] - simplex[k];
    edgeB[k] = simplex[2 * VERTEX + k] - simplex[k];
  }
  cross3(dir1, 0, edgeA, 0, edgeB, 0);
  const len = norm3(dir1, 0);
  if (len < MINVAL) return false;
  for (let k = 0; k < 3; k++) dir2[k] = -dir1[k];

  const a = insertVertex(0);
  const b = insertVertex(1);
  const c = insertVertex(2);
  const below = insertSupport(dir2, 0, len);
  const above = insertSupport(dir1, 0, len);
  if (onTriangle(above * VERTEX) || onTriangle(below * VERTEX)) return false;
  const i = a * VERTEX;
  const j = b * VERTEX;
  const k = c * VERTEX;
  if (
    witnessDist[0] > 10 * MINVAL &&
    !containsOrigin(polytope, i, j, k, above * VERTEX) &&
    !containsOrigin(polytope, i, j, k, below * VERTEX)
  ) {
    return false;
  }
  if (attachFace(above, a, b, 1, 3, 2) < MIN_DIST2) return false;
  if (attachFace(above, c, a, 2, 4, 0) < MIN_DIST2) return false;
  if (attachFace(above, b, c, 0, 5, 1) < MIN_DIST2) return false;
  if (attachFace(below, b, a, 5, 0, 4) < MIN_DIST2) return false;
  if (attachFace(below, a, c, 3, 1, 5) < MIN_DIST2) return false;
  if (attachFace(below, c, b, 4, 2, 3) < MIN_DIST2) return false;
  listAll(6);
  return true;
}

/** Initial polytope from a tetrahedron. */
function startFromTetrahedron(): boolean {
  const a = insertVertex(0);
  const b = insertVertex(1);
  const c = insertVertex(2);
  const d = insertVertex(3);
  const i = a * VERTEX;
  const j = b * VERTEX;
  const k = c * VERTEX;
  const l = d * VERTEX;
  for (let x = 0; x < 3; x++) {
    centre[x] = 0.25 * (polytope[i + x] + polytope[j + x] + polytope[k + x] + polytope[l + x]);
  }
  if (attachFace(a, b, c, 1, 3, 2) < MIN_DIST2) return restartFromTriangle(a, b, c);
  if (attachFace(a, d, b, 2, 3, 0) < MIN_DIST2) return restartFromTriangle(a, d, b);
  if (attachFace(a, c, d, 0, 3, 1) < MIN_DIST2) return restartFromTriangle(a, c, d);
  if (attachFace(d, c, b, 2, 0, 1) < MIN_DIST2) return restartFromTriangle(d, c, b);
  if (!containsOrigin(polytope, i, j, k, l)) return false;
  listAll(4);
  return true;
}

/** Builds the initial polytope from the simplex that GJK left; false when it has no interior around the origin. */
export function startPolytope(): boolean {
  count[NVERT] = 0;
  count[NFACE] = 0;
  count[NCANDIDATE] = 0;
  count[NHORIZON] = 0;
  const n = status[NSIMPLEX];
  if (n === 2) return startFromSegment();
  if (n === 3) return startFromTriangle();
  return startFromTetrahedron();
}

/** Edge of face f that starts at vertex v. */
function edgeFrom(f: i32, v: i32): i32 {
  const i = 7 * f;
  return faceInt[i] === v ? 0 : faceInt[i + 1] === v ? 1 : 2;
}

/**
 * Deletes the faces seen from vertex w, starting with face f, and lists the edges around them in order. Depth first over neighbours, so that the
 * edges of the horizon come out as a closed loop. False when the stacks overflow.
 */
function cutHorizon(f: i32, w: i32): boolean {
  count[NHORIZON] = 0;
  deleteFace(f);
  let top = 0;
  for (let e = 2; e >= 0; e--) {
    const g = faceInt[7 * f + NEIGHBOUR + e];
    stackFace[top] = g;
    stackEdge[top++] = edgeFrom(g, faceInt[7 * f + ((e + 1) % 3)]);
  }
  while (top > 0) {
    const g = stackFace[--top];
    const e = stackEdge[top];
    if (faceInt[7 * g + PLACE] === DELETED) continue;
    if (!(dot3(faceReal, 4 * g, polytope, w * VERTEX) - faceReal[4 * g + DIST2] > MINVAL)) {
      if (count[NHORIZON] >= MAX_HORIZON) return false;
      horizonFace[count[NHORIZON]] = g;
      horizonEdge[count[NHORIZON]++] = e;
      continue;
    }
    deleteFace(g);
    if (top + 2 > MAX_HORIZON) return false;
    for (let k = 2; k > 0; k--) {
      const i = (e + k) % 3;
      const h = faceInt[7 * g + NEIGHBOUR + i];
      stackFace[top] = h;
      stackEdge[top++] = edgeFrom(h, faceInt[7 * g + ((i + 1) % 3)]);
    }
  }
  return true;
}

/** Was the newest vertex found before? */
function isRepeated(): boolean {
  const last = count[NVERT] - 1;
  const ia = polytope[last * VERTEX + INDEX_A];
  const ib = polytope[last * VERTEX + INDEX_B];
  for (let v = 0; v < last; v++) {
    if (polytope[v * VERTEX + INDEX_A] === ia && polytope[v * VERTEX + INDEX_B] === ib) return true;
  }
  return false;
}

/** Closes the hole of the horizon with faces to vertex w; false when one is degenerate. */
function closeHorizon(w: i32, lower2: f64, upper2: f64): boolean {
  const first = count[NFACE];
  const n = count[NHORIZON];
  for (let k = 0; k < n; k++) {
    const g = horizonFace[k];
    const e = horizonEdge[k];
    const u = faceInt[7 * g + e];
    const v = faceInt[7 * g + ((e + 1) % 3)];
    faceInt[7 * g + NEIGHBOUR + e] = first + k;
    const before = first + (k === 0 ? n - 1 : k - 1);
    const after = first + ((k + 1) % n);
    const dist2 = attachFace(w, v, u, before, g, after);
    if (dist2 === 0) return false;
    if (dist2 >= lower2 && dist2 <= upper2) listFace(first + k);
  }
  return true;
}

/** Witness points of face f and minus its distance to the origin. */
function writeWitness(f: i32): void {
  const a = faceInt[7 * f] * VERTEX;
  const b = faceInt[7 * f + 1] * VERTEX;
  const c = faceInt[7 * f + 2] * VERTEX;
  affineCoordinates(coordinate, polytope, a, b, c, faceReal, 4 * f);
  const wa = coordinate[0];
  const wb = coordinate[1];
  const wc = coordinate[2];
  for (let k = 0; k < 3; k++) {
    witnessA[k] = wa * polytope[a + ON_A + k] + wb * polytope[b + ON_A + k] + wc * polytope[c + ON_A + k];
    witnessB[k] = wa * polytope[a + ON_B + k] + wb * polytope[b + ON_B + k] + wc * polytope[c + ON_B + k];
  }
  witnessDist[0] = -Math.sqrt(faceReal[4 * f + DIST2]);
}

/**
 * Expanding polytope algorithm on shapeA and shapeB from the polytope of `startPolytope`: the face of A - B nearest to the origin, whose
 * distance is the penetration depth. Returns the face, or -1 without a contact; witness points and depth are in witnessA, witnessB, witnessDist.
 *
 * @see van den Bergen, Collision Detection in Interactive 3D Environments (2003), §4.3.8
 */
export function epa(tolerance: f64, maxIterations: i32): i32 {
  const discrete = isDiscrete(shapeA) && isDiscrete(shapeB);
  const closeEnough = discrete ? MINVAL : tolerance;
  const limit = maxIterations < MAX_ITERATIONS ? maxIterations : MAX_ITERATIONS;
  const maxFaces = 6 * limit;
  let upper = INFINITE;
  let upper2 = INFINITE;
  let face = -1;
  for (let iteration = 0; iteration < limit; iteration++) {
    const last = face;

    // nearest face: lower bound of the depth
    let lower2 = INFINITE;
    const n = count[NCANDIDATE];
    let nearest = -1;
    for (let k = 0; k < n; k++) {
      const dist2 = candidateDist2[k];
      if (dist2 < lower2) {
        nearest = k;
        lower2 = dist2;
      }
    }
    if (nearest >= 0) face = candidate[nearest];
    if (lower2 > upper2 || face < 0) {
      face = last;
      break;
    }
    if (lower2 <= 0) break;

    // support vertex beyond it: upper bound
    const lower = Math.sqrt(lower2);
    const w = insertSupport(faceReal, 4 * face, lower);
    const bound = dot3(faceReal, 4 * face, polytope, w * VERTEX) / lower;
    if (bound < upper) {
      upper = bound;
      upper2 = upper * upper;
    }
    if (upper - lower < closeEnough) {
      if (iteration === 0 && upper < lower - CONTRADICTION) face = -1;
      break;
    }
    if (discrete && isRepeated()) break;

    // replace what the vertex sees by faces to it
    if (!cutHorizon(face, w) || count[NHORIZON] < 3) {
      face = -1;
      break;
    }
    if (count[NHORIZON] > maxFaces - count[NFACE]) break;
    if (!closeHorizon(w, lower2, upper2)) {
      face = -1;
      break;
    }
    if (count[NCANDIDATE] === 0) break;
  }

  if (face >= 0) {
    writeWitness(face);
    status[NWITNESS] = 1;
  } else {
    status[NWITNESS] = 0;
    witnessDist[0] = 0;
  }
  return face;
}

import { type F64, type f64, type I32, type i32, scratchF64, scratchI32 } from '../../dialect.ts';
import { MINVAL } from '../../math/scalar.ts';
import { dot3, sub3 } from '../../math/vec3.ts';
import type { ConvexShape } from './convex-shape.ts';
import { MAX_HORIZON, MAX_ITERATIONS } from './limits.ts';
import { copyVertex, INDEX_A, INDEX_B, INFINITE, minkowskiSupport, VERTEX } from './minkowski.ts';
import { projectOnPlane } from './simplex.ts';

const MAX_FACES: i32 = 6 * MAX_ITERATIONS;

// Places of faces that are not among the candidates.
const NOT_LISTED: i32 = -1;
const DELETED: i32 = -2;

/** The polytope that EPA expands: vertices of A - B, and triangles with their neighbours. */
export class Polytope {
  nvert: i32 = 0;
  readonly vert: F64 = scratchF64((5 + MAX_ITERATIONS) * VERTEX);
  /** A point inside: tells outward. */
  readonly centre: F64 = scratchF64(3);

  nface: i32 = 0;
  /** Three vertices per face. */
  readonly faceVert: I32 = scratchI32(3 * MAX_FACES);
  /** The faces across its edges, from the first vertex to the second, to the third, and back. */
  readonly faceNeighbour: I32 = scratchI32(3 * MAX_FACES);
  /** Projection of the origin on the face's plane, turned outward. */
  readonly faceNormal: F64 = scratchF64(3 * MAX_FACES);
  /** Its squared length. */
  readonly faceDist2: F64 = scratchF64(MAX_FACES);
  /** Place among the candidates. */
  readonly facePlace: I32 = scratchI32(MAX_FACES);

  /** Faces that may be the nearest one, and their squared distances side by side for the search. */
  ncandidate: i32 = 0;
  readonly candidate: I32 = scratchI32(MAX_FACES);
  readonly candidateDist2: F64 = scratchF64(MAX_FACES);

  /** Faces just beyond the part that a new vertex sees, and their edges on the horizon. */
  nhorizon: i32 = 0;
  readonly horizonFace: I32 = scratchI32(MAX_HORIZON);
  readonly horizonEdge: I32 = scratchI32(MAX_HORIZON);
}

const stackFace = scratchI32(MAX_HORIZON);
const stackEdge = scratchI32(MAX_HORIZON);
const arm = scratchF64(3);

/** Removes all vertices and faces. */
export function clearPolytope(p: Polytope): void {
  p.nvert = 0;
  p.nface = 0;
  p.ncandidate = 0;
  p.nhorizon = 0;
}

/** Adds a copy of a vertex of A - B and returns its index. */
export function addVertex(p: Polytope, verts: F64, v: i32): i32 {
  const n = p.nvert++;
  copyVertex(p.vert, n * VERTEX, verts, v);
  return n;
}

/** Adds the support vertex along `dir` of length `len` and returns its index. */
export function addSupport(p: Polytope, a: ConvexShape, b: ConvexShape, dir: F64, r: i32, len: f64): i32 {
  const n = p.nvert++;
  if (len > MINVAL) minkowskiSupport(p.vert, n * VERTEX, a, b, dir[r] / len, dir[r + 1] / len, dir[r + 2] / len);
  else minkowskiSupport(p.vert, n * VERTEX, a, b, 1, 0, 0);
  return n;
}

/** Adds the face of vertices a, b, c with its neighbours across ab, bc, ca; returns its squared distance to the origin, 0 when degenerate. */
export function addFace(p: Polytope, a: i32, b: i32, c: i32, adj0: i32, adj1: i32, adj2: i32): f64 {
  const f = p.nface++;
  const normal = p.faceNormal;
  const r = 3 * f;
  p.faceVert[r] = a;
  p.faceVert[r + 1] = b;
  p.faceVert[r + 2] = c;
  p.faceNeighbour[r] = adj0;
  p.faceNeighbour[r + 1] = adj1;
  p.faceNeighbour[r + 2] = adj2;
  p.facePlace[f] = NOT_LISTED;
  p.faceDist2[f] = 0;
  if (!projectOnPlane(normal, r, p.vert, c * VERTEX, b * VERTEX, a * VERTEX)) return 0;

  sub3(arm, 0, p.vert, a * VERTEX, p.centre, 0);
  if (dot3(normal, r, arm, 0) < 0) for (let k = 0; k < 3; k++) normal[r + k] = -normal[r + k];
  p.faceDist2[f] = dot3(normal, r, normal, r);
  return p.faceDist2[f];
}

/** Makes face f a candidate. */
export function listFace(p: Polytope, f: i32): void {
  const n = p.ncandidate++;
  p.candidate[n] = f;
  p.candidateDist2[n] = p.faceDist2[f];
  p.facePlace[f] = n;
}

/** Removes face f. */
function deleteFace(p: Polytope, f: i32): void {
  const place = p.facePlace[f];
  if (place >= 0) {
    const end = --p.ncandidate;
    const last = p.candidate[end];
    p.candidate[place] = last;
    p.candidateDist2[place] = p.candidateDist2[end];
    p.facePlace[last] = place;
  }
  p.facePlace[f] = DELETED;
}

/** Edge of face f that starts at vertex v. */
function edgeFrom(p: Polytope, f: i32, v: i32): i32 {
  return p.faceVert[3 * f] === v ? 0 : p.faceVert[3 * f + 1] === v ? 1 : 2;
}

/** Pushes the neighbour of face f across its edge e on the stack, with its own edge there. */
function pushNeighbour(p: Polytope, top: i32, f: i32, e: i32): void {
  const g = p.faceNeighbour[3 * f + e];
  stackFace[top] = g;
  stackEdge[top] = edgeFrom(p, g, p.faceVert[3 * f + ((e + 1) % 3)]);
}

/**
 * Deletes the faces seen from vertex w, starting with face f, and lists the edges around them in order. Depth first over neighbours, so that the
 * edges of the horizon come out as a closed loop. False when the stacks overflow.
 */
export function cutHorizon(p: Polytope, f: i32, w: i32): boolean {
  p.nhorizon = 0;
  deleteFace(p, f);
  let top = 0;
  for (let e = 2; e >= 0; e--) pushNeighbour(p, top++, f, e);
  while (top > 0) {
    const g = stackFace[--top];
    const e = stackEdge[top];
    if (p.facePlace[g] === DELETED) continue;
    if (!(dot3(p.faceNormal, 3 * g, p.vert, w * VERTEX) - p.faceDist2[g] > MINVAL)) {
      if (p.nhorizon >= MAX_HORIZON) return false;
      p.horizonFace[p.nhorizon] = g;
      p.horizonEdge[p.nhorizon++] = e;
      continue;
    }
    deleteFace(p, g);
    if (top + 2 > MAX_HORIZON) return false;
    for (let k = 2; k > 0; k--) pushNeighbour(p, top++, g, (e + k) % 3);
  }
  return true;
}

/** Closes the hole of the horizon with faces to vertex w, and lists those within the bounds; false when one is degenerate. */
export function closeHorizon(p: Polytope, w: i32, lower2: f64, upper2: f64): boolean {
  const { nface: first, nhorizon: n } = p;
  for (let k = 0; k < n; k++) {
    const g = p.horizonFace[k];
    const e = p.horizonEdge[k];
    const u = p.faceVert[3 * g + e];
    const v = p.faceVert[3 * g + ((e + 1) % 3)];
    p.faceNeighbour[3 * g + e] = first + k;
    const before = first + (k === 0 ? n - 1 : k - 1);
    const after = first + ((k + 1) % n);
    const dist2 = addFace(p, w, v, u, before, g, after);
    if (dist2 === 0) return false;
    if (dist2 >= lower2 && dist2 <= upper2) listFace(p, first + k);
  }
  return true;
}

/** The candidate that is nearest to the origin, or -1. */
export function nearestCandidate(p: Polytope): i32 {
  const { candidateDist2: dist2, ncandidate: n } = p;
  let least = INFINITE;
  let nearest = -1;
  for (let k = 0; k < n; k++) {
    if (dist2[k] < least) {
      nearest = k;
      least = dist2[k];
    }
  }
  return nearest;
}

/** Was the newest vertex found before? */
export function isRepeated(p: Polytope): boolean {
  const vert = p.vert;
  const last = p.nvert - 1;
  const ia = vert[last * VERTEX + INDEX_A];
  const ib = vert[last * VERTEX + INDEX_B];
  for (let v = 0; v < last; v++) {
    if (vert[v * VERTEX + INDEX_A] === ia && vert[v * VERTEX + INDEX_B] === ib) return true;
  }
  return false;
}

import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { MINVAL } from '../../math/scalar.ts';
import { dot3 } from '../../math/vec3.ts';
import type { CcdOptions } from './ccd-options.ts';
import { type ConvexShape, isPolytope } from './convex-shape.ts';
import type { GjkResult } from './gjk.ts';
import { startPolytope } from './initial-polytope.ts';
import { MAX_ITERATIONS } from './limits.ts';
import { copyVertex, INFINITE, ON_A, ON_B, VERTEX } from './minkowski.ts';
import { addSupport, closeHorizon, cutHorizon, isRepeated, nearestCandidate, Polytope } from './polytope.ts';
import { affineCoordinates } from './simplex.ts';

const CONTRADICTION: f64 = 1e-10; // upper bound below the lower one by this: the origin was never inside

// How EPA ended.
export const EPA_FLAT: i32 = 0; // the simplex of GJK has no interior around the origin
export const EPA_LOST: i32 = 1; // the polytope became degenerate
export const EPA_FOUND: i32 = 2;

/** The face of A - B that is nearest to the origin. */
export class EpaResult {
  status: i32 = 0;
  /** Minus the depth. */
  dist: f64 = 0;
  /** The deepest points. */
  readonly onA: F64 = scratchF64(3);
  readonly onB: F64 = scratchF64(3);
  /** The three vertices of the face. */
  readonly face: F64 = scratchF64(3 * VERTEX);
}

const polytope = new Polytope();
const coordinate = scratchF64(3);

/** Witness points of face f of the polytope and minus its distance to the origin. */
function takeFace(result: EpaResult, f: i32): void {
  const face = result.face;
  for (let k = 0; k < 3; k++) copyVertex(face, k * VERTEX, polytope.vert, polytope.faceVert[3 * f + k] * VERTEX);
  affineCoordinates(coordinate, face, 0, VERTEX, 2 * VERTEX, polytope.faceNormal, 3 * f);
  const wa = coordinate[0];
  const wb = coordinate[1];
  const wc = coordinate[2];
  for (let k = 0; k < 3; k++) {
    result.onA[k] = wa * face[ON_A + k] + wb * face[VERTEX + ON_A + k] + wc * face[2 * VERTEX + ON_A + k];
    result.onB[k] = wa * face[ON_B + k] + wb * face[VERTEX + ON_B + k] + wc * face[2 * VERTEX + ON_B + k];
  }
  result.dist = -Math.sqrt(polytope.faceDist2[f]);
}

/** Expands the polytope until its nearest face is one of A - B; returns that face, or -1 when it becomes degenerate. */
function expand(a: ConvexShape, b: ConvexShape, options: CcdOptions): i32 {
  const p = polytope;
  const exact = isPolytope(a) && isPolytope(b);
  const closeEnough = exact ? MINVAL : options.tolerance;
  const limit = options.iterations < MAX_ITERATIONS ? options.iterations : MAX_ITERATIONS;
  const maxFaces = 6 * limit;
  let upper = INFINITE;
  let upper2 = INFINITE;
  let face = -1;
  for (let iteration = 0; iteration < limit; iteration++) {
    // nearest face: lower bound of the depth
    const nearest = nearestCandidate(p);
    const lower2 = nearest < 0 ? INFINITE : p.candidateDist2[nearest];
    if (lower2 > upper2) break;
    if (nearest >= 0) face = p.candidate[nearest];
    if (face < 0 || lower2 <= 0) break;

    // support vertex beyond it: upper bound
    const lower = Math.sqrt(lower2);
    const w = addSupport(p, a, b, p.faceNormal, 3 * face, lower);
    const bound = dot3(p.faceNormal, 3 * face, p.vert, w * VERTEX) / lower;
    if (bound < upper) {
      upper = bound;
      upper2 = upper * upper;
    }
    if (upper - lower < closeEnough) return iteration === 0 && upper < lower - CONTRADICTION ? -1 : face;
    if (exact && isRepeated(p)) break;

    // replace what the vertex sees by faces to it
    if (!cutHorizon(p, face, w) || p.nhorizon < 3) return -1;
    if (p.nhorizon > maxFaces - p.nface) break;
    if (!closeHorizon(p, w, lower2, upper2)) return -1;
    if (p.ncandidate === 0) break;
  }
  return face;
}

/**
 * Expanding polytope algorithm: the depth of two convex shapes that overlap, from the simplex with which GJK ended. It is the distance from the
 * origin to the nearest face of A - B.
 *
 * @see van den Bergen, Collision Detection in Interactive 3D Environments (2003), §4.3.8
 */
export function epa(a: ConvexShape, b: ConvexShape, options: CcdOptions, start: GjkResult, result: EpaResult): void {
  if (!startPolytope(polytope, a, b, start.simplex, start.nsimplex)) {
    result.status = EPA_FLAT;
    return;
  }
  const face = expand(a, b, options);
  result.status = face < 0 ? EPA_LOST : EPA_FOUND;
  if (face >= 0) takeFace(result, face);
}

import { type F64, type f64, type i32, idiv, isNaN64, scratchF64, toF64 } from '../dialect.ts';
import { mulMatTVec3 } from '../math/mat3.ts';
import { mulPose, negPose } from '../math/pose.ts';
import { mat2Quat, quat2Mat, rotVecQuat } from '../math/quat.ts';
import { MINVAL, max, min } from '../math/scalar.ts';
import { addScl3, addTo3, addToScl3, copy3, cross3, dist3, dot3, norm3, normalize3, scl3, sub3 } from '../math/vec3.ts';
import { NodeStack, popNode, pushChildren, startAtRoot } from './bvh.ts';
import { addContact, type Contacts, MAX_PAIR_CONTACTS } from './contact.ts';
import type { ConvexShape } from './convex/convex-shape.ts';
import { toWorld } from './geom.ts';
import { distanceBound, signedDistance, signedGradient } from './signed-distance.ts';
import { readTriangle, type TriangleMesh } from './triangle-mesh.ts';

// Contacts of a shape A with a signed distance field B. Points are in the frame of the field.

const MAXVAL: f64 = 1e10;

// What a descent minimises, of the distances A to shape A and B to the field.
const OF_FIELD: i32 = 0; // B alone
const INTERSECTION: i32 = 1; // max(A, B)
const MIDSURFACE: i32 = 2; // B - A
const COLLISION: i32 = 3; // A + B + |max(A, B)|

/** Effort of the search for contacts. */
export class SdfOptions {
  /** Number of points that descents start from. */
  initPoints: i32 = 0;
  /** Steps of each descent. */
  iterations: i32 = 0;
}

/** A pose as a rotation matrix and a position. */
class Placement {
  readonly pos: F64 = scratchF64(3);
  readonly mat: F64 = scratchF64(9);
}

/** The point that was tested last. */
class Probe {
  /** In the frame of shape A. */
  readonly inA: F64 = scratchF64(3);
  /** Distances to shape A and to the field. */
  distA: f64 = 0;
  distB: f64 = 0;
}

const fieldInA = new Placement(); // frame of the field in that of shape A
const shapeInA = new Placement(); // the identity, as it is rounded
const shapeInB = new Placement(); // frame of shape A in that of the field
const probe = new Probe();
const stack = new NodeStack();

const quatA = scratchF64(4);
const quatB = scratchF64(4);
const quat = scratchF64(4);
const negPos = scratchF64(3);
const negQuat = scratchF64(4);

const gradA = scratchF64(3);
const gradB = scratchF64(3);
const gradient = scratchF64(3);
const start = scratchF64(3);
const point = scratchF64(3);
const moved = scratchF64(3);
const normal = scratchF64(3);
const known = scratchF64(3 * MAX_PAIR_CONTACTS); // points of the contacts found so far

/** res = (b, quatB)⁻¹ ∘ (a, quatA): the frame of `a` in that of `b`. */
function placeIn(res: Placement, a: ConvexShape, quatA: F64, b: ConvexShape, quatB: F64): void {
  negPose(negPos, 0, negQuat, 0, b.pos, 0, quatB, 0);
  mulPose(res.pos, 0, quat, 0, negPos, 0, negQuat, 0, a.pos, 0, quatA, 0);
  quat2Mat(res.mat, 0, quat, 0);
}

/** res = the point x[i], moved by a pose. */
function place(res: F64, r: i32, placement: Placement, x: F64, i: i32): void {
  toWorld(res, r, placement.pos, placement.mat, x[i], x[i + 1], x[i + 2]);
}

/** The objective `kind` of a descent: of distances a to shape A and b to the field, and never less of greater ones. */
function combine(kind: i32, a: f64, b: f64): f64 {
  return kind === INTERSECTION ? max(b, a) : b + a + Math.abs(max(b, a));
}

/** The objective `kind` at the point x. */
function objective(kind: i32, a: ConvexShape, b: ConvexShape, x: F64): f64 {
  place(probe.inA, 0, fieldInA, x, 0);
  probe.distB = signedDistance(b, x, 0);
  probe.distA = signedDistance(a, probe.inA, 0);
  return combine(kind, probe.distA, probe.distB);
}

/** At most the objective `kind` at the point x. */
function objectiveBound(kind: i32, a: ConvexShape, b: ConvexShape, x: F64): f64 {
  place(probe.inA, 0, fieldInA, x, 0);
  return combine(kind, distanceBound(a, probe.inA, 0), distanceBound(b, x, 0));
}

/** res = gradient of shape A's distance at the last point, in the frame of the field. */
function gradientOfA(res: F64, a: ConvexShape): void {
  signedGradient(res, 0, a, probe.inA, 0);
  mulMatTVec3(res, 0, fieldInA.mat, 0, res, 0);
}

/** Gradient of the objective `kind` at the point x, where `objective` was evaluated last unless it is MIDSURFACE. */
function objectiveGradient(res: F64, kind: i32, a: ConvexShape, b: ConvexShape, x: F64): void {
  if (kind === OF_FIELD || (kind === INTERSECTION && probe.distB > probe.distA)) {
    signedGradient(res, 0, b, x, 0);
    return;
  }
  place(probe.inA, 0, fieldInA, x, 0);
  if (kind === INTERSECTION) {
    gradientOfA(res, a);
    return;
  }
  signedGradient(gradB, 0, b, x, 0);
  gradientOfA(gradA, a);
  if (kind === MIDSURFACE) {
    normalize3(gradB, 0);
    normalize3(gradA, 0);
    sub3(res, 0, gradB, 0, gradA, 0);
    normalize3(res, 0);
    return;
  }
  const sign: f64 = max(probe.distB, probe.distA) > 0 ? 1 : -1;
  const greater = probe.distB > probe.distA ? gradB : gradA;
  for (let k = 0; k < 3; k++) res[k] = gradB[k] + gradA[k] + greater[k] * sign;
}

/** Is a number of a gradient unusable? */
function isBad(x: f64): boolean {
  return isNaN64(x) || x > MAXVAL || x < -MAXVAL;
}

/** Gradient descent with backtracking on the objective, moving x; returns the last value. */
function descend(x: F64, kind: i32, a: ConvexShape, b: ConvexShape, steps: i32): f64 {
  const decrease: f64 = 0.1; // required part of the predicted decrease
  const shrink: f64 = 0.5;
  const minScale: f64 = 1e-4;
  if (steps <= 0) return MAXVAL;
  let value = objective(kind, a, b, x);
  for (let step = 0; step < steps; step++) {
    objectiveGradient(gradient, kind, a, b, x);
    if (isBad(gradient[0]) || isBad(gradient[1]) || isBad(gradient[2])) return MAXVAL;
    copy3(start, 0, x, 0);
    const value0 = value;
    let scale: f64 = 2;
    let tooFar = true;
    let wolfe = -decrease * scale * dot3(gradient, 0, gradient, 0);
    do {
      scale *= shrink;
      wolfe *= shrink;
      addScl3(x, 0, start, 0, gradient, 0, -scale);
      tooFar = tooFar && scale > minScale && objectiveBound(kind, a, b, x) - value0 > wolfe;
      if (!tooFar) value = objective(kind, a, b, x);
    } while (tooFar || (scale > minScale && value - value0 > wolfe));
    if (value > value0) {
      copy3(x, 0, start, 0);
      return value0;
    }
  }
  return value;
}

/** Element `index` of the Halton sequence of a base. */
function halton(index: i32, base: i32): f64 {
  const b = toF64(base);
  let n = index;
  let f = 1 / b;
  let sum: f64 = 0;
  while (n > 0) {
    const next = idiv(n, base);
    sum += f * toF64(n - next * base);
    f /= b;
    n = next;
  }
  return sum;
}

/** Whether a point of the given depth is in the field and not known yet; it is now. */
function isNew(contacts: Contacts, x: F64, dist: f64): boolean {
  const n = contacts.count;
  if (!(dist <= 0) || n >= MAX_PAIR_CONTACTS) return false;
  for (let k = 0; k < n; k++) if (dist3(x, 0, known, 3 * k) < MINVAL) return false;
  copy3(known, 3 * n, x, 0);
  return true;
}

/** Adds a contact at the point x of the given depth, with the gradient of `kind` as normal, unless x is outside or known. */
function addPoint(contacts: Contacts, a: ConvexShape, b: ConvexShape, x: F64, dist: f64, kind: i32): void {
  if (!isNew(contacts, x, dist)) return;
  objectiveGradient(gradient, kind, a, b, x);
  if (!(normalize3(gradient, 0) >= MINVAL)) return;
  scl3(gradient, 0, gradient, 0, -1);
  addAlong(contacts, b, x, dist);
}

/** Adds a contact at the point x with `gradient` as normal. */
function addAlong(contacts: Contacts, b: ConvexShape, x: F64, dist: f64): void {
  rotVecQuat(normal, 0, gradient, 0, quatB, 0);
  rotVecQuat(moved, 0, x, 0, quatB, 0);
  addTo3(moved, 0, b.pos, 0);
  addToScl3(moved, 0, normal, 0, 0.5 * dist);
  addContact(contacts, dist, moved[0], moved[1], moved[2], normal[0], normal[1], normal[2]);
}

const lower = scratchF64(3);
const upper = scratchF64(3);
const corner = scratchF64(3);
const least = scratchF64(3);
const greatest = scratchF64(3);

/** Overlap of the two bounding boxes (centre, half sizes in each shape's frame) in the frame of shape A, in `lower` and `upper`; false when there is none. */
function overlapBoxes(boxA: F64, boxB: F64): boolean {
  for (let k = 0; k < 3; k++) {
    least[k] = MAXVAL;
    greatest[k] = -MAXVAL;
  }
  for (let bits = 0; bits < 8; bits++) {
    for (let k = 0; k < 3; k++) {
      const half = boxB[3 + k];
      corner[k] = (bits & (1 << k)) !== 0 ? boxB[k] + half : boxB[k] - half;
    }
    place(point, 0, fieldInA, corner, 0);
    for (let k = 0; k < 3; k++) {
      least[k] = min(least[k], point[k]);
      greatest[k] = max(greatest[k], point[k]);
    }
  }
  for (let k = 0; k < 3; k++) {
    lower[k] = max(boxA[k] - boxA[3 + k], least[k]);
    upper[k] = min(boxA[k] + boxA[3 + k], greatest[k]);
    if (upper[k] < lower[k]) return false;
  }
  return true;
}

/** res = the i-th seed in the overlap of the boxes, in the frame of the field. */
function seed(res: F64, i: i32): void {
  for (let k = 0; k < 3; k++) {
    const base = k === 0 ? 2 : k === 1 ? 3 : 5;
    corner[k] = lower[k] + (upper[k] - lower[k]) * halton(i, base);
  }
  place(moved, 0, shapeInA, corner, 0);
  place(res, 0, shapeInB, moved, 0);
}

/** Sets the orientations of both shapes, and the place of shape A in the frame of the field B. */
function placeShapeInField(a: ConvexShape, b: ConvexShape): void {
  mat2Quat(quatA, 0, a.mat, 0);
  mat2Quat(quatB, 0, b.mat, 0);
  placeIn(shapeInB, a, quatA, b, quatB);
}

/**
 * Contacts of any shape A with a signed distance field B: from seeds of a Halton sequence in the overlap of their bounding boxes, gradient descent to where
 * both are deepest. The boxes (centre, half sizes) are in the shapes' own frames.
 */
export function shapeSdf(
  a: ConvexShape,
  boxA: F64,
  b: ConvexShape,
  boxB: F64,
  options: SdfOptions,
  contacts: Contacts,
): void {
  placeShapeInField(a, b);
  placeIn(shapeInA, a, quatA, a, quatA);
  placeIn(fieldInA, b, quatB, a, quatA);
  if (!overlapBoxes(boxA, boxB)) return;
  for (let k = 0; k < options.initPoints; k++) {
    seed(point, k);
    descend(point, COLLISION, a, b, options.iterations);
    const depth = descend(point, INTERSECTION, a, b, 1);
    addPoint(contacts, a, b, point, depth, MIDSURFACE);
  }
}

const triangle = scratchF64(9);
const corners = scratchF64(9); // of the triangle, in the frame of the mesh
const edges = scratchF64(6);
const apex = scratchF64(9);
const crosses = scratchF64(9);
const centre = scratchF64(3);
const target = scratchF64(3);

/** Points of triangles that are inside the field. */
class Candidates {
  count: i32 = 0;
  readonly point: F64 = scratchF64(3 * MAX_PAIR_CONTACTS);
  readonly dist: F64 = scratchF64(MAX_PAIR_CONTACTS);
}
const candidates = new Candidates();

const APEX_SCALE: f64 = 10; // distance at the centroid / height of the test tetrahedron
const MIN_HEIGHT: f64 = 0.1; // below it the tetrahedron is too flat

/** Can `triangle` reach into the field? By a sphere through its corners. */
function triangleReaches(field: ConvexShape): boolean {
  sub3(edges, 0, triangle, 3, triangle, 0);
  sub3(edges, 3, triangle, 6, triangle, 0);
  cross3(normal, 0, edges, 0, edges, 3);
  normalize3(normal, 0);
  const third: f64 = 1 / 3;
  for (let k = 0; k < 3; k++) point[k] = triangle[k] * third + triangle[3 + k] * third + triangle[6 + k] * third;
  const dist = signedDistance(field, point, 0);
  const height = -dist / APEX_SCALE;

  // circumcircle of the triangle
  if (Math.abs(height) < MIN_HEIGHT) {
    const a = dist3(triangle, 0, triangle, 3);
    const b = dist3(triangle, 3, triangle, 6);
    const c = dist3(triangle, 6, triangle, 0);
    const s = (a + b + c) / 2;
    const area = Math.sqrt(s * (s - a) * (s - b) * (s - c));
    return dist < (a * b * c) / (4 * max(area, MINVAL));
  }

  // circumsphere of the tetrahedron with an apex off the centroid
  for (let k = 0; k < 3; k++) point[k] += normal[k] * -height;
  for (let v = 0; v < 3; v++) sub3(apex, 3 * v, triangle, 3 * v, point, 0);
  cross3(crosses, 0, apex, 3, apex, 6);
  cross3(crosses, 3, apex, 6, apex, 0);
  cross3(crosses, 6, apex, 0, apex, 3);
  const w0 = dot3(apex, 0, apex, 0);
  const w1 = dot3(apex, 3, apex, 3);
  const w2 = dot3(apex, 6, apex, 6);
  const denominator = 2 * dot3(apex, 0, crosses, 0);
  if (Math.abs(denominator) < MINVAL) return dist < norm3(edges, 0);
  const inv = 1 / denominator;
  for (let k = 0; k < 3; k++) centre[k] = (crosses[k] * w0 + crosses[3 + k] * w1 + crosses[6 + k] * w2) * inv;
  const radius = norm3(centre, 0);
  addTo3(centre, 0, point, 0);
  return signedDistance(field, centre, 0) < radius;
}

/** Deepest point of `triangle` from x on, by Frank–Wolfe steps towards its corners. */
function deepestInTriangle(x: F64, field: ConvexShape, iterations: i32): f64 {
  for (let step = 0; step < iterations; step++) {
    signedGradient(gradient, 0, field, x, 0);
    let best = MAXVAL;
    copy3(target, 0, x, 0);
    for (let v = 0; v < 3; v++) {
      const along = dot3(triangle, 3 * v, gradient, 0);
      if (along < best) {
        best = along;
        copy3(target, 0, triangle, 3 * v);
      }
    }
    const t = 2 / (toF64(step) + 2);
    for (let k = 0; k < 3; k++) x[k] += (target[k] - x[k]) * t;
  }
  return signedDistance(field, x, 0);
}

/** Adds the points inside the field that the seeds on `triangle` lead to. */
function addCandidates(field: ConvexShape, options: SdfOptions): void {
  if (!triangleReaches(field)) return;
  const starts = options.initPoints > 1 ? options.initPoints : 1;
  for (let i = 0; i < starts && candidates.count < MAX_PAIR_CONTACTS; i++) {
    let u = halton(i + 1, 2);
    let v = halton(i + 1, 3);
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    const w = 1 - u - v;
    for (let k = 0; k < 3; k++) point[k] = w * triangle[k] + u * triangle[3 + k] + v * triangle[6 + k];
    const depth = deepestInTriangle(point, field, options.iterations);
    if (!(depth < 0)) continue;
    const n = candidates.count++;
    copy3(candidates.point, 3 * n, point, 0);
    candidates.dist[n] = depth;
  }
}

/** Does the ball around the node's box reach into the field? */
function nodeReaches(field: ConvexShape, aabb: F64, i: i32): boolean {
  place(point, 0, shapeInB, aabb, i);
  return signedDistance(field, point, 0) < norm3(aabb, i + 3);
}

/**
 * Contacts of the triangles of a mesh (shape A, for its pose) with a signed distance field B, through the mesh's bounding volume hierarchy: on each
 * triangle that can reach the field, Frank–Wolfe descents from some seeds.
 */
export function meshSdf(
  a: ConvexShape,
  mesh: TriangleMesh,
  b: ConvexShape,
  options: SdfOptions,
  contacts: Contacts,
): void {
  placeShapeInField(a, b);
  candidates.count = 0;
  startAtRoot(stack, mesh);
  while (stack.count > 0) {
    const node = popNode(stack, mesh);
    if (!nodeReaches(b, mesh.aabb, 6 * node)) continue;
    const face = mesh.nodeid[node];
    if (face < 0) {
      pushChildren(stack, mesh, node);
      continue;
    }
    readTriangle(corners, mesh, face);
    for (let v = 0; v < 9; v += 3) place(triangle, v, shapeInB, corners, v);
    addCandidates(b, options);
  }
  for (let i = 0; i < candidates.count; i++) {
    copy3(point, 0, candidates.point, 3 * i);
    addPoint(contacts, a, b, point, candidates.dist[i], OF_FIELD);
  }
}

/** Prepares the queries of surfaces in the world with a signed distance field. */
export function enterField(field: ConvexShape): void {
  mat2Quat(quatB, 0, field.mat, 0);
  negPose(shapeInB.pos, 0, negQuat, 0, field.pos, 0, quatB, 0);
  quat2Mat(shapeInB.mat, 0, negQuat, 0);
}

/** Does the ball around a box in the world (centre, half sizes at aabb[i]) reach into the field that was entered? */
export function reachesField(field: ConvexShape, aabb: F64, i: i32): boolean {
  return nodeReaches(field, aabb, i);
}

/** res = the deepest point of a triangle in the world that is found in the field that was entered, in the frame of the field; returns its depth, or 0 if there is none. */
export function deepestPoint(res: F64, field: ConvexShape, points: F64, options: SdfOptions): f64 {
  for (let v = 0; v < 9; v += 3) place(triangle, v, shapeInB, points, v);
  candidates.count = 0;
  addCandidates(field, options);
  let best = -1;
  for (let k = 0; k < candidates.count; k++) if (best < 0 || candidates.dist[k] < candidates.dist[best]) best = k;
  if (best < 0) return 0;
  copy3(res, 0, candidates.point, 3 * best);
  return candidates.dist[best];
}

/** Adds a contact of the field that was entered with a surface at the point x of the given depth, unless it is known. Its normal points out of the field. */
export function addSurfacePoint(contacts: Contacts, field: ConvexShape, x: F64, dist: f64): void {
  if (!isNew(contacts, x, dist)) return;
  signedGradient(gradient, 0, field, x, 0);
  if (normalize3(gradient, 0) >= MINVAL) addAlong(contacts, field, x, dist);
}

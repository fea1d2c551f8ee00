import {
  type F32,
  type F64,
  type f64,
  type I32,
  type i32,
  idiv,
  isNaN64,
  scratchF64,
  scratchI32,
  toF64,
} from '../dialect.ts';
import { mulMatTVec3, mulMatVec3 } from '../math/mat3.ts';
import { mulPose, negPose } from '../math/pose.ts';
import { mat2Quat, quat2Mat, rotVecQuat } from '../math/quat.ts';
import { max, min } from '../math/scalar.ts';
import { addTo3, cross3, dist3, dot3, norm3, normalize3, sub3 } from '../math/vec3.ts';
import { BVH_STACK } from './bvh.ts';
import { CONTACT_STRIDE, MAX_PAIR_CONTACTS, MINVAL, writeContact } from './contact.ts';
import { shapeA, shapeB } from './convex-shape.ts';
import { MAT, POS } from './shape.ts';
import { distanceBound, signedDistance, signedGradient } from './signed-distance.ts';

// Contacts with a signed distance field. The field is shapeB throughout, and points are in its frame.

const MAXVAL: f64 = 1e10;

// What a descent minimises, of the distances A to shapeB and B to shapeA.
const OF_FIELD: i32 = 0; // A alone
const INTERSECTION: i32 = 1; // max(A, B)
const MIDSURFACE: i32 = 2; // A - B
const COLLISION: i32 = 3; // A + B + |max(A, B)|

// pose of the field's frame in the frame of shapeA
const toA = scratchF64(9);
const originA = scratchF64(3);

const fieldQuat = scratchF64(4);
const otherQuat = scratchF64(4);
const quat = scratchF64(4);
const negPos = scratchF64(3);
const negQuat = scratchF64(4);

const inA = scratchF64(3); // the point under test, in the frame of shapeA
const apart = scratchF64(2); // its distances to shapeB and to shapeA
const gradB = scratchF64(3);
const gradA = scratchF64(3);
const gradient = scratchF64(3);
const start = scratchF64(3);
const point = scratchF64(3);
const moved = scratchF64(3);
const normal = scratchF64(3);
const known = scratchF64(3 * MAX_PAIR_CONTACTS); // points of the contacts found so far

/** (pos, mat) = (posB, quatB)⁻¹ ∘ (posA, quatA). */
function relativePose(pos: F64, mat: F64, posA: F64, a: i32, quatA: F64, posB: F64, b: i32, quatB: F64): void {
  negPose(negPos, 0, negQuat, 0, posB, b, quatB, 0);
  mulPose(pos, 0, quat, 0, negPos, 0, negQuat, 0, posA, a, quatA, 0);
  quat2Mat(mat, 0, quat, 0);
}

/** The objective `kind` of a descent: of distances b to shapeB and a to shapeA, and never less of greater ones. */
function combine(kind: i32, b: f64, a: f64): f64 {
  return kind === INTERSECTION ? max(b, a) : b + a + Math.abs(max(b, a));
}

/** The objective `kind` at the point x; the distances that it is made of are left in `apart`. */
function objective(kind: i32, x: F64): f64 {
  mulMatVec3(inA, 0, toA, 0, x, 0);
  addTo3(inA, 0, originA, 0);
  apart[0] = signedDistance(shapeB, x, 0);
  apart[1] = signedDistance(shapeA, inA, 0);
  return combine(kind, apart[0], apart[1]);
}

/** At most the objective `kind` at the point x. */
function objectiveBound(kind: i32, x: F64): f64 {
  mulMatVec3(inA, 0, toA, 0, x, 0);
  addTo3(inA, 0, originA, 0);
  return combine(kind, distanceBound(shapeB, x, 0), distanceBound(shapeA, inA, 0));
}

/** Gradient of the objective `kind` at the point x, where `objective` was evaluated last unless it is MIDSURFACE. */
function objectiveGradient(res: F64, kind: i32, x: F64): void {
  if (kind === OF_FIELD) {
    signedGradient(res, 0, shapeB, x, 0);
    return;
  }
  mulMatVec3(inA, 0, toA, 0, x, 0);
  addTo3(inA, 0, originA, 0);
  if (kind === MIDSURFACE) {
    signedGradient(gradB, 0, shapeB, x, 0);
    normalize3(gradB, 0);
    signedGradient(gradA, 0, shapeA, inA, 0);
    mulMatTVec3(gradA, 0, toA, 0, gradA, 0);
    normalize3(gradA, 0);
    sub3(res, 0, gradB, 0, gradA, 0);
    normalize3(res, 0);
    return;
  }
  const b = apart[0];
  const a = apart[1];
  if (kind === INTERSECTION) {
    if (b > a) {
      signedGradient(res, 0, shapeB, x, 0);
    } else {
      signedGradient(res, 0, shapeA, inA, 0);
      mulMatTVec3(res, 0, toA, 0, res, 0);
    }
    return;
  }
  signedGradient(gradB, 0, shapeB, x, 0);
  signedGradient(gradA, 0, shapeA, inA, 0);
  mulMatTVec3(gradA, 0, toA, 0, gradA, 0);
  const sign: f64 = max(b, a) > 0 ? 1 : -1;
  for (let k = 0; k < 3; k++) {
    res[k] = gradB[k] + gradA[k] + (b > a ? gradB[k] : gradA[k]) * sign;
  }
}

/** Is a number of a gradient unusable? */
function isBad(x: f64): boolean {
  return isNaN64(x) || x > MAXVAL || x < -MAXVAL;
}

/** Gradient descent with backtracking on the objective, moving x; returns the last value. */
function descend(x: F64, kind: i32, steps: i32): f64 {
  const decrease: f64 = 0.1; // required part of the predicted decrease
  const shrink: f64 = 0.5;
  const minScale: f64 = 1e-4;
  if (steps <= 0) return MAXVAL;
  let value = objective(kind, x);
  for (let step = 0; step < steps; step++) {
    objectiveGradient(gradient, kind, x);
    if (isBad(gradient[0]) || isBad(gradient[1]) || isBad(gradient[2])) return MAXVAL;
    for (let k = 0; k < 3; k++) start[k] = x[k];
    const value0 = value;
    let scale: f64 = 2;
    let tooFar = true;
    let wolfe = -decrease * scale * dot3(gradient, 0, gradient, 0);
    do {
      scale *= shrink;
      wolfe *= shrink;
      for (let k = 0; k < 3; k++) x[k] = start[k] + gradient[k] * -scale;

      tooFar = tooFar && scale > minScale && objectiveBound(kind, x) - value0 > wolfe;
      if (!tooFar) value = objective(kind, x);
    } while (tooFar || (scale > minScale && value - value0 > wolfe));
    if (value > value0) {
      for (let k = 0; k < 3; k++) x[k] = start[k];
      return value0;
    }
  }
  return value;
}

/** Element `index` of the Halton sequence of a base. */
export function halton(index: i32, base: i32): f64 {
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

/** Adds the point x of the given depth as row n unless it is outside or known, with the gradient of `kind` as normal; returns the new number of rows. */
function addPoint(out: F64, o: i32, n: i32, x: F64, dist: f64, kind: i32): i32 {
  if (!(dist <= 0) || n >= MAX_PAIR_CONTACTS) return n;
  for (let k = 0; k < n; k++) if (dist3(x, 0, known, 3 * k) < MINVAL) return n;
  for (let k = 0; k < 3; k++) known[3 * n + k] = x[k];
  objectiveGradient(gradient, kind, x);
  if (!(normalize3(gradient, 0) >= MINVAL)) return n;
  for (let k = 0; k < 3; k++) gradient[k] = -gradient[k];

  const pos = shapeB.frame;
  rotVecQuat(normal, 0, gradient, 0, fieldQuat, 0);
  rotVecQuat(moved, 0, x, 0, fieldQuat, 0);
  const s = 0.5 * dist;
  writeContact(
    out,
    o + n * CONTACT_STRIDE,
    dist,
    moved[0] + pos[POS] + normal[0] * s,
    moved[1] + pos[POS + 1] + normal[1] * s,
    moved[2] + pos[POS + 2] + normal[2] * s,
    normal[0],
    normal[1],
    normal[2],
  );
  return n + 1;
}

const lower = scratchF64(3);
const upper = scratchF64(3);
const corner = scratchF64(3);
const rotationAA = scratchF64(9);
const originAA = scratchF64(3);
const rotationAB = scratchF64(9);
const originAB = scratchF64(3);

/** Overlap of the two bounding boxes (centre, half sizes in each shape's frame) in the frame of shapeA, in `lower` and `upper`; false when there is none. */
function overlapBoxes(aabbA: F64, a: i32, aabbB: F64, b: i32): boolean {
  for (let k = 0; k < 3; k++) {
    normal[k] = MAXVAL;
    moved[k] = -MAXVAL;
  }
  for (let i = 0; i < 8; i++) {
    for (let k = 0; k < 3; k++) {
      const up = (i & (1 << k)) !== 0;
      corner[k] = up ? aabbB[b + k] + aabbB[b + 3 + k] : aabbB[b + k] - aabbB[b + 3 + k];
    }
    mulMatVec3(corner, 0, toA, 0, corner, 0);
    addTo3(corner, 0, originA, 0);
    for (let k = 0; k < 3; k++) {
      normal[k] = min(normal[k], corner[k]);
      moved[k] = max(moved[k], corner[k]);
    }
  }
  for (let k = 0; k < 3; k++) {
    lower[k] = max(aabbA[a + k] - aabbA[a + 3 + k], normal[k]);
    upper[k] = min(aabbA[a + k] + aabbA[a + 3 + k], moved[k]);
    if (upper[k] < lower[k]) return false;
  }
  return true;
}

/**
 * Contacts of any shape (shapeA) with a signed distance field (shapeB): from `initPoints` seeds of a Halton sequence in the overlap of their bounding boxes,
 * `iterations` of gradient descent to where both are deepest. The boxes at aabbA[a] and aabbB[b] (centre, half sizes) are in the shapes' own frames.
 */
export function shapeSdf(
  out: F64,
  o: i32,
  aabbA: F64,
  a: i32,
  aabbB: F64,
  b: i32,
  initPoints: i32,
  iterations: i32,
): i32 {
  const poseA = shapeA.frame;
  const poseB = shapeB.frame;
  mat2Quat(otherQuat, 0, poseA, MAT);
  mat2Quat(fieldQuat, 0, poseB, MAT);
  relativePose(originAA, rotationAA, poseA, POS, otherQuat, poseA, POS, otherQuat);
  relativePose(originA, toA, poseB, POS, fieldQuat, poseA, POS, otherQuat);
  relativePose(originAB, rotationAB, poseA, POS, otherQuat, poseB, POS, fieldQuat);
  if (!overlapBoxes(aabbA, a, aabbB, b)) return 0;

  let n = 0;
  for (let i = 0; i < initPoints; i++) {
    for (let k = 0; k < 3; k++) {
      const base = k === 0 ? 2 : k === 1 ? 3 : 5;
      point[k] = lower[k] + (upper[k] - lower[k]) * halton(i, base);
    }
    mulMatVec3(point, 0, rotationAA, 0, point, 0);
    addTo3(point, 0, originAA, 0);
    mulMatVec3(point, 0, rotationAB, 0, point, 0);
    addTo3(point, 0, originAB, 0);
    descend(point, COLLISION, iterations);
    const depth = descend(point, INTERSECTION, 1);
    n = addPoint(out, o, n, point, depth, MIDSURFACE);
  }
  return n;
}

const triangle = scratchF64(9);
const edges = scratchF64(6);
const apex = scratchF64(9);
const crosses = scratchF64(9);
const centre = scratchF64(3);
const target = scratchF64(3);
const stack = scratchI32(BVH_STACK);
const candidate = scratchF64(3 * MAX_PAIR_CONTACTS);
const candidateDist = scratchF64(MAX_PAIR_CONTACTS);

const APEX_SCALE: f64 = 10; // distance at the centroid / height of the test tetrahedron
const MIN_HEIGHT: f64 = 0.1; // below it the tetrahedron is too flat

/** Can `triangle` reach into the field? By a sphere through its corners. */
function triangleReaches(): boolean {
  sub3(edges, 0, triangle, 3, triangle, 0);
  sub3(edges, 3, triangle, 6, triangle, 0);
  cross3(normal, 0, edges, 0, edges, 3);
  normalize3(normal, 0);
  const third: f64 = 1 / 3;
  for (let k = 0; k < 3; k++) point[k] = triangle[k] * third + triangle[3 + k] * third + triangle[6 + k] * third;
  const dist = signedDistance(shapeB, point, 0);
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
  return signedDistance(shapeB, centre, 0) < radius;
}

/** Deepest point of `triangle` from x on, by Frank–Wolfe steps towards its corners. */
function deepestInTriangle(x: F64, iterations: i32): f64 {
  for (let step = 0; step < iterations; step++) {
    signedGradient(gradient, 0, shapeB, x, 0);
    let best = MAXVAL;
    for (let k = 0; k < 3; k++) target[k] = x[k];
    for (let v = 0; v < 3; v++) {
      const along = dot3(triangle, 3 * v, gradient, 0);
      if (along < best) {
        best = along;
        for (let k = 0; k < 3; k++) target[k] = triangle[3 * v + k];
      }
    }
    const t = 2 / (toF64(step) + 2);
    for (let k = 0; k < 3; k++) x[k] += (target[k] - x[k]) * t;
  }
  return signedDistance(shapeB, x, 0);
}

/** Adds the penetrating points that `starts` seeds on `triangle` lead to; returns the new number of candidates. */
function triangleCandidates(n: i32, starts: i32, iterations: i32): i32 {
  if (!triangleReaches()) return n;
  let count = n;
  for (let i = 0; i < starts && count < MAX_PAIR_CONTACTS; i++) {
    let u = halton(i + 1, 2);
    let v = halton(i + 1, 3);
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    const w = 1 - u - v;
    for (let k = 0; k < 3; k++) point[k] = w * triangle[k] + u * triangle[3 + k] + v * triangle[6 + k];
    const depth = deepestInTriangle(point, iterations);
    if (!(depth < 0)) continue;
    for (let k = 0; k < 3; k++) candidate[3 * count + k] = point[k];
    candidateDist[count] = depth;
    count++;
  }
  return count;
}

/** Does the ball around the node's box reach into the field? */
function nodeReaches(aabb: F64, a: i32): boolean {
  mulMatVec3(point, 0, rotationAB, 0, aabb, a);
  addTo3(point, 0, originAB, 0);
  return signedDistance(shapeB, point, 0) < norm3(aabb, a + 3);
}

/**
 * Contacts of the triangles of a mesh (shapeA, for its pose and vertices) with a signed distance field (shapeB), through the mesh's bounding volume hierarchy:
 * on each triangle that can reach the field, Frank–Wolfe descents from `initPoints` seeds.
 */
export function meshSdf(
  out: F64,
  o: i32,
  vert: F32,
  vertadr: i32,
  face: I32,
  faceadr: i32,
  bvhAabb: F64,
  bvhChild: I32,
  bvhNodeid: I32,
  bvhadr: i32,
  initPoints: i32,
  iterations: i32,
): i32 {
  if (bvhadr < 0) return 0;
  const poseA = shapeA.frame;
  const poseB = shapeB.frame;
  mat2Quat(otherQuat, 0, poseA, MAT);
  mat2Quat(fieldQuat, 0, poseB, MAT);
  relativePose(originAB, rotationAB, poseA, POS, otherQuat, poseB, POS, fieldQuat);
  const starts = initPoints > 1 ? initPoints : 1;

  let count = 0;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = bvhadr + stack[--top];
    if (!nodeReaches(bvhAabb, 6 * node)) continue;
    const id = bvhNodeid[node];
    if (id >= 0) {
      for (let v = 0; v < 3; v++) {
        const adr = 3 * (vertadr + face[3 * (faceadr + id) + v]);
        for (let k = 0; k < 3; k++) corner[k] = vert[adr + k];
        mulMatVec3(triangle, 3 * v, rotationAB, 0, corner, 0);
        addTo3(triangle, 3 * v, originAB, 0);
      }
      count = triangleCandidates(count, starts, iterations);
      continue;
    }
    for (let k = 0; k < 2; k++) {
      const child = bvhChild[2 * node + k];
      if (child >= 0 && top < BVH_STACK) stack[top++] = child;
    }
  }

  let n = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) point[k] = candidate[3 * i + k];
    n = addPoint(out, o, n, point, candidateDist[i], OF_FIELD);
  }
  return n;
}

const MARCH_STEPS: i32 = 40;
const MARCH_CLOSE: f64 = 1e-7;
const MARCH_FAR: f64 = 1e6;

/**
 * Sphere tracing of a ray against the signed distance field in shapeB: the distance along the unit direction of vec, or -1; writes the world normal (zero on a
 * miss). The caller rejects rays that miss the geom's box.
 */
export function raySdf(res: F64, r: i32, pnt: F64, q: i32, vec: F64, v: i32): f64 {
  const pose = shapeB.frame;
  for (let k = 0; k < 3; k++) {
    res[r + k] = 0;
    moved[k] = pnt[q + k] - pose[POS + k];
    corner[k] = vec[v + k];
  }
  mulMatTVec3(start, 0, pose, MAT, moved, 0);
  mulMatTVec3(normal, 0, pose, MAT, corner, 0);
  normalize3(normal, 0);
  let total: f64 = 0;
  for (let i = 0; i < MARCH_STEPS; i++) {
    for (let k = 0; k < 3; k++) point[k] = start[k] + normal[k] * total;
    const dist = Math.abs(signedDistance(shapeB, point, 0));
    total += dist;
    if (dist < MARCH_CLOSE) {
      for (let k = 0; k < 3; k++) point[k] = start[k] + normal[k] * total;
      signedGradient(gradient, 0, shapeB, point, 0);
      normalize3(gradient, 0);
      mulMatVec3(res, r, pose, MAT, gradient, 0);
      return total;
    }
    if (dist > MARCH_FAR || isNaN64(dist)) break;
  }
  return -1;
}

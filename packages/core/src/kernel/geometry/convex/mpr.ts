// @cold

import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { MINVAL, sign } from '../../math/scalar.ts';
import { cross3, dot3, norm3, normalize3, scl3, sub3, zero3 } from '../../math/vec3.ts';
import { toWorld, turnToLocal } from '../geom.ts';
import type { CcdOptions } from './ccd-options.ts';
import {
  type ConvexShape,
  SUPPORT_BOX,
  SUPPORT_CAPSULE,
  SUPPORT_CYLINDER,
  SUPPORT_ELLIPSOID,
  SUPPORT_GRAPH,
  SUPPORT_PRISM,
  SUPPORT_SIMPLEX,
  SUPPORT_SPHERE,
  shapeCentre,
} from './convex-shape.ts';
import { copyVertex, ON_A, ON_B, VERTEX } from './minkowski.ts';
import { climbHull, searchVertices, support } from './support.ts';

// The older collider of convex shapes, used when the native one is disabled.

const EPSILON: f64 = 2.220446049250313e-16;
const MAX_STEPS: i32 = 1000; // of searches that the iteration limit does not cover

const portal = scratchF64(4 * VERTEX); // vertex 0 is inside A - B, vertices 1 to 3 are the portal
const fresh = scratchF64(VERTEX); // the candidate vertex
const direction = scratchF64(3);
const edgeA = scratchF64(3);
const edgeB = scratchF64(3);
const cross = scratchF64(3);
const other = scratchF64(3); // another candidate for the point nearest to the origin
const weight = scratchF64(4);
const local = scratchF64(3); // direction in the shape's own frame
const point = scratchF64(3); // support point there

/** The overlap of two shapes as portal refinement sees it. */
export class MprResult {
  /** Depth, or -1 when the shapes are apart. */
  depth: f64 = 0;
  /** Unit vector from the first shape to the second, or zero when they just touch. */
  readonly normal: F64 = scratchF64(3);
  /** Midway between the deepest points. */
  readonly pos: F64 = scratchF64(3);
}

function isZero(x: f64): boolean {
  return Math.abs(x) < EPSILON;
}

/** Equal up to rounding. */
function same(a: f64, b: f64): boolean {
  const gap = Math.abs(a - b);
  if (gap < EPSILON) return true;
  const x = Math.abs(a);
  const y = Math.abs(b);
  return gap < EPSILON * (y > x ? y : x);
}

function isOrigin(a: F64, i: i32): boolean {
  return same(a[i], 0) && same(a[i + 1], 0) && same(a[i + 2], 0);
}

function makeUnit(a: F64): void {
  const inv = 1 / Math.sqrt(dot3(a, 0, a, 0));
  for (let k = 0; k < 3; k++) a[k] *= inv;
}

/** Point of a mesh that is farthest along the local direction; searches start anew, or where the last climb ended. */
function meshPoint(shape: ConvexShape): void {
  if (shape.support === SUPPORT_GRAPH) {
    climbHull(shape, shape.hullVertex < 0 ? 0 : shape.hullVertex, local[0], local[1], local[2]);
  } else {
    shape.vertex = -1;
    searchVertices(shape, local[0], local[1], local[2]);
  }
  const adr = 3 * (shape.vertadr + shape.vertex);
  for (let k = 0; k < 3; k++) point[k] = shape.vert[adr + k];
}

/** Support point of a shape with half its margin, in the shape's own frame first; a direction component of zero selects the middle. */
function softSupport(res: F64, r: i32, shape: ConvexShape, x: f64, y: f64, z: f64): void {
  const kind = shape.support;
  if (kind === SUPPORT_PRISM || kind === SUPPORT_SIMPLEX) {
    support(res, r, shape, x, y, z);
    return;
  }
  const size = shape.size;
  turnToLocal(local, shape.mat, x, y, z);
  switch (kind) {
    case SUPPORT_SPHERE:
    case SUPPORT_CAPSULE:
      scl3(point, 0, local, 0, size[0]);
      if (kind === SUPPORT_CAPSULE) point[2] += sign(local[2]) * size[1];
      break;
    case SUPPORT_ELLIPSOID:
      for (let k = 0; k < 3; k++) point[k] = local[k] * size[k];
      normalize3(point, 0);
      for (let k = 0; k < 3; k++) point[k] *= size[k];
      break;
    case SUPPORT_CYLINDER: {
      const len = Math.sqrt(local[0] * local[0] + local[1] * local[1]);
      point[0] = len > MINVAL ? (local[0] / len) * size[0] : 0;
      point[1] = len > MINVAL ? (local[1] / len) * size[0] : 0;
      point[2] = sign(local[2]) * size[1];
      break;
    }
    case SUPPORT_BOX:
      for (let k = 0; k < 3; k++) point[k] = sign(local[k]) * size[k];
      break;
    default:
      meshPoint(shape);
      break;
  }
  for (let k = 0; k < 3; k++) point[k] += (local[k] * shape.margin) / 2;
  toWorld(res, r, shape.pos, shape.mat, point[0], point[1], point[2]);
}

/** Vertex v of A - B along `direction`. */
function supportVertex(verts: F64, v: i32, a: ConvexShape, b: ConvexShape): void {
  softSupport(verts, v + ON_A, a, direction[0], direction[1], direction[2]);
  softSupport(verts, v + ON_B, b, -direction[0], -direction[1], -direction[2]);
  for (let k = 0; k < 3; k++) verts[v + k] = verts[v + ON_A + k] - verts[v + ON_B + k];
}

/** Is the vertex at or behind the origin along `direction`? */
function isBehind(verts: F64, v: i32): boolean {
  const along = dot3(verts, v, direction, 0);
  return isZero(along) || along < 0;
}

/** direction = unit normal of the triangle of portal vertices a, b, c. */
function faceDirection(a: i32, b: i32, c: i32): void {
  sub3(edgeA, 0, portal, b * VERTEX, portal, a * VERTEX);
  sub3(edgeB, 0, portal, c * VERTEX, portal, a * VERTEX);
  cross3(direction, 0, edgeA, 0, edgeB, 0);
  makeUnit(direction);
}

/** Is the origin outside the plane of vertices 0, a, b? */
function isOutside(a: i32, b: i32): boolean {
  cross3(cross, 0, portal, a * VERTEX, portal, b * VERTEX);
  const side = dot3(cross, 0, portal, 0);
  return side < 0 && !isZero(side);
}

// What discoverPortal found.
const APART: i32 = -1;
const PORTAL: i32 = 0;
const ON_VERTEX: i32 = 1; // the origin is vertex 1
const ON_RAY: i32 = 2; // the origin is between vertices 0 and 1

/** A triangle of support vertices that the ray from inside A - B through the origin passes. */
function discoverPortal(a: ConvexShape, b: ConvexShape): i32 {
  shapeCentre(portal, ON_A, a);
  shapeCentre(portal, ON_B, b);
  for (let k = 0; k < 3; k++) portal[k] = portal[ON_A + k] - portal[ON_B + k];
  if (isOrigin(portal, 0)) portal[0] += EPSILON * 10;

  for (let k = 0; k < 3; k++) direction[k] = -portal[k];
  makeUnit(direction);
  supportVertex(portal, VERTEX, a, b);
  if (isBehind(portal, VERTEX)) return APART;

  cross3(direction, 0, portal, 0, portal, VERTEX);
  if (isZero(dot3(direction, 0, direction, 0))) return isOrigin(portal, VERTEX) ? ON_VERTEX : ON_RAY;
  makeUnit(direction);
  supportVertex(portal, 2 * VERTEX, a, b);
  if (isBehind(portal, 2 * VERTEX)) return APART;

  faceDirection(0, 1, 2);
  if (dot3(direction, 0, portal, 0) > 0) {
    copyVertex(fresh, 0, portal, VERTEX);
    copyVertex(portal, VERTEX, portal, 2 * VERTEX);
    copyVertex(portal, 2 * VERTEX, fresh, 0);
    for (let k = 0; k < 3; k++) direction[k] = -direction[k];
  }
  for (let step = 0; step < MAX_STEPS; step++) {
    supportVertex(portal, 3 * VERTEX, a, b);
    if (isBehind(portal, 3 * VERTEX)) return APART;
    if (isOutside(1, 3)) copyVertex(portal, 2 * VERTEX, portal, 3 * VERTEX);
    else if (isOutside(3, 2)) copyVertex(portal, VERTEX, portal, 3 * VERTEX);
    else return PORTAL;
    faceDirection(0, 1, 2);
  }
  return APART;
}

/** Replaces the portal vertex that keeps the ray inside by the fresh one. */
function expandPortal(): void {
  cross3(cross, 0, fresh, 0, portal, 0);
  const first = dot3(portal, VERTEX, cross, 0) > 0;
  const second = dot3(portal, (first ? 2 : 3) * VERTEX, cross, 0) > 0;
  const v = first ? (second ? 1 : 3) : second ? 2 : 1;
  copyVertex(portal, v * VERTEX, fresh, 0);
}

/** Does the fresh vertex add less than the tolerance to the portal? */
function withinTolerance(tolerance: f64): boolean {
  const reach = dot3(fresh, 0, direction, 0);
  let gain = reach - dot3(portal, VERTEX, direction, 0);
  const gain2 = reach - dot3(portal, 2 * VERTEX, direction, 0);
  const gain3 = reach - dot3(portal, 3 * VERTEX, direction, 0);
  if (gain2 < gain) gain = gain2;
  if (gain3 < gain) gain = gain3;
  return same(gain, tolerance) || gain < tolerance;
}

/** Moves the portal outwards until the origin is inside; false when it never is. */
function refinePortal(a: ConvexShape, b: ConvexShape, tolerance: f64): boolean {
  for (let step = 0; step < MAX_STEPS; step++) {
    faceDirection(1, 2, 3);
    const inside = dot3(direction, 0, portal, VERTEX);
    if (isZero(inside) || inside > 0) return true;
    supportVertex(fresh, 0, a, b);
    const reach = dot3(fresh, 0, direction, 0);
    if (!(isZero(reach) || reach > 0) || withinTolerance(tolerance)) return false;
    expandPortal();
  }
  return false;
}

/** Point of the segment of portal vertices a, b nearest to the origin, in res; returns its squared distance. */
function nearestOnSegment(res: F64, a: i32, b: i32): f64 {
  const i = a * VERTEX;
  const j = b * VERTEX;
  sub3(edgeA, 0, portal, j, portal, i);
  const t = -dot3(portal, i, edgeA, 0) / dot3(edgeA, 0, edgeA, 0);
  if (t < 0 || isZero(t)) {
    for (let k = 0; k < 3; k++) res[k] = portal[i + k];
  } else if (t > 1 || same(t, 1)) {
    for (let k = 0; k < 3; k++) res[k] = portal[j + k];
  } else {
    for (let k = 0; k < 3; k++) res[k] = edgeA[k] * t + portal[i + k];
  }
  return dot3(res, 0, res, 0);
}

/** Is x in [0, 1] up to rounding? */
function inUnit(x: f64): boolean {
  return (isZero(x) || x > 0) && (same(x, 1) || x < 1);
}

/** Point of the portal nearest to the origin, in res; returns its squared distance. */
function nearestOnPortal(res: F64): f64 {
  sub3(edgeA, 0, portal, 2 * VERTEX, portal, VERTEX);
  sub3(edgeB, 0, portal, 3 * VERTEX, portal, VERTEX);
  const v = dot3(edgeA, 0, edgeA, 0);
  const w = dot3(edgeB, 0, edgeB, 0);
  const p = dot3(portal, VERTEX, edgeA, 0);
  const q = dot3(portal, VERTEX, edgeB, 0);
  const r = dot3(edgeA, 0, edgeB, 0);
  const det = w * v - r * r;
  let s: f64 = -1;
  let t: f64 = -1;
  if (!isZero(det)) {
    s = (q * r - w * p) / det;
    t = (-s * r - q) / w;
  }
  if (inUnit(s) && inUnit(t) && (same(t + s, 1) || t + s < 1)) {
    for (let k = 0; k < 3; k++) res[k] = portal[VERTEX + k] + edgeA[k] * s + edgeB[k] * t;
    return dot3(res, 0, res, 0);
  }
  let best = nearestOnSegment(res, 1, 2);
  for (let b = 0; b < 2; b++) {
    const dist2 = b === 0 ? nearestOnSegment(other, 1, 3) : nearestOnSegment(other, 2, 3);
    if (!(dist2 < best)) continue;
    best = dist2;
    for (let k = 0; k < 3; k++) res[k] = other[k];
  }
  return best;
}

/** (a × b)·c of portal vertices. */
function volume(a: i32, b: i32, c: i32): f64 {
  cross3(cross, 0, portal, a * VERTEX, portal, b * VERTEX);
  return dot3(cross, 0, portal, c * VERTEX);
}

/** res = midpoint of the points of A and B that belong to the origin. */
function contactPoint(res: F64): void {
  weight[0] = volume(1, 2, 3);
  weight[1] = volume(3, 2, 0);
  weight[2] = volume(0, 1, 3);
  weight[3] = volume(2, 1, 0);
  let sum = weight[0] + weight[1] + weight[2] + weight[3];
  if (isZero(sum) || sum < 0) {
    faceDirection(1, 2, 3);
    weight[0] = 0;
    for (let k = 1; k < 4; k++) {
      cross3(cross, 0, portal, (k === 3 ? 1 : k + 1) * VERTEX, portal, (k === 1 ? 3 : k - 1) * VERTEX);
      weight[k] = dot3(cross, 0, direction, 0);
    }
    sum = weight[1] + weight[2] + weight[3];
  }
  const inv = 1 / sum;
  for (let k = 0; k < 3; k++) {
    let a: f64 = 0;
    let b: f64 = 0;
    for (let v = 0; v < 4; v++) {
      a += portal[v * VERTEX + ON_A + k] * weight[v];
      b += portal[v * VERTEX + ON_B + k] * weight[v];
    }
    res[k] = (a * inv + b * inv) * 0.5;
  }
}

/** The origin is on the line from inside A - B to its first support vertex: that vertex tells everything. */
function takeVertex(result: MprResult, isOnVertex: boolean): void {
  for (let k = 0; k < 3; k++) {
    result.pos[k] = (portal[VERTEX + ON_A + k] + portal[VERTEX + ON_B + k]) * 0.5;
    result.normal[k] = isOnVertex ? 0 : portal[VERTEX + k];
  }
  result.depth = 0;
  if (isOnVertex) return;
  result.depth = norm3(result.normal, 0);
  makeUnit(result.normal);
}

/**
 * Minkowski portal refinement: depth and contact of two convex shapes that overlap.
 *
 * @see Snethen, XenoCollide: Complex Collision Made Simple, Game Programming Gems 7 (2008)
 */
export function mpr(a: ConvexShape, b: ConvexShape, options: CcdOptions, result: MprResult): void {
  result.depth = -1;
  const kind = discoverPortal(a, b);
  if (kind === APART) return;
  if (kind !== PORTAL) {
    takeVertex(result, kind === ON_VERTEX);
    return;
  }
  if (!refinePortal(a, b, options.tolerance)) return;
  for (let step = 0; step <= MAX_STEPS + options.iterations; step++) {
    faceDirection(1, 2, 3);
    supportVertex(fresh, 0, a, b);
    if (withinTolerance(options.tolerance) || step > options.iterations) break;
    expandPortal();
  }
  const depth = Math.sqrt(nearestOnPortal(result.normal));
  if (isZero(depth)) zero3(result.normal, 0);
  else makeUnit(result.normal);
  contactPoint(result.pos);
  result.depth = depth;
}

/** Does the contact have a direction? */
export function hasNormal(result: MprResult): boolean {
  return result.depth >= 0 && !isOrigin(result.normal, 0);
}

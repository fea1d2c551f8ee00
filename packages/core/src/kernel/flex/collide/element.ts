import { type f64, type i32, scratchF64 } from '../../dialect.ts';
import { beginShape, type ConvexShape } from '../../geometry/convex/convex-shape.ts';
import type { Geom } from '../../geometry/geom.ts';
import type { Triangle } from '../../geometry/pairs/triangle.ts';
import { SHAPE_CAPSULE, SHAPE_SIMPLEX } from '../../geometry/shape-type.ts';
import { quat2Mat, quatZ2Vec } from '../../math/quat.ts';
import { add3, copy3, normalize3, scl3, squaredDist3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';

// Elements and vertices of flexes as the records of geometry/.

/** Where the vertex numbers of element `e` of flex `f` are in `flex_elem`; there are `flex_dim + 1`. */
export function elementData(m: Model, f: i32, e: i32): i32 {
  return m.flex_elemdataadr[f] + e * (m.flex_dim[f] + 1);
}

/** Number of the k-th vertex of an element, among those of all flexes. */
export function elementVertex(m: Model, f: i32, e: i32, k: i32): i32 {
  return m.flex_vertadr[f] + m.flex_elem[elementData(m, f, e) + k];
}

/** Whether an element is in the layers that collide with the rest of its flex. */
export function isActive(m: Model, f: i32, e: i32): boolean {
  return m.flex_dim[f] < 3 || m.flex_elemlayer[m.flex_elemadr[f] + e] < m.flex_activelayers[f];
}

/** Whether one of the vertices of an element is on body `b`. */
export function isOnBody(m: Model, f: i32, e: i32, b: i32): boolean {
  for (let k = 0; k <= m.flex_dim[f]; k++) if (m.flex_vertbodyid[elementVertex(m, f, e, k)] === b) return true;
  return false;
}

const axis = scratchF64(3);
const quat = scratchF64(4);

/**
 * Makes `capsule` the segment from vertex `b` to vertex `a`, of all flexes.
 *
 * @reads flexvert_xpos
 */
export function setSegment(d: Data, capsule: Geom, a: i32, b: i32, radius: f64): void {
  const xpos = d.flexvert_xpos;
  capsule.type = SHAPE_CAPSULE;
  sub3(axis, 0, xpos, 3 * a, xpos, 3 * b);
  capsule.size[0] = radius;
  capsule.size[1] = 0.5 * normalize3(axis, 0);
  add3(capsule.pos, 0, xpos, 3 * a, xpos, 3 * b);
  scl3(capsule.pos, 0, capsule.pos, 0, 0.5);
  quatZ2Vec(quat, 0, axis, 0);
  quat2Mat(capsule.mat, 0, quat, 0);
}

/** Makes `capsule` an element of a line. */
export function setCapsule(m: Model, d: Data, capsule: Geom, f: i32, e: i32): void {
  setSegment(d, capsule, elementVertex(m, f, e, 0), elementVertex(m, f, e, 1), m.flex_radius[f]);
}

/**
 * Makes `triangle` an element of a surface.
 *
 * @reads flexvert_xpos
 */
export function setTriangle(m: Model, d: Data, triangle: Triangle, f: i32, e: i32): void {
  for (let k = 0; k < 3; k++) copy3(triangle.points, 3 * k, d.flexvert_xpos, 3 * elementVertex(m, f, e, k));
  triangle.radius = m.flex_radius[f];
}

/**
 * Makes `shape` an element of any dimension, inflated by half the margin.
 *
 * @reads flexvert_xpos flexelem_aabb
 */
export function setElementShape(m: Model, d: Data, shape: ConvexShape, f: i32, e: i32, margin: f64): void {
  const n = m.flex_dim[f] + 1;
  beginShape(shape, SHAPE_SIMPLEX, margin);
  shape.npoint = n;
  shape.size[0] = m.flex_radius[f];
  copy3(shape.pos, 0, d.flexelem_aabb, 6 * (m.flex_elemadr[f] + e));
  let farthest: f64 = 0;
  for (let k = 0; k < n; k++) {
    copy3(shape.points, 3 * k, d.flexvert_xpos, 3 * elementVertex(m, f, e, k));
    const away = squaredDist3(shape.points, 3 * k, shape.pos, 0);
    if (away > farthest) farthest = away;
  }
  shape.radius = Math.sqrt(farthest) + m.flex_radius[f];
}

/**
 * Makes `shape` vertex `v` of a flex: a ball.
 *
 * @reads flexvert_xpos
 */
export function setVertexShape(m: Model, d: Data, shape: ConvexShape, f: i32, v: i32): void {
  const at = 3 * (m.flex_vertadr[f] + v);
  beginShape(shape, SHAPE_SIMPLEX, 0);
  shape.npoint = 1;
  shape.size[0] = m.flex_radius[f];
  shape.radius = m.flex_radius[f];
  copy3(shape.pos, 0, d.flexvert_xpos, at);
  copy3(shape.points, 0, d.flexvert_xpos, at);
}

import { type f64, type i32, isNaN64, scratchF64, scratchI32 } from '../../dialect.ts';
import { cross3, dot3, norm3 } from '../../math/vec3.ts';
import type { Contacts } from '../contact.ts';
import type { ConvexShape } from '../convex/convex-shape.ts';
import { support } from '../convex/support.ts';
import { type Geom, heightAbove, toWorld, turnToLocal } from '../geom.ts';
import { SHAPE_MESH, SHAPE_SDF } from '../shape-type.ts';
import { addPlaneContact } from './plane-sphere.ts';

const point = scratchF64(3);
const up = scratchF64(3); // normal of the plane, in the frame of the shape
const diagonalA = scratchF64(3);
const diagonalB = scratchF64(3);
const diagonals = scratchF64(3);
const quad = scratchI32(4); // polygon corners that become contacts

/** The polygon around the shape's last support vertex whose normal points most along -up; -1 when there is none. */
function bottomPolygon(shape: ConvexShape): i32 {
  const v = shape.vertadr + shape.vertex;
  const adr = shape.polymapadr[v];
  const num = shape.polymapnum[v];
  const normal = shape.polynormal;
  let best = -1;
  let least: f64 = 1;
  for (let k = 0; k < num; k++) {
    const id = shape.polymap[adr + k];
    const n = 3 * (shape.polyadr + id);
    const along = dot3(normal, n, up, 0);
    if (along < least) {
      least = along;
      best = id;
    }
  }
  return best;
}

/** First number in `vert` of corner k of the polygon whose vertex list starts at adr. */
function cornerVertex(shape: ConvexShape, adr: i32, k: i32): i32 {
  return 3 * (shape.vertadr + shape.polyvert[adr + k]);
}

/** Area of the quadrilateral of the corners in `quad`. */
function quadArea(shape: ConvexShape, adr: i32): f64 {
  const vert = shape.vert;
  const v0 = cornerVertex(shape, adr, quad[0]);
  const v1 = cornerVertex(shape, adr, quad[1]);
  const v2 = cornerVertex(shape, adr, quad[2]);
  const v3 = cornerVertex(shape, adr, quad[3]);
  for (let k = 0; k < 3; k++) {
    diagonalA[k] = vert[v0 + k] - vert[v2 + k];
    diagonalB[k] = vert[v1 + k] - vert[v3 + k];
  }
  cross3(diagonals, 0, diagonalA, 0, diagonalB, 0);
  return norm3(diagonals, 0) * 0.5;
}

/** Moves corner k of the quadrilateral on if that makes its area greater than `most`; returns the greater of both areas. */
function advanceCorner(shape: ConvexShape, adr: i32, n: i32, k: i32, most: f64): f64 {
  const corner = quad[k];
  quad[k] = (corner + 1) % n;
  const area = quadArea(shape, adr);
  if (area > most) return area;
  quad[k] = corner;
  return most;
}

/** The same until the area does not grow any more. */
function advanceWhileLarger(shape: ConvexShape, adr: i32, n: i32, k: i32, most: f64): f64 {
  let area = most;
  let next = advanceCorner(shape, adr, n, k, area);
  while (next > area) {
    area = next;
    next = advanceCorner(shape, adr, n, k, area);
  }
  return area;
}

/** Enlarges the quadrilateral in `quad`, of corners of an n-gon, by advancing all but the first in turn. */
function enlargeQuad(shape: ConvexShape, adr: i32, n: i32): void {
  let most = quadArea(shape, adr);
  for (;;) {
    const area = advanceCorner(shape, adr, n, 3, most);
    if (!(area > most)) return;
    most = advanceWhileLarger(shape, adr, n, 2, area);
    most = advanceWhileLarger(shape, adr, n, 1, most);
  }
}

/** The place of the shape's last support vertex in the polygon of n vertices at adr. */
function placeOfVertex(shape: ConvexShape, adr: i32, n: i32): i32 {
  for (let k = 0; k < n; k++) if (shape.polyvert[adr + k] === shape.vertex) return k;
  return 0;
}

/** Adds corners of the polygon at the bottom of a mesh, other than the support vertex, that are below the centre and within the margin. */
function addCorners(plane: Geom, shape: ConvexShape, margin: f64, contacts: Contacts): void {
  turnToLocal(up, shape.mat, plane.mat[2], plane.mat[5], plane.mat[8]);
  const polygon = bottomPolygon(shape);
  if (polygon < 0) return;
  const adr = shape.polyvertadr[shape.polyadr + polygon];
  const n = shape.polyvertnum[shape.polyadr + polygon];
  const first = placeOfVertex(shape, adr, n);
  for (let k = 0; k < 4; k++) quad[k] = (first + k) % n;
  if (n > 4) enlargeQuad(shape, adr, n);
  for (let k = 1; k < 4 && k < n; k++) {
    const v = cornerVertex(shape, adr, quad[k]);
    toWorld(point, 0, shape.pos, shape.mat, shape.vert[v], shape.vert[v + 1], shape.vert[v + 2]);
    const dist = heightAbove(plane.pos, plane.mat, point[0], point[1], point[2]);
    const rise = heightAbove(shape.pos, plane.mat, point[0], point[1], point[2]);
    if (margin < dist || rise > 0) continue;
    addPlaneContact(contacts, plane, dist, point[0], point[1], point[2]);
  }
}

/**
 * Plane : ellipsoid or mesh, set without margin. The support point, and for a mesh up to three more corners of the hull polygon at its bottom that
 * are below the centre and within the margin.
 */
export function planeConvex(plane: Geom, shape: ConvexShape, margin: f64, contacts: Contacts): void {
  support(point, 0, shape, -plane.mat[2], -plane.mat[5], -plane.mat[8]);
  const dist = heightAbove(plane.pos, plane.mat, point[0], point[1], point[2]);
  if (dist > margin || isNaN64(dist)) return;
  addPlaneContact(contacts, plane, dist, point[0], point[1], point[2]);
  const isMesh = shape.type === SHAPE_MESH || shape.type === SHAPE_SDF;
  if (isMesh && shape.polynum > 0 && shape.vertex >= 0) addCorners(plane, shape, margin, contacts);
}

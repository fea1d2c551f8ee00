// @cold

import { type F64, type f64, type i32, isNaN64, scratchF64, scratchI32 } from '../dialect.ts';
import { copy3, cross3, dist3, dot3, normalize3, sub3 } from '../math/vec3.ts';
import { NodeStack, popNode, pushChildren, startAtRoot } from './bvh.ts';
import { type Contacts, MAX_PAIR_CONTACTS } from './contact.ts';
import type { CcdOptions } from './convex/ccd-options.ts';
import { penetration } from './convex/convex-contacts.ts';
import { beginShape, ConvexShape } from './convex/convex-shape.ts';
import { GjkResult } from './convex/gjk.ts';
import { support } from './convex/support.ts';
import { toWorld } from './geom.ts';
import { SHAPE_SIMPLEX } from './shape-type.ts';
import { readTriangle, type TriangleMesh } from './triangle-mesh.ts';

// An extension: meshes as they are, triangle by triangle, where the default takes their convex hull.

const SAME_POINT: f64 = 1e-6; // contacts of neighbouring triangles closer than this are one
const FLAT: f64 = 0.9999; // cosine from which a contact is with the face of its triangle, not with an edge

// What a contact is with.
const EDGE: i32 = 0;
const FACE: i32 = 1;
const INTERNAL_EDGE: i32 = -1; // inside a flat part of the mesh

const triangle = new ConvexShape();
const search = new GjkResult();
const stack = new NodeStack();
const bounds = scratchF64(6); // of the shape in the frame of the mesh: lower, then upper
const axis = scratchF64(3);
const point = scratchF64(3);
const corners = scratchF64(9);
const edge1 = scratchF64(3);
const edge2 = scratchF64(3);
const faceNormal = scratchF64(3);
const kind = scratchI32(MAX_PAIR_CONTACTS); // of each contact

/** Bounds of a shape, inflated by the margin, along the axes of the mesh's frame. */
function measureBounds(mesh: TriangleMesh, shape: ConvexShape, margin: f64): void {
  for (let k = 0; k < 3; k++) {
    for (let i = 0; i < 3; i++) axis[i] = mesh.mat[3 * i + k];
    const origin = dot3(axis, 0, mesh.pos, 0);
    support(point, 0, shape, -axis[0], -axis[1], -axis[2]);
    bounds[k] = dot3(axis, 0, point, 0) - origin - margin;
    support(point, 0, shape, axis[0], axis[1], axis[2]);
    bounds[3 + k] = dot3(axis, 0, point, 0) - origin + margin;
  }
}

/** Does the box at aabb[a] meet the bounds? */
function meetsBounds(aabb: F64, a: i32): boolean {
  for (let k = 0; k < 3; k++) {
    if (aabb[a + k] - aabb[a + 3 + k] > bounds[3 + k]) return false;
    if (aabb[a + k] + aabb[a + 3 + k] < bounds[k]) return false;
  }
  return true;
}

/** Makes `triangle` a face of the mesh, and `faceNormal` its outward direction. */
function setTriangle(mesh: TriangleMesh, face: i32, margin: f64): void {
  const points = triangle.points;
  beginShape(triangle, SHAPE_SIMPLEX, margin);
  triangle.npoint = 3;
  triangle.size[0] = 0;
  readTriangle(corners, mesh, face);
  for (let k = 0; k < 9; k += 3) toWorld(points, k, mesh.pos, mesh.mat, corners[k], corners[k + 1], corners[k + 2]);
  for (let k = 0; k < 3; k++) triangle.pos[k] = (points[k] + points[3 + k] + points[6 + k]) / 3;
  sub3(edge1, 0, points, 3, points, 0);
  sub3(edge2, 0, points, 6, points, 0);
  cross3(faceNormal, 0, edge1, 0, edge2, 0);
  normalize3(faceNormal, 0);
}

/** Is the last contact new, and does it push away from the front of the triangle? */
function isUseful(contacts: Contacts): boolean {
  const c = contacts.count - 1;
  const cosine = dot3(contacts.normal, 3 * c, faceNormal, 0);
  if (!(cosine > 0)) return false;
  kind[c] = cosine > FLAT ? FACE : EDGE;
  for (let k = 0; k < c; k++) if (dist3(contacts.pos, 3 * k, contacts.pos, 3 * c) < SAME_POINT) return false;
  return true;
}

/** Is the edge contact i in the plane of a deeper face contact? Then the edge is inside a flat part of the mesh. */
function isInternal(contacts: Contacts, i: i32): boolean {
  const { pos, normal, dist } = contacts;
  if (kind[i] === FACE) return false;
  for (let k = 0; k < contacts.count; k++) {
    if (kind[k] !== FACE || dist[k] > dist[i] || dot3(normal, 3 * i, normal, 3 * k) <= 0) continue;
    sub3(edge1, 0, pos, 3 * i, pos, 3 * k);
    if (Math.abs(dot3(edge1, 0, normal, 3 * k)) <= Math.abs(dist[i]) + Math.abs(dist[k])) return true;
  }
  return false;
}

/** Drops contacts with internal edges. */
function dropInternal(contacts: Contacts): void {
  for (let i = 0; i < contacts.count; i++) if (isInternal(contacts, i)) kind[i] = INTERNAL_EDGE;
  let kept = 0;
  for (let i = 0; i < contacts.count; i++) {
    if (kind[i] === INTERNAL_EDGE) continue;
    contacts.dist[kept] = contacts.dist[i];
    copy3(contacts.pos, 3 * kept, contacts.pos, 3 * i);
    copy3(contacts.normal, 3 * kept, contacts.normal, 3 * i);
    kept++;
  }
  contacts.count = kept;
}

/**
 * Contacts of the triangles of a mesh with a convex shape that is set with `margin`: one for each triangle that the shape touches from its front,
 * through the mesh's bounding volume hierarchy. Only the outer side of a triangle collides.
 */
export function soupConvex(
  mesh: TriangleMesh,
  shape: ConvexShape,
  options: CcdOptions,
  margin: f64,
  contacts: Contacts,
): void {
  measureBounds(mesh, shape, margin);
  if (isNaN64(bounds[0] + bounds[1] + bounds[2] + bounds[3] + bounds[4] + bounds[5])) return;
  startAtRoot(stack, mesh);
  while (stack.count > 0 && contacts.count < MAX_PAIR_CONTACTS) {
    const node = popNode(stack, mesh);
    if (!meetsBounds(mesh.aabb, 6 * node)) continue;
    const face = mesh.nodeid[node];
    if (face < 0) {
      pushChildren(stack, mesh, node);
      continue;
    }
    setTriangle(mesh, face, margin);
    if (penetration(triangle, shape, options, margin, 1, search, contacts) > 0 && !isUseful(contacts)) contacts.count--;
  }
  dropInternal(contacts);
}

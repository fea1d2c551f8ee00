import { type F32, type F64, type f64, type I32, type i32, isNaN64, scratchF64, scratchI32 } from '../dialect.ts';
import { mulMatVec3 } from '../math/mat3.ts';
import { cross3, dist3, dot3, normalize3, sub3 } from '../math/vec3.ts';
import { BVH_STACK } from './bvh.ts';
import { CONTACT_STRIDE, MAX_PAIR_CONTACTS } from './contact.ts';
import { penetration } from './convex.ts';
import { shapeA, shapeB } from './convex-shape.ts';
import { MARGIN, POS, SIZE, SUPPORT_SIMPLEX } from './shape.ts';
import { support } from './support.ts';

// An extension: meshes as they are, triangle by triangle, where the default takes their convex hull.

const TRIANGLE: i32 = -1; // no geom type
const SAME_POINT: f64 = 1e-6; // contacts of neighbouring triangles closer than this are one

const FLAT: f64 = 0.9999; // cosine from which a contact is with the face of its triangle, not with an edge

const bounds = scratchF64(6); // of shapeB in the frame of the mesh: lower, then upper
const axis = scratchF64(3);
const point = scratchF64(3);
const corner = scratchF64(3);
const edge1 = scratchF64(3);
const edge2 = scratchF64(3);
const faceNormal = scratchF64(3);
const stack = scratchI32(BVH_STACK);
const onFace = scratchI32(MAX_PAIR_CONTACTS); // 1 for rows whose normal is that of their triangle

/** Bounds of shapeB, inflated by the margin, along the axes of the mesh's frame. */
function measureBounds(pos1: F64, p1: i32, mat1: F64, m1: i32, margin: f64): void {
  for (let k = 0; k < 3; k++) {
    for (let i = 0; i < 3; i++) axis[i] = mat1[m1 + 3 * i + k];
    const origin = axis[0] * pos1[p1] + axis[1] * pos1[p1 + 1] + axis[2] * pos1[p1 + 2];
    support(point, 0, shapeB, -axis[0], -axis[1], -axis[2]);
    bounds[k] = dot3(axis, 0, point, 0) - origin - margin;
    support(point, 0, shapeB, axis[0], axis[1], axis[2]);
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

/** Makes shapeA the triangle whose vertices are in its points, and `faceNormal` its outward direction. */
function setTriangle(margin: f64): void {
  const points = shapeA.points;
  shapeA.type = TRIANGLE;
  shapeA.support = SUPPORT_SIMPLEX;
  shapeA.npoint = 3;
  shapeA.vertex = -1;
  shapeA.frame[SIZE] = 0;
  shapeA.frame[MARGIN] = margin;
  for (let k = 0; k < 3; k++) shapeA.frame[POS + k] = (points[k] + points[3 + k] + points[6 + k]) / 3;
  sub3(edge1, 0, points, 3, points, 0);
  sub3(edge2, 0, points, 6, points, 0);
  cross3(faceNormal, 0, edge1, 0, edge2, 0);
  normalize3(faceNormal, 0);
}

/** Is row n new, and does it push away from the front of the triangle? */
function isUseful(out: F64, o: i32, n: i32): boolean {
  const row = o + n * CONTACT_STRIDE;
  const cosine = dot3(out, row + 4, faceNormal, 0);
  if (!(cosine > 0)) return false;
  onFace[n] = cosine > FLAT ? 1 : 0;
  for (let k = 0; k < n; k++) if (dist3(out, o + k * CONTACT_STRIDE + 1, out, row + 1) < SAME_POINT) return false;
  return true;
}

/** Is the edge contact of row i in the plane of a deeper face contact? Then the edge is inside a flat part of the mesh. */
function isInternal(out: F64, o: i32, n: i32, i: i32): boolean {
  if (onFace[i] === 1) return false;
  const a = o + i * CONTACT_STRIDE;
  for (let k = 0; k < n; k++) {
    const b = o + k * CONTACT_STRIDE;
    if (onFace[k] !== 1 || out[b] > out[a] || dot3(out, a + 4, out, b + 4) <= 0) continue;
    sub3(edge1, 0, out, a + 1, out, b + 1);
    if (Math.abs(dot3(edge1, 0, out, b + 4)) <= Math.abs(out[a]) + Math.abs(out[b])) return true;
  }
  return false;
}

/** Drops contacts with internal edges; returns how many rows remain. */
function dropInternal(out: F64, o: i32, n: i32): i32 {
  for (let i = 0; i < n; i++) if (isInternal(out, o, n, i)) onFace[i] = -1;
  let kept = 0;
  for (let i = 0; i < n; i++) {
    if (onFace[i] < 0) continue;
    for (let k = 0; k < CONTACT_STRIDE; k++) out[o + kept * CONTACT_STRIDE + k] = out[o + i * CONTACT_STRIDE + k];
    kept++;
  }
  return kept;
}

/**
 * Contacts of the triangles of a mesh, placed by (pos1, mat1), with the convex shape in `shapeB` (world frame, set with `margin`): one for each triangle that the
 * shape touches from its front, through the mesh's bounding volume hierarchy. Only the outer side of a triangle collides.
 */
export function soupConvex(
  out: F64,
  o: i32,
  pos1: F64,
  p1: i32,
  mat1: F64,
  m1: i32,
  vert: F32,
  vertadr: i32,
  face: I32,
  faceadr: i32,
  bvhAabb: F64,
  bvhChild: I32,
  bvhNodeid: I32,
  bvhadr: i32,
  margin: f64,
  tolerance: f64,
  maxIterations: i32,
): i32 {
  if (bvhadr < 0) return 0;
  measureBounds(pos1, p1, mat1, m1, margin);
  if (isNaN64(bounds[0] + bounds[1] + bounds[2] + bounds[3] + bounds[4] + bounds[5])) return 0;

  let n = 0;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = bvhadr + stack[--top];
    if (!meetsBounds(bvhAabb, 6 * node)) continue;
    const id = bvhNodeid[node];
    if (id < 0) {
      for (let k = 0; k < 2; k++) {
        const child = bvhChild[2 * node + k];
        if (child >= 0 && top < BVH_STACK) stack[top++] = child;
      }
      continue;
    }
    const points = shapeA.points;
    for (let v = 0; v < 3; v++) {
      const adr = 3 * (vertadr + face[3 * (faceadr + id) + v]);
      for (let k = 0; k < 3; k++) corner[k] = vert[adr + k];
      mulMatVec3(points, 3 * v, mat1, m1, corner, 0);
      for (let k = 0; k < 3; k++) points[3 * v + k] += pos1[p1 + k];
    }
    setTriangle(margin);
    if (penetration(out, o + n * CONTACT_STRIDE, 1, margin, tolerance, maxIterations) === 0) continue;
    if (!isUseful(out, o, n)) continue;
    n++;
    if (n === MAX_PAIR_CONTACTS) break;
  }
  return dropInternal(out, o, n);
}

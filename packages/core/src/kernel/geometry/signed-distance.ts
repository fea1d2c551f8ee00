import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { clip, max, min } from '../math/scalar.ts';
import { copy3, norm3, normalize3, zero3 } from '../math/vec3.ts';
import type { ConvexShape } from './convex/convex-shape.ts';
import { octreeBound, octreeDistance, octreeGradient, UNBOUNDED } from './octree.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CYLINDER, SHAPE_ELLIPSOID, SHAPE_PLANE, SHAPE_SPHERE } from './shape-type.ts';
import { askField } from './user-field.ts';

const DISTANCE: i32 = 3; // the part of a user's field that is not a component of its gradient
const MIN_RADIUS: f64 = 1e-10; // guards divisions by lengths
const beyond = scratchF64(3); // |x| - size
const a = scratchF64(3);
const b = scratchF64(3);

/** Unit direction field inside a box that turns from radial at the centre to the face normals at the surface. */
function boxField(res: F64, r: i32, size: F64, x: F64, i: i32): void {
  for (let k = 0; k < 3; k++) res[r + k] = -size[k] / beyond[k];
  normalize3(res, r);
  for (let k = 0; k < 3; k++) if (x[i + k] < 0) res[r + k] = -res[r + k];
}

/** How far the point is beyond each pair of faces. */
function measureBox(size: F64, x: F64, i: i32): void {
  for (let k = 0; k < 3; k++) beyond[k] = Math.abs(x[i + k]) - size[k];
}

function boxDistance(size: F64, x: F64, i: i32): f64 {
  measureBox(size, x, i);
  if (beyond[0] >= 0 || beyond[1] >= 0 || beyond[2] >= 0) {
    for (let k = 0; k < 3; k++) b[k] = max(beyond[k], 0);
    return norm3(b, 0) + min(max(beyond[0], max(beyond[1], beyond[2])), 0);
  }
  boxField(b, 0, size, x, i);
  const t0 = -beyond[0] / Math.abs(b[0]);
  const t1 = -beyond[1] / Math.abs(b[1]);
  const t2 = -beyond[2] / Math.abs(b[2]);
  return -min(t0, min(t1, t2)) * norm3(b, 0);
}

function boxGradient(res: F64, r: i32, size: F64, x: F64, i: i32): void {
  measureBox(size, x, i);
  const k = beyond[0] > beyond[1] ? 0 : 1;
  const widest = beyond[2] > beyond[k] ? 2 : k;
  if (beyond[widest] < 0) {
    boxField(res, r, size, x, i);
    return;
  }
  for (let j = 0; j < 3; j++) b[j] = max(beyond[j], 0);
  const len = norm3(b, 0);
  for (let j = 0; j < 3; j++) {
    res[r + j] = 0;
    if (beyond[j] > 0) res[r + j] = ((b[j] / len) * x[i + j]) / Math.abs(x[i + j]);
  }
}

/** a = x / size, b = x / size²: the terms of the ellipsoid's approximate distance |a|·(|a| - 1) / |b|. */
function measureEllipsoid(size: F64, x: F64, i: i32): void {
  for (let k = 0; k < 3; k++) {
    a[k] = x[i + k] / size[k];
    b[k] = a[k] / size[k];
  }
}

/** a = x, seen from the nearest point of the capsule's segment. */
function measureCapsule(size: F64, x: F64, i: i32): void {
  copy3(a, 0, x, i);
  a[2] -= clip(x[i + 2], -size[1], size[1]);
}

function ellipsoidGradient(res: F64, r: i32, size: F64, x: F64, i: i32): void {
  measureEllipsoid(size, x, i);
  const k0 = norm3(a, 0);
  const k1 = norm3(b, 0);
  const inv0 = 1 / k0;
  const inv1 = 1 / k1;
  const d0 = (2 * k0 - 1) * inv1;
  const d1 = k0 * (k0 - 1) * inv1 * inv1;
  for (let k = 0; k < 3; k++) {
    const g0 = b[k] * inv0;
    const g1 = (b[k] * inv1) / (size[k] * size[k]);
    res[r + k] = g0 * d0 - g1 * d1;
  }
  normalize3(res, r);
}

function cylinderDistance(size: F64, x: F64, i: i32): f64 {
  const radial = Math.sqrt(x[i] * x[i] + x[i + 1] * x[i + 1]) - size[0];
  const axial = Math.abs(x[i + 2]) - size[1];
  const u = max(radial, 0);
  const v = max(axial, 0);
  return min(max(radial, axial), 0) + Math.sqrt(u * u + v * v);
}

function cylinderGradient(res: F64, r: i32, size: F64, x: F64, i: i32): void {
  const len = Math.sqrt(x[i] * x[i] + x[i + 1] * x[i + 1]);
  const height = Math.abs(x[i + 2]);
  const radial = len - size[0];
  const axial = height - size[1];
  const gx = x[i] / max(len, MIN_RADIUS);
  const gy = x[i + 1] / max(len, MIN_RADIUS);
  const gz = x[i + 2] / max(height, MIN_RADIUS);
  const round = radial > axial;
  if ((round ? radial : axial) < 0) {
    res[r] = round ? gx : 0;
    res[r + 1] = round ? gy : 0;
    res[r + 2] = round ? 0 : gz;
    return;
  }
  const u = max(radial, 0);
  const v = max(axial, 0);
  const norm = max(Math.sqrt(u * u + v * v), MIN_RADIUS);
  res[r] = (gx * u) / norm;
  res[r + 1] = (gy * u) / norm;
  res[r + 2] = (gz * v) / norm;
}

/** Gradient of a user's field. */
function userGradient(res: F64, r: i32, field: i32, x: f64, y: f64, z: f64): void {
  for (let k = 0; k < 3; k++) res[r + k] = askField(field, k, x, y, z);
}

/**
 * Signed distance of a shape at the point x[i] of its own frame, negative inside; exact outside for the primitives but the ellipsoid. Meshes need an octree, or a user's field.
 *
 * @see https://iquilezles.org/articles/distfunctions/
 */
export function signedDistance(shape: ConvexShape, x: F64, i: i32): f64 {
  const size = shape.size;
  switch (shape.type) {
    case SHAPE_PLANE:
      return x[i + 2];
    case SHAPE_SPHERE:
      return norm3(x, i) - size[0];
    case SHAPE_CAPSULE:
      measureCapsule(size, x, i);
      return norm3(a, 0) - size[0];
    case SHAPE_ELLIPSOID: {
      measureEllipsoid(size, x, i);
      const k0 = norm3(a, 0);
      return (k0 * (k0 - 1)) / norm3(b, 0);
    }
    case SHAPE_CYLINDER:
      return cylinderDistance(size, x, i);
    case SHAPE_BOX:
      return boxDistance(size, x, i);
    default:
      if (shape.field >= 0) return askField(shape.field, DISTANCE, x[i], x[i + 1], x[i + 2]);
      return octreeDistance(shape, x, i);
  }
}

/** At most `signedDistance`, for less where that takes long. */
export function distanceBound(shape: ConvexShape, x: F64, i: i32): f64 {
  if (shape.field >= 0) return -UNBOUNDED;
  return shape.octadr >= 0 ? octreeBound(shape, x, i) : signedDistance(shape, x, i);
}

/** Gradient of `signedDistance`, own frame. */
export function signedGradient(res: F64, r: i32, shape: ConvexShape, x: F64, i: i32): void {
  const size = shape.size;
  switch (shape.type) {
    case SHAPE_PLANE:
      zero3(res, r);
      res[r + 2] = 1;
      break;
    case SHAPE_SPHERE: {
      const inv = 1 / norm3(x, i);
      for (let k = 0; k < 3; k++) res[r + k] = x[i + k] * inv;
      break;
    }
    case SHAPE_CAPSULE: {
      measureCapsule(size, x, i);
      const len = norm3(a, 0);
      for (let k = 0; k < 3; k++) res[r + k] = a[k] / len;
      break;
    }
    case SHAPE_ELLIPSOID:
      ellipsoidGradient(res, r, size, x, i);
      break;
    case SHAPE_CYLINDER:
      cylinderGradient(res, r, size, x, i);
      break;
    case SHAPE_BOX:
      boxGradient(res, r, size, x, i);
      break;
    default:
      if (shape.field < 0) octreeGradient(res, r, shape, x, i);
      else userGradient(res, r, shape.field, x[i], x[i + 1], x[i + 2]);
      break;
  }
}

// @cold

import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { mulMatTVec3, mulMatVec3 } from '../../math/mat3.ts';
import { MINVAL } from '../../math/scalar.ts';
import { copy3, dist3, normalize3, scl3, sub3 } from '../../math/vec3.ts';
import type { Contacts } from '../contact.ts';
import type { Geom } from '../geom.ts';
import { SHAPE_CAPSULE, SHAPE_CYLINDER, SHAPE_ELLIPSOID, SHAPE_SPHERE } from '../shape-type.ts';

// Contact normals of portal refinement are as coarse as its tolerance; on smooth shapes the surface normal at the contact point is better.

const MAX_STEPS: i32 = 30;
const TOLERANCE: f64 = 1e-6;
const FLAT_ZONE: f64 = 0.95; // part of a cylinder's half length beyond which its round side is not trusted
const ROUND_RATIO: f64 = 0.25; // the round side must be four times closer than the cap

const delta = scratchF64(3);
const local = scratchF64(3);
const normal = scratchF64(3);
const next = scratchF64(3);
const normalA = scratchF64(3); // outward, world frame
const normalB = scratchF64(3);

/** Normal of an ellipsoid seen from the inside point `local` along `normal`, by repeated projection; false when it does not start. */
function fromInside(size: F64): boolean {
  const wx = 1 / (size[0] * size[0]);
  const wy = 1 / (size[1] * size[1]);
  const wz = 1 / (size[2] * size[2]);
  const px = local[0];
  const py = local[1];
  const pz = local[2];
  const c = px * px * wx + py * py * wy + pz * pz * wz - 1;
  if (c > 0) return false;
  normalize3(normal, 0);
  for (let step = 0; step < MAX_STEPS; step++) {
    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];
    const a = nx * nx * wx + ny * ny * wy + nz * nz * wz;
    const b = px * nx * wx + py * ny * wy + pz * nz * wz;
    const disc = b * b - a * c;
    if (disc < MINVAL || a < MINVAL) return step > 0;
    const x = (-b + Math.sqrt(disc)) / a;
    if (x < 0) return step > 0;
    next[0] = (px + nx * x) * wx;
    next[1] = (py + ny * x) * wy;
    next[2] = (pz + nz * x) * wz;
    normalize3(next, 0);
    const change = dist3(normal, 0, next, 0);
    for (let k = 0; k < 3; k++) normal[k] = next[k];
    if (change < TOLERANCE) break;
  }
  return true;
}

/** Normal of an ellipsoid at the point nearest to the outside point `local`, by Newton's method on the multiplier. */
function fromOutside(size: F64): void {
  const sx = size[0] * size[0];
  const sy = size[1] * size[1];
  const sz = size[2] * size[2];
  const px = local[0] * local[0] * sx;
  const py = local[1] * local[1] * sy;
  const pz = local[2] * local[2] * sz;
  let multiplier: f64 = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    const rx = 1 / (sx + multiplier);
    const ry = 1 / (sy + multiplier);
    const rz = 1 / (sz + multiplier);
    const value = px * rx * rx + py * ry * ry + pz * rz * rz - 1;
    if (value < TOLERANCE) break;
    const slope = -2 * (px * rx * rx * rx + py * ry * ry * ry + pz * rz * rz * rz);
    if (slope > -MINVAL) break;
    const change = -value / slope;
    if (change < TOLERANCE) break;
    multiplier += change;
  }
  normal[0] = local[0] / (sx + multiplier);
  normal[1] = local[1] / (sy + multiplier);
  normal[2] = local[2] / (sz + multiplier);
  normalize3(normal, 0);
}

/** Surface normal of a smooth shape at the point `local`, in `normal` (which holds a guess); false when the guess should stay. */
function surfaceNormal(type: i32, size: F64): boolean {
  switch (type) {
    case SHAPE_SPHERE:
      for (let k = 0; k < 3; k++) normal[k] = local[k];
      return true;
    case SHAPE_CAPSULE: {
      const half = size[1];
      normal[0] = local[0];
      normal[1] = local[1];
      normal[2] = 0;
      if (local[2] < -half) normal[2] = local[2] + half;
      else if (local[2] > half) normal[2] = local[2] - half;
      return true;
    }
    case SHAPE_ELLIPSOID: {
      const ax = size[0];
      const ay = size[1];
      const az = size[2];
      if (ax < MINVAL || ay < MINVAL || az < MINVAL) return false;
      const x = local[0];
      const y = local[1];
      const z = local[2];
      if ((x * x) / (ax * ax) + (y * y) / (ay * ay) + (z * z) / (az * az) <= 1) return fromInside(size);
      fromOutside(size);
      return true;
    }
    case SHAPE_CYLINDER: {
      const half = size[1];
      if (Math.abs(local[2]) > FLAT_ZONE * half) return false;
      const toCap = Math.abs(half - Math.abs(local[2]));
      const toSide = Math.abs(size[0] - Math.sqrt(local[0] * local[0] + local[1] * local[1]));
      if (toCap < ROUND_RATIO * toSide) return false;
      normal[0] = local[0];
      normal[1] = local[1];
      normal[2] = 0;
      return true;
    }
    default:
      return false;
  }
}

/** res = normal of a shape at contact c, whose normal times `sign` is a guess of it; false when the guess should stay. */
function shapeNormal(res: F64, geom: Geom, contacts: Contacts, c: i32, sign: f64): boolean {
  scl3(next, 0, contacts.normal, 3 * c, sign);
  sub3(delta, 0, contacts.pos, 3 * c, geom.pos, 0);
  mulMatTVec3(local, 0, geom.mat, 0, delta, 0);
  mulMatTVec3(normal, 0, geom.mat, 0, next, 0);
  if (!surfaceNormal(geom.type, geom.size)) return false;
  normalize3(normal, 0);
  mulMatVec3(res, 0, geom.mat, 0, normal, 0);
  return true;
}

/** Replaces the normal of contact c by the surface normals at its point where the shapes are smooth. */
export function smoothNormal(contacts: Contacts, c: i32, a: Geom, b: Geom): void {
  const foundA = shapeNormal(normalA, a, contacts, c, 1);
  const foundB = shapeNormal(normalB, b, contacts, c, -1);
  if (foundA && foundB) {
    sub3(contacts.normal, 3 * c, normalA, 0, normalB, 0);
    normalize3(contacts.normal, 3 * c);
  } else if (foundA) {
    copy3(contacts.normal, 3 * c, normalA, 0);
  } else if (foundB) {
    scl3(contacts.normal, 3 * c, normalB, 0, -1);
  }
}

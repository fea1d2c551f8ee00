import { type F64, type f64, type i32, scratchF64, scratchI32 } from '../dialect.ts';
import { mulMatTVec3, mulMatVec3 } from '../math/mat3.ts';
import { dist3, normalize3, sub3 } from '../math/vec3.ts';
import { GEOM_CAPSULE, GEOM_CYLINDER, GEOM_ELLIPSOID, GEOM_SPHERE } from '../model/constants.ts';
import { MINVAL } from './contact.ts';
import { MAT, POS, SIZE } from './shape.ts';

// Contact normals of portal refinement are as coarse as its tolerance; on smooth shapes the surface normal at the contact point is better.

const MAX_STEPS: i32 = 30;
const TOLERANCE: f64 = 1e-6;
const FLAT_ZONE: f64 = 0.95; // part of a cylinder's half length beyond which its round side is not trusted
const ROUND_RATIO: f64 = 0.25; // the round side must be four times closer than the cap

const delta = scratchF64(3);
const local = scratchF64(3);
const normal = scratchF64(3);
const next = scratchF64(3);
const normals = scratchF64(6); // outward normals of the two shapes, world frame
const found = scratchI32(2);

/** Normal of an ellipsoid seen from the inside point `local` along `normal`, by repeated projection; false when it does not start. */
function fromInside(frame: F64): boolean {
  const wx = 1 / (frame[SIZE] * frame[SIZE]);
  const wy = 1 / (frame[SIZE + 1] * frame[SIZE + 1]);
  const wz = 1 / (frame[SIZE + 2] * frame[SIZE + 2]);
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
function fromOutside(frame: F64): void {
  const sx = frame[SIZE] * frame[SIZE];
  const sy = frame[SIZE + 1] * frame[SIZE + 1];
  const sz = frame[SIZE + 2] * frame[SIZE + 2];
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
function surfaceNormal(type: i32, frame: F64): boolean {
  switch (type) {
    case GEOM_SPHERE:
      for (let k = 0; k < 3; k++) normal[k] = local[k];
      return true;
    case GEOM_CAPSULE: {
      const half = frame[SIZE + 1];
      normal[0] = local[0];
      normal[1] = local[1];
      normal[2] = 0;
      if (local[2] < -half) normal[2] = local[2] + half;
      else if (local[2] > half) normal[2] = local[2] - half;
      return true;
    }
    case GEOM_ELLIPSOID: {
      const ax = frame[SIZE];
      const ay = frame[SIZE + 1];
      const az = frame[SIZE + 2];
      if (ax < MINVAL || ay < MINVAL || az < MINVAL) return false;
      const x = local[0];
      const y = local[1];
      const z = local[2];
      if ((x * x) / (ax * ax) + (y * y) / (ay * ay) + (z * z) / (az * az) <= 1) return fromInside(frame);
      fromOutside(frame);
      return true;
    }
    case GEOM_CYLINDER: {
      const half = frame[SIZE + 1];
      if (Math.abs(local[2]) > FLAT_ZONE * half) return false;
      const toCap = Math.abs(half - Math.abs(local[2]));
      const toSide = Math.abs(frame[SIZE] - Math.sqrt(local[0] * local[0] + local[1] * local[1]));
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

/** Normal of one shape of the contact row, in place i of `normals`. */
function shapeNormal(out: F64, o: i32, i: i32, type: i32, frame: F64): void {
  const sign: f64 = i === 0 ? 1 : -1;
  for (let k = 0; k < 3; k++) next[k] = sign * out[o + 4 + k];
  sub3(delta, 0, out, o + 1, frame, POS);
  mulMatTVec3(local, 0, frame, MAT, delta, 0);
  mulMatTVec3(normal, 0, frame, MAT, next, 0);
  found[i] = surfaceNormal(type, frame) ? 1 : 0;
  if (found[i] === 0) return;
  normalize3(normal, 0);
  mulMatVec3(normals, 3 * i, frame, MAT, normal, 0);
}

/** Replaces the normal of a contact row by the surface normals at its point where the shapes (type, frame of a ConvexShape) are smooth. */
export function smoothNormal(out: F64, o: i32, typeA: i32, frameA: F64, typeB: i32, frameB: F64): void {
  shapeNormal(out, o, 0, typeA, frameA);
  shapeNormal(out, o, 1, typeB, frameB);
  if (found[0] === 1 && found[1] === 1) {
    sub3(out, o + 4, normals, 0, normals, 3);
    normalize3(out, o + 4);
  } else if (found[0] === 1) {
    for (let k = 0; k < 3; k++) out[o + 4 + k] = normals[k];
  } else if (found[1] === 1) {
    for (let k = 0; k < 3; k++) out[o + 4 + k] = -normals[3 + k];
  }
}

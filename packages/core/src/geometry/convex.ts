import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { makeFrame, mulMatMat3, mulMatVec3, transpose3 } from '../math/mat3.ts';
import { axisAngle2Quat, quat2Mat } from '../math/quat.ts';
import { min } from '../math/scalar.ts';
import { dist3, normalize3, sub3 } from '../math/vec3.ts';
import { GEOM_BOX, GEOM_CYLINDER, GEOM_ELLIPSOID, GEOM_MESH, GEOM_SPHERE } from '../model/constants.ts';
import { CONTACT_STRIDE, writeContact } from './contact.ts';
import { type ConvexShape, shapeA, shapeB } from './convex-shape.ts';
import { epa, startPolytope } from './epa.ts';
import { gjk } from './gjk.ts';
import { INFINITE, NSIMPLEX, NWITNESS, SEPARATED, status, witnessA, witnessB, witnessDist } from './minkowski.ts';
import { portalContact } from './mpr.ts';
import { multicontact } from './multicontact.ts';
import {
  FRAME_LENGTH,
  MARGIN,
  MAT,
  POS,
  SIZE,
  SUPPORT_CAPSULE,
  SUPPORT_POINT,
  SUPPORT_SEGMENT,
  SUPPORT_SPHERE,
  shapeCentre,
} from './shape.ts';
import { smoothNormal } from './smooth-normal.ts';

const PERTURBATION: f64 = 1e-3; // angle of the search for more contacts
const SAME_CONTACT: f64 = 1e-3; // distance of equal contacts, relative to the smaller bounding radius

const direction = scratchF64(3);
const frame = scratchF64(9);
const quat = scratchF64(4);
const rotation = scratchF64(9);
const inverse = scratchF64(9);
const turned = scratchF64(9);
const arm = scratchF64(3);
const moved = scratchF64(3);
const savedA = scratchF64(FRAME_LENGTH);
const savedB = scratchF64(FRAME_LENGTH);

/** Radius by which a sphere or capsule is shrunk to a point or segment for GJK, margin included; 0 for other shapes. */
function coreRadius(shape: ConvexShape): f64 {
  if (shape.support !== SUPPORT_SPHERE && shape.support !== SUPPORT_CAPSULE) return 0;
  return shape.frame[SIZE] + 0.5 * shape.frame[MARGIN];
}

/** Shrinks a sphere or capsule to its core. */
function shrink(shape: ConvexShape): void {
  if (shape.support === SUPPORT_SPHERE) {
    shape.support = SUPPORT_POINT;
    shape.frame[MARGIN] = 0;
  } else if (shape.support === SUPPORT_CAPSULE) {
    shape.support = SUPPORT_SEGMENT;
    shape.frame[MARGIN] = 0;
  }
}

/** Puts both witness points back on the surfaces of shapes that were shrunk by radiusA and radiusB. */
function inflate(radiusA: f64, radiusB: f64): void {
  sub3(direction, 0, witnessB, 0, witnessA, 0);
  normalize3(direction, 0);
  for (let k = 0; k < 3; k++) {
    if (radiusA !== 0) witnessA[k] += radiusA * direction[k];
    if (radiusB !== 0) witnessB[k] -= radiusB * direction[k];
  }
  witnessDist[0] -= radiusA + radiusB;
}

/**
 * Signed distance of shapeA and shapeB: negative when they overlap, INFINITE when they are farther apart than `cutoff`. Witness points are in witnessA and
 * witnessB, their number in status[NWITNESS], their distances in witnessDist. `cutoff` 0 asks for penetration only, `maxContacts` 0 for the distance only,
 * more than 1 for face contacts.
 */
export function convexDistance(cutoff: f64, maxContacts: i32, tolerance: f64, maxIterations: i32): f64 {
  shapeCentre(witnessA, 0, shapeA);
  shapeCentre(witnessB, 0, shapeB);

  // a sphere or capsule meets the other shape with its core unless it is deep inside
  const radiusA = coreRadius(shapeA);
  const radiusB = coreRadius(shapeB);
  const roundA = shapeA.support === SUPPORT_SPHERE || shapeA.support === SUPPORT_CAPSULE;
  const roundB = shapeB.support === SUPPORT_SPHERE || shapeB.support === SUPPORT_CAPSULE;
  if (roundA || roundB) {
    const supportA = shapeA.support;
    const supportB = shapeB.support;
    const marginA = shapeA.frame[MARGIN];
    const marginB = shapeB.frame[MARGIN];
    shrink(shapeA);
    shrink(shapeB);
    gjk(cutoff + (radiusA + radiusB), tolerance, maxIterations);
    shapeA.support = supportA;
    shapeB.support = supportB;
    shapeA.frame[MARGIN] = marginA;
    shapeB.frame[MARGIN] = marginB;
    if (witnessDist[0] > tolerance) {
      inflate(radiusA, radiusB);
      if (witnessDist[0] > cutoff) witnessDist[0] = INFINITE;
      return witnessDist[0];
    }
    if (maxContacts === 0) {
      status[NWITNESS] = 0;
      witnessDist[0] = 0;
      return 0;
    }
    shapeCentre(witnessA, 0, shapeA);
    shapeCentre(witnessB, 0, shapeB);
  }

  gjk(cutoff, tolerance, maxIterations);
  if (maxContacts === 0) return witnessDist[0];
  if (witnessDist[0] <= tolerance && status[NSIMPLEX] > 1 && status[SEPARATED] === 0) {
    witnessDist[0] = 0;
    if (startPolytope()) {
      const face = epa(tolerance, maxIterations);
      if (maxContacts > 1 && face >= 0) multicontact(face, maxContacts);
    }
  }
  let least = witnessDist[0];
  for (let k = 1; k < status[NWITNESS]; k++) if (witnessDist[k] < least) least = witnessDist[k];
  return least;
}

/** Contact rows of the overlap of shapeA and shapeB. The shapes are inflated by half of `margin` each. */
export function penetration(out: F64, o: i32, maxContacts: i32, margin: f64, tolerance: f64, maxIterations: i32): i32 {
  if (!(convexDistance(0, maxContacts, tolerance, maxIterations) < 0)) return 0;
  const n = status[NWITNESS];
  for (let k = 0; k < n; k++) {
    const w = 3 * k;
    sub3(direction, 0, witnessA, w, witnessB, w);
    normalize3(direction, 0);
    writeContact(
      out,
      o + k * CONTACT_STRIDE,
      margin + witnessDist[k],
      (witnessA[w] + witnessB[w]) * 0.5,
      (witnessA[w + 1] + witnessB[w + 1]) * 0.5,
      (witnessA[w + 2] + witnessB[w + 2]) * 0.5,
      direction[0],
      direction[1],
      direction[2],
    );
  }
  return n;
}

/** One contact row by either collider; the portal's normal is replaced by that of smooth shapes, at the poses savedA and savedB. */
function firstContact(out: F64, o: i32, margin: f64, tolerance: f64, maxIterations: i32, byPortal: boolean): i32 {
  if (!byPortal) return penetration(out, o, 1, margin, tolerance, maxIterations);
  const n = portalContact(out, o, margin, tolerance, maxIterations);
  if (n > 0) smoothNormal(out, o, shapeA.type, savedA, shapeB.type, savedB);
  return n;
}

/** Remembers the poses of both shapes. */
function savePoses(): void {
  for (let k = 0; k < FRAME_LENGTH; k++) {
    savedA[k] = shapeA.frame[k];
    savedB[k] = shapeB.frame[k];
  }
}

/** Does a shape have faces that can carry several contacts at once? */
function hasFaces(shape: ConvexShape): boolean {
  const type = shape.type;
  return type === GEOM_BOX || type === GEOM_MESH || type === GEOM_CYLINDER;
}

/** Is a shape so round that it touches another in one point only? */
function isRound(shape: ConvexShape): boolean {
  return shape.type === GEOM_ELLIPSOID || shape.type === GEOM_SPHERE;
}

/** Turns a shape about the point at origin[q] by `rot`. */
function turnShape(shape: ConvexShape, origin: F64, q: i32, rot: F64): void {
  const pose = shape.frame;
  mulMatMat3(turned, 0, rot, 0, pose, MAT);
  for (let k = 0; k < 9; k++) pose[MAT + k] = turned[k];
  sub3(arm, 0, origin, q, pose, POS);
  mulMatVec3(moved, 0, rot, 0, arm, 0);
  for (let k = 0; k < 3; k++) pose[POS + k] -= moved[k] - arm[k];
}

/** Is row n farther than `radius` from all rows before it? */
function isDistinct(out: F64, o: i32, n: i32, radius: f64): boolean {
  const p = o + n * CONTACT_STRIDE + 1;
  for (let k = 0; k < n; k++) if (dist3(out, o + k * CONTACT_STRIDE + 1, out, p) <= radius) return false;
  return true;
}

/**
 * Up to four more contacts next to the first: both shapes are turned by a small angle, opposite ways, about each tangent of the first contact. New points
 * get the depth of the first.
 */
function perturbedContacts(
  out: F64,
  o: i32,
  margin: f64,
  tolerance: f64,
  maxIterations: i32,
  radius: f64,
  byPortal: boolean,
): i32 {
  for (let k = 0; k < 9; k++) frame[k] = 0;
  for (let k = 0; k < 3; k++) frame[k] = out[o + 4 + k];
  makeFrame(frame, 0);
  savePoses();
  let n = 1;
  for (let turn = 0; turn < 4; turn++) {
    axisAngle2Quat(quat, 0, frame, turn < 2 ? 3 : 6, turn % 2 === 0 ? -PERTURBATION : PERTURBATION);
    quat2Mat(rotation, 0, quat, 0);
    transpose3(inverse, 0, rotation, 0);
    turnShape(shapeA, out, o + 1, rotation);
    turnShape(shapeB, out, o + 1, inverse);
    const row = o + n * CONTACT_STRIDE;
    const found = firstContact(out, row, margin, tolerance, maxIterations, byPortal);
    if (found > 0 && isDistinct(out, o, n, radius)) {
      out[row] = out[o];
      n++;
    }
    for (let k = 0; k < FRAME_LENGTH; k++) {
      shapeA.frame[k] = savedA[k];
      shapeB.frame[k] = savedB[k];
    }
  }
  return n;
}

/**
 * Contacts of two convex shapes (shapeA before shapeB in type order, both set with `margin`): up to 4 by face contacts, else up to 5 by perturbation when
 * `multi` allows it, else 1. rboundA and rboundB are the shapes' bounding radii.
 */
export function convexContacts(
  out: F64,
  o: i32,
  rboundA: f64,
  rboundB: f64,
  margin: f64,
  tolerance: f64,
  maxIterations: i32,
  multi: boolean,
): i32 {
  const byFaces = multi && !(margin > 0) && hasFaces(shapeA) && hasFaces(shapeB);
  const n = penetration(out, o, byFaces ? 4 : 1, margin, tolerance, maxIterations);
  if (byFaces || n !== 1 || !multi || isRound(shapeA) || isRound(shapeB)) return n;
  return perturbedContacts(out, o, margin, tolerance, maxIterations, SAME_CONTACT * min(rboundA, rboundB), false);
}

/** As `convexContacts`, by portal refinement: one contact, or up to five by perturbation. */
export function portalContacts(
  out: F64,
  o: i32,
  rboundA: f64,
  rboundB: f64,
  margin: f64,
  tolerance: f64,
  maxIterations: i32,
  multi: boolean,
): i32 {
  savePoses();
  const n = firstContact(out, o, margin, tolerance, maxIterations, true);
  if (n === 0 || !multi || isRound(shapeA) || isRound(shapeB)) return n;
  return perturbedContacts(out, o, margin, tolerance, maxIterations, SAME_CONTACT * min(rboundA, rboundB), true);
}

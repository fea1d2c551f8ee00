import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { copy9, makeFrame, mulMatMat3, mulMatVec3, transpose3 } from '../../math/mat3.ts';
import { axisAngle2Quat, quat2Mat } from '../../math/quat.ts';
import { min } from '../../math/scalar.ts';
import { copy3, dist3, normalize3, sub3, subFrom3, zero3 } from '../../math/vec3.ts';
import { addContact, type Contacts } from '../contact.ts';
import { Geom } from '../geom.ts';
import { SHAPE_BOX, SHAPE_CYLINDER, SHAPE_ELLIPSOID, SHAPE_MESH, SHAPE_SPHERE } from '../shape-type.ts';
import type { CcdOptions } from './ccd-options.ts';
import { convexDistance } from './convex-distance.ts';
import type { ConvexShape } from './convex-shape.ts';
import { GjkResult } from './gjk.ts';
import { hasNormal, MprResult, mpr } from './mpr.ts';
import { Witnesses } from './multicontact.ts';
import { smoothNormal } from './smooth-normal.ts';

const FACE_CONTACTS: i32 = 4; // most contacts of two faces
const PERTURBATION: f64 = 1e-3; // angle of the search for more contacts
const SAME_CONTACT: f64 = 1e-3; // distance of equal contacts, relative to the smaller bounding radius

const search = new GjkResult();
const witnesses = new Witnesses();
const portal = new MprResult();
const poseA = new Geom(); // of the shapes before they are turned
const poseB = new Geom();

const direction = scratchF64(3);
const frame = scratchF64(9);
const quat = scratchF64(4);
const rotation = scratchF64(9);
const inverse = scratchF64(9);
const turned = scratchF64(9);
const arm = scratchF64(3);
const moved = scratchF64(3);

/**
 * Contacts of the overlap of two shapes, which are inflated by `margin` together; returns their number. How GJK ended is left in `ended`: a
 * separating direction may serve for the next shapes as well.
 */
export function penetration(
  a: ConvexShape,
  b: ConvexShape,
  options: CcdOptions,
  margin: f64,
  maxContacts: i32,
  ended: GjkResult,
  contacts: Contacts,
): i32 {
  if (!(convexDistance(a, b, options, maxContacts, ended, witnesses) < 0)) return 0;
  const { onA, onB } = witnesses;
  for (let k = 0; k < witnesses.count; k++) {
    const w = 3 * k;
    sub3(direction, 0, onA, w, onB, w);
    normalize3(direction, 0);
    const x = (onA[w] + onB[w]) * 0.5;
    const y = (onA[w + 1] + onB[w + 1]) * 0.5;
    const z = (onA[w + 2] + onB[w + 2]) * 0.5;
    addContact(contacts, margin + witnesses.dist[k], x, y, z, direction[0], direction[1], direction[2]);
  }
  return witnesses.count;
}

/** As `penetration`, by portal refinement: none or one contact. */
export function portalPenetration(
  a: ConvexShape,
  b: ConvexShape,
  options: CcdOptions,
  margin: f64,
  contacts: Contacts,
): i32 {
  mpr(a, b, options, portal);
  if (!hasNormal(portal)) return 0;
  const { pos: p, normal: n } = portal;
  addContact(contacts, margin - portal.depth, p[0], p[1], p[2], n[0], n[1], n[2]);
  return 1;
}

/** One contact by either algorithm, with the normal that it finds. Returns their number, 0 or 1. */
export function oneContact(a: ConvexShape, b: ConvexShape, options: CcdOptions, margin: f64, contacts: Contacts): i32 {
  if (options.portal) return portalPenetration(a, b, options, margin, contacts);
  return penetration(a, b, options, margin, 1, search, contacts);
}

/** One contact by either algorithm; the portal's normal is replaced by that of smooth shapes, at the poses before any turn. */
function firstContact(a: ConvexShape, b: ConvexShape, options: CcdOptions, margin: f64, contacts: Contacts): i32 {
  const n = oneContact(a, b, options, margin, contacts);
  if (n > 0 && options.portal) smoothNormal(contacts, contacts.count - 1, poseA, poseB);
  return n;
}

/** Copies type, pose and sizes of a shape. */
export function copyPose(geom: Geom, shape: ConvexShape): void {
  geom.type = shape.type;
  copy3(geom.pos, 0, shape.pos, 0);
  copy9(geom.mat, 0, shape.mat, 0);
  copy3(geom.size, 0, shape.size, 0);
}

/** Puts a shape back where it was. */
function restorePose(shape: ConvexShape, geom: Geom): void {
  copy3(shape.pos, 0, geom.pos, 0);
  copy9(shape.mat, 0, geom.mat, 0);
}

/** Does a shape have faces that can carry several contacts at once? */
function hasFaces(shape: ConvexShape): boolean {
  const type = shape.type;
  return type === SHAPE_BOX || type === SHAPE_MESH || type === SHAPE_CYLINDER;
}

/** Is a shape so round that it touches another in one point only? */
function isRound(shape: ConvexShape): boolean {
  return shape.type === SHAPE_ELLIPSOID || shape.type === SHAPE_SPHERE;
}

/** Turns a shape about the point at origin[q] by `rot`. */
function turnShape(shape: ConvexShape, origin: F64, q: i32, rot: F64): void {
  mulMatMat3(turned, 0, rot, 0, shape.mat, 0);
  copy9(shape.mat, 0, turned, 0);
  sub3(arm, 0, origin, q, shape.pos, 0);
  mulMatVec3(moved, 0, rot, 0, arm, 0);
  subFrom3(moved, 0, arm, 0);
  subFrom3(shape.pos, 0, moved, 0);
}

/** Is the last contact farther than `radius` from those between `first` and it? */
function isDistinct(contacts: Contacts, first: i32, radius: f64): boolean {
  const last = contacts.count - 1;
  for (let k = first; k < last; k++) if (dist3(contacts.pos, 3 * k, contacts.pos, 3 * last) <= radius) return false;
  return true;
}

/**
 * Up to four more contacts next to the last one: both shapes are turned by a small angle, opposite ways, about each of its tangents. New contacts
 * get the depth of the first.
 */
function addPerturbed(a: ConvexShape, b: ConvexShape, options: CcdOptions, margin: f64, contacts: Contacts): void {
  const first = contacts.count - 1;
  const radius = SAME_CONTACT * min(a.radius, b.radius);
  copy3(frame, 0, contacts.normal, 3 * first);
  zero3(frame, 3);
  makeFrame(frame, 0);
  copyPose(poseA, a);
  copyPose(poseB, b);
  for (let turn = 0; turn < 4; turn++) {
    axisAngle2Quat(quat, 0, frame, turn < 2 ? 3 : 6, turn % 2 === 0 ? -PERTURBATION : PERTURBATION);
    quat2Mat(rotation, 0, quat, 0);
    transpose3(inverse, 0, rotation, 0);
    turnShape(a, contacts.pos, 3 * first, rotation);
    turnShape(b, contacts.pos, 3 * first, inverse);
    const found = firstContact(a, b, options, margin, contacts);
    if (found > 0 && isDistinct(contacts, first, radius)) contacts.dist[contacts.count - 1] = contacts.dist[first];
    else contacts.count -= found;
    restorePose(a, poseA);
    restorePose(b, poseB);
  }
}

/**
 * Contacts of two convex shapes, a before b in type order, both set with `margin`: up to four by face contacts, else up to five by perturbation
 * where several are wanted, else one.
 */
export function convexContacts(
  a: ConvexShape,
  b: ConvexShape,
  options: CcdOptions,
  margin: f64,
  contacts: Contacts,
): void {
  if (!options.portal && options.multi && !(margin > 0) && hasFaces(a) && hasFaces(b)) {
    penetration(a, b, options, margin, FACE_CONTACTS, search, contacts);
    return;
  }
  if (options.portal) {
    copyPose(poseA, a);
    copyPose(poseB, b);
  }
  const n = firstContact(a, b, options, margin, contacts);
  if (n > 0 && options.multi && !isRound(a) && !isRound(b)) addPerturbed(a, b, options, margin, contacts);
}

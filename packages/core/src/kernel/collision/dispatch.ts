import type { f64, i32 } from '../dialect.ts';
import type { Contacts } from '../geometry/contact.ts';
import { CcdOptions } from '../geometry/convex/ccd-options.ts';
import { convexContacts } from '../geometry/convex/convex-contacts.ts';
import { ConvexShape } from '../geometry/convex/convex-shape.ts';
import { Geom } from '../geometry/geom.ts';
import { boxBox } from '../geometry/pairs/box-box.ts';
import { capsuleBox } from '../geometry/pairs/capsule-box.ts';
import { capsuleCapsule } from '../geometry/pairs/capsule-capsule.ts';
import { planeBox } from '../geometry/pairs/plane-box.ts';
import { planeCapsule } from '../geometry/pairs/plane-capsule.ts';
import { planeConvex } from '../geometry/pairs/plane-convex.ts';
import { planeCylinder } from '../geometry/pairs/plane-cylinder.ts';
import { planeSphere } from '../geometry/pairs/plane-sphere.ts';
import { sphereBox } from '../geometry/pairs/sphere-box.ts';
import { sphereCapsule } from '../geometry/pairs/sphere-capsule.ts';
import { sphereCylinder } from '../geometry/pairs/sphere-cylinder.ts';
import { sphereSphere } from '../geometry/pairs/sphere-sphere.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CALLBACK_COLLISION,
  GEOM_BOX,
  GEOM_CAPSULE,
  GEOM_CYLINDER,
  GEOM_HFIELD,
  GEOM_PLANE,
  GEOM_SDF,
  GEOM_SPHERE,
} from '../model/constants.ts';
import { setCcdOptions } from './ccd-options.ts';
import { setGeom, setGeomShape } from './geom-shape.ts';
import { hfieldContacts } from './hfield.ts';
import { boxesMeet } from './oriented-box.ts';
import { sdfContacts } from './sdf.ts';
import { hasTriangles, soupContacts } from './soup.ts';
import { userContacts } from './user-contacts.ts';

const geomA = new Geom();
const geomB = new Geom();
const shapeA = new ConvexShape();
const shapeB = new ConvexShape();
const options = new CcdOptions();

/** Sets `geomA` and `geomB`. */
function setPair(m: Model, d: Data, g1: i32, g2: i32): void {
  setGeom(m, d, geomA, g1);
  setGeom(m, d, geomB, g2);
}

/** Contacts of a plane g1 with geom g2. */
function planeContacts(m: Model, d: Data, g1: i32, g2: i32, margin: f64, contacts: Contacts): void {
  const type = m.geom_type[g2];
  if (type === GEOM_PLANE || type === GEOM_HFIELD) return;
  setPair(m, d, g1, g2);
  switch (type) {
    case GEOM_SPHERE:
      planeSphere(geomA, geomB, margin, contacts);
      break;
    case GEOM_CAPSULE:
      planeCapsule(geomA, geomB, margin, contacts);
      break;
    case GEOM_CYLINDER:
      planeCylinder(geomA, geomB, margin, contacts);
      break;
    case GEOM_BOX:
      planeBox(geomA, geomB, margin, contacts);
      break;
    default:
      setGeomShape(m, d, shapeB, g2, 0);
      planeConvex(geomA, shapeB, margin, contacts);
      break;
  }
}

/** Contacts of two convex geoms, or of triangles of a mesh, without a closed form. */
function searchedContacts(m: Model, d: Data, g1: i32, g2: i32, margin: f64, contacts: Contacts): void {
  if (hasTriangles(m, g2)) {
    soupContacts(m, d, g1, g2, margin, contacts);
    return;
  }
  setCcdOptions(m, options, 0);
  setGeomShape(m, d, shapeA, g1, margin);
  setGeomShape(m, d, shapeB, g2, margin);
  convexContacts(shapeA, shapeB, options, margin, contacts);
}

/** Whether the contacts of two types, lower one first, have a closed form; planes apart, which have one with everything. */
export function hasClosedForm(type1: i32, type2: i32): boolean {
  if (type1 === GEOM_SPHERE)
    return type2 === GEOM_SPHERE || type2 === GEOM_CAPSULE || type2 === GEOM_CYLINDER || type2 === GEOM_BOX;
  if (type1 === GEOM_CAPSULE) return type2 === GEOM_CAPSULE || type2 === GEOM_BOX;
  return type1 === GEOM_BOX && type2 === GEOM_BOX;
}

/** Contacts of two geoms by a closed form. */
function analyticContacts(m: Model, d: Data, g1: i32, g2: i32, margin: f64, contacts: Contacts): void {
  const type1 = m.geom_type[g1];
  const type2 = m.geom_type[g2];
  setPair(m, d, g1, g2);
  if (type1 === GEOM_BOX) boxBox(geomA, geomB, margin, contacts);
  else if (type1 === GEOM_CAPSULE && type2 === GEOM_BOX) capsuleBox(geomA, geomB, margin, contacts);
  else if (type1 === GEOM_CAPSULE) capsuleCapsule(geomA, geomB, margin, contacts);
  else if (type2 === GEOM_BOX) sphereBox(geomA, geomB, margin, contacts);
  else if (type2 === GEOM_CYLINDER) sphereCylinder(geomA, geomB, margin, contacts);
  else if (type2 === GEOM_CAPSULE) sphereCapsule(geomA, geomB, margin, contacts);
  else sphereSphere(geomA, geomB, margin, contacts);
}

/**
 * Contacts of two geoms in type order, within `margin`.
 *
 * @reads geom_xpos geom_xmat
 */
export function geomContacts(m: Model, d: Data, g1: i32, g2: i32, margin: f64, contacts: Contacts): void {
  const type1 = m.geom_type[g1];
  const type2 = m.geom_type[g2];
  contacts.count = 0;
  if ((m.callbackMask & CALLBACK_COLLISION) !== 0 && userContacts(m, d, g1, g2, margin, contacts)) return;
  if (type1 === GEOM_PLANE) {
    planeContacts(m, d, g1, g2, margin, contacts);
  } else if (type1 === GEOM_HFIELD) {
    hfieldContacts(m, d, g1, g2, margin, contacts);
  } else if (type2 === GEOM_SDF) {
    sdfContacts(m, d, g1, g2, contacts);
  } else if (hasClosedForm(type1, type2)) {
    analyticContacts(m, d, g1, g2, margin, contacts);
  } else if (boxesMeet(m, d, g1, g2, margin)) {
    searchedContacts(m, d, g1, g2, margin, contacts);
  }
}

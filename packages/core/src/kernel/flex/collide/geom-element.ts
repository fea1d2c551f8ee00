import { setCcdOptions } from '../../collision/ccd-options.ts';
import { setGeom, setGeomShape, setHeightField } from '../../collision/geom-shape.ts';
import type { f64, i32 } from '../../dialect.ts';
import { Contacts, turnNormals } from '../../geometry/contact.ts';
import { CcdOptions } from '../../geometry/convex/ccd-options.ts';
import { oneContact } from '../../geometry/convex/convex-contacts.ts';
import { ConvexShape } from '../../geometry/convex/convex-shape.ts';
import { smoothNormal } from '../../geometry/convex/smooth-normal.ts';
import { Geom } from '../../geometry/geom.ts';
import { HeightField } from '../../geometry/height-field.ts';
import { hfieldConvex } from '../../geometry/hfield.ts';
import { Ball, ballOf } from '../../geometry/pairs/ball.ts';
import { boxTriangle } from '../../geometry/pairs/box-triangle.ts';
import { capsuleBox } from '../../geometry/pairs/capsule-box.ts';
import { capsuleCapsule } from '../../geometry/pairs/capsule-capsule.ts';
import { capsuleTriangle } from '../../geometry/pairs/capsule-triangle.ts';
import { sphereCapsule } from '../../geometry/pairs/sphere-capsule.ts';
import { ballTriangle } from '../../geometry/pairs/sphere-triangle.ts';
import { Triangle } from '../../geometry/pairs/triangle.ts';
import type { Data, Model } from '../../model/classes.ts';
import { DSBL_MIDPHASE, GEOM_BOX, GEOM_CAPSULE, GEOM_HFIELD, GEOM_SPHERE } from '../../model/constants.ts';
import { isOnBody, setCapsule, setElementShape, setTriangle } from './element.ts';
import { FlexSides, keepFound, setSides } from './found.ts';
import { cubeMeetsBox, geomFlexMargin, geomFlexReach } from './margin.ts';

const contacts = new Contacts();
const sides = new FlexSides();
const geom = new Geom();
const segment = new Geom(); // the element of a line
const ball = new Ball();
const triangle = new Triangle();
const shape = new ConvexShape();
const element = new ConvexShape();
const field = new HeightField();
const options = new CcdOptions();

/** Contacts of geom g with an element of a line by a closed form; false where there is none. */
function lineContacts(m: Model, d: Data, g: i32, f: i32, e: i32, reach: f64): boolean {
  const type = m.geom_type[g];
  if (type !== GEOM_SPHERE && type !== GEOM_CAPSULE && type !== GEOM_BOX) return false;
  setGeom(m, d, geom, g);
  setCapsule(m, d, segment, f, e);
  if (type === GEOM_SPHERE) sphereCapsule(geom, segment, reach, contacts);
  else if (type === GEOM_CAPSULE) capsuleCapsule(geom, segment, reach, contacts);
  else {
    capsuleBox(segment, geom, reach, contacts);
    turnNormals(contacts, 0);
  }
  return true;
}

/** Contacts of geom g with an element of a surface by a closed form; false where there is none. */
function triangleContacts(m: Model, d: Data, g: i32, f: i32, e: i32, reach: f64): boolean {
  const type = m.geom_type[g];
  if (type !== GEOM_SPHERE && type !== GEOM_CAPSULE && type !== GEOM_BOX) return false;
  setGeom(m, d, geom, g);
  setTriangle(m, d, triangle, f, e);
  if (type === GEOM_SPHERE) {
    ballOf(ball, geom);
    ballTriangle(ball, triangle, reach, contacts);
  } else if (type === GEOM_CAPSULE) capsuleTriangle(geom, triangle, reach, contacts);
  else boxTriangle(geom, triangle, reach, contacts);
  return true;
}

/** The contact of geom g with an element as convex shapes; a surface is as smooth as the geom. */
function convexContact(m: Model, d: Data, g: i32, f: i32, e: i32, reach: f64): void {
  setGeomShape(m, d, shape, g, reach);
  setElementShape(m, d, element, f, e, reach);
  setCcdOptions(m, options, 0);
  const n = oneContact(shape, element, options, reach, contacts);
  if (n === 0 || options.portal || m.flex_dim[f] !== 2) return;
  setGeom(m, d, geom, g);
  segment.type = element.type;
  smoothNormal(contacts, 0, geom, segment);
}

/** Contacts of geom g with an element, within `reach`. */
function elementContacts(m: Model, d: Data, g: i32, f: i32, e: i32, reach: f64): void {
  contacts.count = 0;
  if (m.geom_type[g] === GEOM_HFIELD) {
    setHeightField(m, d, field, g);
    setElementShape(m, d, element, f, e, 0);
    setCcdOptions(m, options, 0);
    hfieldConvex(field, element, options, reach, contacts);
    return;
  }
  if (m.flex_dim[f] === 1 && lineContacts(m, d, g, f, e, reach)) return;
  if (m.flex_dim[f] === 2 && triangleContacts(m, d, g, f, e, reach)) return;
  convexContact(m, d, g, f, e, reach);
}

/**
 * Contacts of geom g with element e of flex f, unless it has a vertex on the geom's body.
 *
 * @reads geom_xpos geom_xmat flexvert_xpos flexelem_aabb
 */
export function collideGeomElement(m: Model, d: Data, g: i32, f: i32, e: i32): void {
  const reach = geomFlexReach(m, g, f);
  const box = 6 * (m.flex_elemadr[f] + e);
  if ((m.opt_disableflags & DSBL_MIDPHASE) !== 0) {
    if (!cubeMeetsBox(d.geom_xpos, 3 * g, m.geom_rbound[g] + reach, d.flexelem_aabb, box)) return;
  }
  if (isOnBody(m, f, e, m.geom_bodyid[g])) return;
  elementContacts(m, d, g, f, e, reach);
  if (contacts.count === 0) return;
  setSides(sides, g, -1, f, geomFlexMargin(m, g, f));
  sides.elem2 = e;
  keepFound(m, d, contacts, sides);
}

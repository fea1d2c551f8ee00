// @cold

import { setCcdOptions } from '../collision/ccd-options.ts';
import { geomContacts, hasClosedForm } from '../collision/dispatch.ts';
import { setGeomShape } from '../collision/geom-shape.ts';
import type { F64, f64, i32 } from '../dialect.ts';
import { Contacts } from '../geometry/contact.ts';
import { CcdOptions } from '../geometry/convex/ccd-options.ts';
import { convexDistance } from '../geometry/convex/convex-distance.ts';
import { ConvexShape } from '../geometry/convex/convex-shape.ts';
import { GjkResult } from '../geometry/convex/gjk.ts';
import { Witnesses } from '../geometry/convex/multicontact.ts';
import { zero } from '../math/linear/dense.ts';
import { addScl3, copy3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_NATIVECCD, GEOM_BOX, GEOM_HFIELD, GEOM_PLANE, GEOM_SDF } from '../model/constants.ts';

const shapeA = new ConvexShape();
const shapeB = new ConvexShape();
const options = new CcdOptions();
const search = new GjkResult();
const witnesses = new Witnesses();
const contacts = new Contacts();

/** Whether the distance of two types, lower one first, comes from GJK rather than from a closed form. */
function isConvexPair(type1: i32, type2: i32): boolean {
  if (type1 === GEOM_PLANE || type1 === GEOM_HFIELD || type2 === GEOM_SDF) return false;
  return type1 === GEOM_BOX || !hasClosedForm(type1, type2);
}

/** Distance of two convex geoms, and the segment that realises it in `fromto`. */
function convexPairDistance(m: Model, d: Data, g1: i32, g2: i32, distmax: f64, fromto: F64, f: i32): f64 {
  setGeomShape(m, d, shapeA, g1, 0);
  setGeomShape(m, d, shapeB, g2, 0);
  setCcdOptions(m, options, distmax);
  const dist = convexDistance(shapeA, shapeB, options, 1, search, witnesses);
  if (witnesses.count > 0) {
    copy3(fromto, f, witnesses.onA, 0);
    copy3(fromto, f + 3, witnesses.onB, 0);
  }
  return dist < distmax ? dist : distmax;
}

/**
 * Signed distance of two geoms, at most `distmax`; `fromto` gets the nearest points on both (zero if there is none).
 *
 * @reads geom_xpos geom_xmat
 * @see mj_geomDistance
 */
export function geomDistance(m: Model, d: Data, geom1: i32, geom2: i32, distmax: f64, fromto: F64, f: i32): f64 {
  zero(fromto, f, 6);
  const flip = m.geom_type[geom1] > m.geom_type[geom2];
  const g1 = flip ? geom2 : geom1;
  const g2 = flip ? geom1 : geom2;
  const native = (m.opt_disableflags & DSBL_NATIVECCD) === 0;
  if (native && isConvexPair(m.geom_type[g1], m.geom_type[g2]))
    return convexPairDistance(m, d, geom1, geom2, distmax, fromto, f);

  // the nearest of the pair's contacts
  geomContacts(m, d, g1, g2, distmax, contacts);
  let dist = distmax;
  let nearest = -1;
  for (let k = 0; k < contacts.count; k++) {
    if (contacts.dist[k] < dist) {
      dist = contacts.dist[k];
      nearest = 3 * k;
    }
  }
  if (nearest < 0) return dist;
  const half: f64 = flip ? -0.5 * dist : 0.5 * dist;
  addScl3(fromto, f, contacts.pos, nearest, contacts.normal, nearest, -half);
  addScl3(fromto, f + 3, contacts.pos, nearest, contacts.normal, nearest, half);
  return dist;
}

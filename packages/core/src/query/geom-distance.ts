import { geomContacts, pairContacts } from '../collision/dispatch.ts';
import { setGeomShape } from '../collision/geom-shape.ts';
import type { F64, f64, i32 } from '../dialect.ts';
import { CONTACT_STRIDE } from '../geometry/contact.ts';
import { convexDistance } from '../geometry/convex.ts';
import { shapeA, shapeB } from '../geometry/convex-shape.ts';
import { NWITNESS, status, witnessA, witnessB } from '../geometry/minkowski.ts';
import { zero } from '../math/dense.ts';
import { addScl3, copy3 } from '../math/vec3.ts';
import {
  DSBL_NATIVECCD,
  GEOM_BOX,
  GEOM_CAPSULE,
  GEOM_CYLINDER,
  GEOM_HFIELD,
  GEOM_PLANE,
  GEOM_SDF,
  GEOM_SPHERE,
} from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';

/** Whether the distance of two types, lower one first, comes from GJK rather than from a closed form. */
function isConvexPair(type1: i32, type2: i32): boolean {
  if (type1 === GEOM_PLANE || type1 === GEOM_HFIELD || type2 === GEOM_SDF) return false;
  if (type1 === GEOM_SPHERE)
    return type2 !== GEOM_SPHERE && type2 !== GEOM_CAPSULE && type2 !== GEOM_CYLINDER && type2 !== GEOM_BOX;
  if (type1 === GEOM_CAPSULE) return type2 !== GEOM_CAPSULE && type2 !== GEOM_BOX;
  return true;
}

/** Distance of two convex geoms, and the segment that realises it in `fromto`. */
function convexPairDistance(m: Model, d: Data, g1: i32, g2: i32, distmax: f64, fromto: F64, f: i32): f64 {
  setGeomShape(m, d, shapeA, g1, 0);
  setGeomShape(m, d, shapeB, g2, 0);
  const dist = convexDistance(distmax, 1, m.opt_ccd_tolerance, m.opt_ccd_iterations);
  if (status[NWITNESS] > 0) {
    copy3(fromto, f, witnessA, 0);
    copy3(fromto, f + 3, witnessB, 0);
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
  const count = geomContacts(m, d, g1, g2, distmax);
  let dist = distmax;
  let nearest = -1;
  for (let k = 0; k < count; k++) {
    if (pairContacts[k * CONTACT_STRIDE] < dist) {
      dist = pairContacts[k * CONTACT_STRIDE];
      nearest = k * CONTACT_STRIDE;
    }
  }
  if (nearest < 0) return dist;
  const half: f64 = flip ? -0.5 * dist : 0.5 * dist;
  addScl3(fromto, f, pairContacts, nearest + 1, pairContacts, nearest + 4, -half);
  addScl3(fromto, f + 3, pairContacts, nearest + 1, pairContacts, nearest + 4, half);
  return dist;
}

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { CONTACT_STRIDE, MAX_PAIR_CONTACTS } from '../geometry/contact.ts';
import { convexContacts, portalContacts } from '../geometry/convex.ts';
import { shapeA, shapeB } from '../geometry/convex-shape.ts';
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
import {
  DSBL_MULTICCD,
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
import { setGeomShape } from './geom-shape.ts';
import { hfieldContacts } from './hfield.ts';
import { boxesMeet } from './oriented-box.ts';
import { sdfContacts } from './sdf.ts';
import { hasTriangles, soupContacts } from './soup.ts';

/** Contact rows of the pair that was tested last. */
export const pairContacts = scratchF64(MAX_PAIR_CONTACTS * CONTACT_STRIDE);

/** Contacts of a plane g1 with geom g2. */
function planeContacts(m: Model, d: Data, out: F64, g1: i32, g2: i32, margin: f64): i32 {
  const xpos = d.geom_xpos;
  const xmat = d.geom_xmat;
  const size = m.geom_size;
  const p1 = 3 * g1;
  const m1 = 9 * g1;
  const p2 = 3 * g2;
  const m2 = 9 * g2;
  switch (m.geom_type[g2]) {
    case GEOM_SPHERE:
      return planeSphere(out, 0, xpos, p1, xmat, m1, size, p1, xpos, p2, xmat, m2, size, p2, margin);
    case GEOM_CAPSULE:
      return planeCapsule(out, 0, xpos, p1, xmat, m1, size, p1, xpos, p2, xmat, m2, size, p2, margin);
    case GEOM_CYLINDER:
      return planeCylinder(out, 0, xpos, p1, xmat, m1, size, p1, xpos, p2, xmat, m2, size, p2, margin);
    case GEOM_BOX:
      return planeBox(out, 0, xpos, p1, xmat, m1, size, p1, xpos, p2, xmat, m2, size, p2, margin);
    case GEOM_PLANE:
    case GEOM_HFIELD:
      return 0;
    default:
      setGeomShape(m, d, shapeB, g2, 0);
      return planeConvex(out, 0, xpos, p1, xmat, m1, margin);
  }
}

/** Contacts of two geoms by a closed form, or -1 where there is none. */
function analyticContacts(m: Model, d: Data, out: F64, g1: i32, g2: i32, margin: f64): i32 {
  const xpos = d.geom_xpos;
  const xmat = d.geom_xmat;
  const size = m.geom_size;
  const type2 = m.geom_type[g2];
  const p1 = 3 * g1;
  const m1 = 9 * g1;
  const p2 = 3 * g2;
  const m2 = 9 * g2;
  switch (m.geom_type[g1]) {
    case GEOM_SPHERE:
      switch (type2) {
        case GEOM_SPHERE:
          return sphereSphere(out, 0, xpos, p1, xmat, m1, size, p1, xpos, p2, xmat, m2, size, p2, margin);
        case GEOM_CAPSULE:
          return sphereCapsule(out, 0, xpos, p1, xmat, m1, size, p1, xpos, p2, xmat, m2, size, p2, margin);
        case GEOM_CYLINDER:
          return sphereCylinder(out, 0, xpos, p1, xmat, m1, size, p1, xpos, p2, xmat, m2, size, p2, margin);
        case GEOM_BOX:
          return sphereBox(out, 0, xpos, p1, xmat, m1, size, p1, xpos, p2, xmat, m2, size, p2, margin);
        default:
          return -1;
      }
    case GEOM_CAPSULE:
      if (type2 === GEOM_CAPSULE)
        return capsuleCapsule(out, 0, xpos, p1, xmat, m1, size, p1, xpos, p2, xmat, m2, size, p2, margin);
      if (type2 === GEOM_BOX)
        return capsuleBox(out, 0, xpos, p1, xmat, m1, size, p1, xpos, p2, xmat, m2, size, p2, margin);
      return -1;
    case GEOM_BOX:
      if (type2 === GEOM_BOX) return boxBox(out, 0, xpos, p1, xmat, m1, size, p1, xpos, p2, xmat, m2, size, p2, margin);
      return -1;
    default:
      return -1;
  }
}

/**
 * Contacts of two geoms in type order, within `margin`, in `pairContacts`; returns their number.
 *
 * @reads geom_xpos geom_xmat
 */
export function geomContacts(m: Model, d: Data, g1: i32, g2: i32, margin: f64): i32 {
  const out = pairContacts;
  const type1 = m.geom_type[g1];
  if (type1 === GEOM_PLANE) return planeContacts(m, d, out, g1, g2, margin);
  if (m.geom_type[g2] === GEOM_SDF) return type1 === GEOM_HFIELD ? 0 : sdfContacts(m, d, out, g1, g2);
  if (type1 === GEOM_HFIELD) return hfieldContacts(m, d, out, g1, g2, margin);
  const count = analyticContacts(m, d, out, g1, g2, margin);
  if (count >= 0) return count;
  if (!boxesMeet(m, d, g1, g2, margin)) return 0;
  if (hasTriangles(m, g2)) return soupContacts(m, d, out, g1, g2, margin);
  setGeomShape(m, d, shapeA, g1, margin);
  setGeomShape(m, d, shapeB, g2, margin);
  const multi = (m.opt_disableflags & DSBL_MULTICCD) === 0;
  if ((m.opt_disableflags & DSBL_NATIVECCD) !== 0) {
    return portalContacts(
      out,
      0,
      m.geom_rbound[g1],
      m.geom_rbound[g2],
      margin,
      m.opt_ccd_tolerance,
      m.opt_ccd_iterations,
      multi,
    );
  }
  return convexContacts(
    out,
    0,
    m.geom_rbound[g1],
    m.geom_rbound[g2],
    margin,
    m.opt_ccd_tolerance,
    m.opt_ccd_iterations,
    multi,
  );
}

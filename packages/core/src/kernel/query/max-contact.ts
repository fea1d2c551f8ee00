// @cold

import type { i32 } from '../dialect.ts';
import type { Model } from '../model/classes.ts';
import {
  DSBL_MULTICCD,
  DSBL_NATIVECCD,
  GEOM_BOX,
  GEOM_CAPSULE,
  GEOM_CYLINDER,
  GEOM_ELLIPSOID,
  GEOM_HFIELD,
  GEOM_MESH,
  GEOM_PLANE,
  GEOM_SDF,
  GEOM_SPHERE,
  MAXCONPAIR,
} from '../model/constants.ts';

/** Most contacts of a plane with a geom of `type`. */
function planeContacts(type: i32): i32 {
  switch (type) {
    case GEOM_SPHERE:
    case GEOM_ELLIPSOID:
      return 1;
    case GEOM_CAPSULE:
      return 2;
    case GEOM_CYLINDER:
    case GEOM_BOX:
    case GEOM_MESH:
      return 4;
    default:
      return 0;
  }
}

/**
 * Most contacts that two geoms can have; `hasMargin` if contacts are made before they touch.
 *
 * @see mj_maxContact
 */
export function maxContact(m: Model, g1: i32, g2: i32, hasMargin: boolean): i32 {
  const swapped = m.geom_type[g1] > m.geom_type[g2];
  const low = swapped ? m.geom_type[g2] : m.geom_type[g1];
  const high = swapped ? m.geom_type[g1] : m.geom_type[g2];
  if (high === GEOM_SDF) return m.opt_sdf_initpoints;
  if (low === GEOM_HFIELD || high === GEOM_HFIELD) return low === GEOM_HFIELD && high > GEOM_HFIELD ? MAXCONPAIR : 0;
  if (low === GEOM_PLANE) return planeContacts(high);
  if (low === GEOM_SPHERE || low === GEOM_ELLIPSOID || high === GEOM_ELLIPSOID) return 1;
  if (low === GEOM_CAPSULE && high === GEOM_CAPSULE) return 2;
  if (low === GEOM_CAPSULE && high === GEOM_BOX) return 4;
  if (low === GEOM_BOX && high === GEOM_BOX) return 8;
  if ((m.opt_disableflags & DSBL_MULTICCD) !== 0) return 1;
  if (low === GEOM_CAPSULE || (m.opt_disableflags & DSBL_NATIVECCD) !== 0) return 5;
  return hasMargin ? 5 : 4;
}

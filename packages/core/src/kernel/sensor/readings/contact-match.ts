// @cold

import { contactBody } from '../../collision/contact-body.ts';
import type { i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
import { OBJ_BODY, OBJ_GEOM, OBJ_SITE, OBJ_UNKNOWN, OBJ_XBODY } from '../../model/constants.ts';
import { insideSite } from '../../query/inside-site.ts';

/** What a contact is to a sensor. */
export const NO_MATCH: i32 = 0;
export const MATCH: i32 = 1; // its normal is as the sensor reports it
export const MATCH_FLIPPED: i32 = -1; // its normal is reversed

/**
 * Whether one side of a contact, a geom of a body, is the object (type, id): a geom, a body, or the subtree below OBJ_XBODY. No object, and a
 * site, which is a condition on the place, fit anything.
 */
function fits(m: Model, body: i32, geom: i32, type: i32, id: i32): boolean {
  switch (type) {
    case OBJ_UNKNOWN:
    case OBJ_SITE:
      return true;
    case OBJ_GEOM:
      return geom === id;
    case OBJ_BODY:
      return body === id;
    case OBJ_XBODY: {
      let b = body;
      while (b > id) b = m.body_parentid[b];
      return b === id;
    }
    default:
      return false;
  }
}

/**
 * Whether contact `c` is one that contact sensor `s` asks for, and with which normal: from the sensor's first object to its second.
 *
 * @reads contact_pos contact_geom
 */
export function matchContact(m: Model, d: Data, s: i32, c: i32): i32 {
  const type1 = m.sensor_objtype[s];
  const type2 = m.sensor_reftype[s];
  const id1 = m.sensor_objid[s];
  const id2 = m.sensor_refid[s];
  if (type1 === OBJ_UNKNOWN && type2 === OBJ_UNKNOWN) return MATCH;
  if (type1 === OBJ_SITE && !insideSite(m, d, id1, d.contact_pos, 3 * c)) return NO_MATCH;

  const geomA = d.contact_geom[2 * c];
  const geomB = d.contact_geom[2 * c + 1];
  const bodyA = contactBody(m, d, c, 0);
  const bodyB = contactBody(m, d, c, 1);
  const firstA = fits(m, bodyA, geomA, type1, id1);
  const firstB = fits(m, bodyB, geomB, type1, id1);
  const secondA = fits(m, bodyA, geomA, type2, id2);
  const secondB = fits(m, bodyB, geomB, type2, id2);
  if (!(firstA || firstB) || !(secondA || secondB)) return NO_MATCH;

  // one object: the normal points away from the first, or to the second
  if (type2 === OBJ_UNKNOWN) return firstA ? MATCH : MATCH_FLIPPED;
  if (type1 === OBJ_UNKNOWN) return secondB ? MATCH : MATCH_FLIPPED;
  if (firstA && secondB) return MATCH;
  return firstB && secondA ? MATCH_FLIPPED : NO_MATCH;
}

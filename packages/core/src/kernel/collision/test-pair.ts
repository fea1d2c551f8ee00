import type { f64, i32 } from '../dialect.ts';
import { Contacts } from '../geometry/contact.ts';
import type { Data, Model } from '../model/classes.ts';
import { CALLBACK_CONTACTFILTER } from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import { appendContacts } from './append.ts';
import { geomContacts } from './dispatch.ts';
import { bitsMeet, pairGap, pairMargin, spheresMeet } from './filter.ts';

const contacts = new Contacts();

/** Whether two geoms may touch by their bits, or by the user's filter where there is one. */
export function geomsMeet(m: Model, d: Data, g1: i32, g2: i32): boolean {
  if ((m.callbackMask & CALLBACK_CONTACTFILTER) !== 0)
    return hostCallback(CALLBACK_CONTACTFILTER, m, d, g1 * m.ngeom + g2) === 0;
  return bitsMeet(m.geom_contype[g1], m.geom_conaffinity[g1], m.geom_contype[g2], m.geom_conaffinity[g2]);
}

/** Tests geoms g1 and g2, in type order, whose bounding spheres are within `reach`, and appends their contacts. */
export function collidePair(m: Model, d: Data, g1: i32, g2: i32, pair: i32, margin: f64, reach: f64): void {
  geomContacts(m, d, g1, g2, reach, contacts);
  if (contacts.count > 0) appendContacts(m, d, contacts, g1, g2, pair, margin);
}

/** Tests geoms g1 and g2, in type order, and appends their contacts; `pair` is the explicit pair or -1. */
export function testPair(m: Model, d: Data, g1: i32, g2: i32, pair: i32): void {
  const margin = pairMargin(m, g1, g2, pair);
  const reach = margin + pairGap(m, g1, g2, pair);
  if (spheresMeet(m, d, g1, g2, reach)) collidePair(m, d, g1, g2, pair, margin, reach);
}

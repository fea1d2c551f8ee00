import { type f64, type i32, toInt } from '../dialect.ts';
import { addContact, type Contacts, MAX_PAIR_CONTACTS } from '../geometry/contact.ts';
import { minI } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { CALLBACK_COLLISION, CALLBACK_CONTACT } from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';

/** Numbers of a contact that the host tells: distance, position, normal. */
const NUMBERS: i32 = 7;

/** Number `k` of contact `c` that the host holds. */
function told(m: Model, d: Data, c: i32, k: i32): f64 {
  return hostCallback(CALLBACK_CONTACT, m, d, NUMBERS * c + k);
}

/** Contacts within `margin` that the user's function finds for two geoms in type order; false if it leaves them to the engine. */
export function userContacts(m: Model, d: Data, g1: i32, g2: i32, margin: f64, contacts: Contacts): boolean {
  const n = toInt(hostCallback(CALLBACK_COLLISION, m, d, g1 * m.ngeom + g2));
  if (n < 0) return false;
  for (let c = 0; c < minI(n, MAX_PAIR_CONTACTS); c++) {
    const dist = told(m, d, c, 0);
    if (dist > margin) continue;
    const x = told(m, d, c, 1);
    const y = told(m, d, c, 2);
    const z = told(m, d, c, 3);
    addContact(contacts, dist, x, y, z, told(m, d, c, 4), told(m, d, c, 5), told(m, d, c, 6));
  }
  return true;
}

// @cold

import type { i32 } from '../dialect.ts';
import { COUNT_NCON, type Data, type Model } from '../model/classes.ts';
import { reserve } from '../model/reserve.ts';

/**
 * Makes room for one more contact and returns its number; whoever calls sets its fields.
 *
 * @writes ncon
 */
export function addContact(m: Model, d: Data): i32 {
  const c = d.ncon;
  reserve(m, d, COUNT_NCON, c + 1);
  d.ncon = c + 1;
  return c;
}

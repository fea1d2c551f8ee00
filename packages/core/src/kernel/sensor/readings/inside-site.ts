// @cold

import type { F64, i32 } from '../../dialect.ts';
import { MINVAL } from '../../math/scalar.ts';
import type { Data, Model } from '../../model/classes.ts';
import { OBJ_BODY } from '../../model/constants.ts';
import { insideSite } from '../../query/inside-site.ts';
import { objectOrigins } from '../object-frame.ts';

/**
 * res = 1 if the sensor's object is in the volume of its site, else 0. A massless body is where the mass of its subtree is.
 *
 * @reads subtree_com
 */
export function insideSiteSensor(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const type = m.sensor_objtype[s];
  const id = m.sensor_objid[s];
  const light = type === OBJ_BODY && id > 0 && m.body_mass[id] < MINVAL && m.body_subtreemass[id] >= MINVAL;
  const origins = light ? d.subtree_com : objectOrigins(d, type);
  res[r] = insideSite(m, d, m.sensor_refid[s], origins, 3 * id) ? 1.0 : 0.0;
}

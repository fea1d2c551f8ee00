// @cold

import type { i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';

/**
 * The body on one side (0 or 1) of a contact; a flex is stood for by the body of the vertex, or of the first of the element or cage.
 *
 * @reads contact_geom contact_flex contact_elem contact_vert
 */
export function contactBody(m: Model, d: Data, c: i32, side: i32): i32 {
  const geom = d.contact_geom[2 * c + side];
  if (geom >= 0) return m.geom_bodyid[geom];
  const flex = d.contact_flex[2 * c + side];
  const vertex = d.contact_vert[2 * c + side];
  const element = d.contact_elem[2 * c + side];
  const first = m.flex_vertadr[flex];
  if (m.flex_interp[flex] === 0 && vertex >= 0) return m.flex_vertbodyid[first + vertex];
  if (m.flex_interp[flex] === 0 && element >= 0)
    return m.flex_vertbodyid[first + m.flex_elem[m.flex_elemdataadr[flex] + element * (m.flex_dim[flex] + 1)]];
  return m.flex_nodebodyid[m.flex_nodeadr[flex]];
}

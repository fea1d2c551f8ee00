// @cold

import { type F64, type i32, scratchF64 } from '../../dialect.ts';
import { transformSpatial } from '../../math/spatial.ts';
import { copy3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { needAccelerations } from '../on-demand.ts';

const wrench = scratchF64(6); // torque first

/**
 * res (3) = torque (`part` 0) or force (`part` 3) between the site's body and its parent, at the site and in its axes.
 *
 * @reads cfrc_int site_xpos site_xmat subtree_com
 */
export function interaction(m: Model, d: Data, s: i32, res: F64, r: i32, part: i32): void {
  needAccelerations(m, d);
  const site = m.sensor_objid[s];
  const b = m.site_bodyid[site];
  const com = 3 * m.body_rootid[b];
  transformSpatial(
    wrench,
    0,
    d.cfrc_int,
    6 * b,
    true,
    d.site_xpos,
    3 * site,
    d.subtree_com,
    com,
    d.site_xmat,
    9 * site,
  );
  copy3(res, r, wrench, part);
}

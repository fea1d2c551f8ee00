// @cold

import { contactBody } from '../../collision/contact-body.ts';
import { contactForce } from '../../constraint/contact-force.ts';
import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { Geom } from '../../geometry/geom.ts';
import { rayPrimitive } from '../../geometry/ray/primitive.ts';
import { Ray, RayHit } from '../../geometry/ray/ray.ts';
import { copy3, normalize3, scl3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { GEOM_PLANE } from '../../model/constants.ts';
import { setSite } from '../../query/inside-site.ts';

const force = scratchF64(6); // of the contact, in its frame
const direction = scratchF64(3); // of the normal force on the other body
const volume = new Geom(); // of the site
const beam = new Ray();
const hit = new RayHit();

/**
 * res = sum of the normal forces of the contacts of the site's body whose ray along the normal meets the volume of the site.
 *
 * @reads ncon contact_efc_address contact_frame
 */
export function touch(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const site = m.sensor_objid[s];
  const body = m.site_bodyid[site];
  let sum: f64 = 0;
  for (let c = 0; c < d.ncon; c++) {
    const second = contactBody(m, d, c, 1) === body;
    if (d.contact_efc_address[c] < 0 || (!second && contactBody(m, d, c, 0) !== body)) continue;
    contactForce(m, d, c, force, 0);
    if (force[0] <= 0) continue;
    scl3(direction, 0, d.contact_frame, 9 * c, force[0]);
    normalize3(direction, 0);
    if (second) scl3(direction, 0, direction, 0, -1);
    if (meetsSite(m, d, site, c)) sum += force[0];
  }
  res[r] = sum;
}

/**
 * Whether the ray from contact `c` along `direction` meets the volume of a primitive site.
 *
 * @reads contact_pos
 */
function meetsSite(m: Model, d: Data, site: i32, c: i32): boolean {
  setSite(m, d, volume, site);
  if (volume.type === GEOM_PLANE) return false;
  copy3(beam.pnt, 0, d.contact_pos, 3 * c);
  copy3(beam.vec, 0, direction, 0);
  rayPrimitive(volume, beam, hit);
  return hit.dist >= 0;
}

import { contactForce } from '../../constraint/contact-force.ts';
import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { rayBox } from '../../geometry/ray/box.ts';
import { rayCapsule } from '../../geometry/ray/capsule.ts';
import { rayCylinder } from '../../geometry/ray/cylinder.ts';
import { rayEllipsoid } from '../../geometry/ray/ellipsoid.ts';
import { raySphere } from '../../geometry/ray/sphere.ts';
import { normalize3, scl3 } from '../../math/vec3.ts';
import { GEOM_BOX, GEOM_CAPSULE, GEOM_CYLINDER, GEOM_ELLIPSOID, GEOM_SPHERE } from '../../model/constants.ts';
import type { Data, Model } from '../../model/kernel.ts';
import { contactBody } from './contact-body.ts';

const force = scratchF64(6); // of the contact, in its frame
const direction = scratchF64(3); // of the normal force on the other body
const surface = scratchF64(3); // normal where the ray meets the site

/**
 * res = sum of the normal forces of the contacts of the site's body whose ray along the normal meets the volume of the site.
 *
 * @reads ncon contact_efc_address contact_frame
 */
export function touch(m: Model, d: Data, site: i32, res: F64, r: i32): void {
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
    if (siteRay(m, d, site, c) >= 0) sum += force[0];
  }
  res[r] = sum;
}

/**
 * Distance from contact `c` along `direction` to the volume of a primitive site, or -1.
 *
 * @reads contact_pos site_xpos site_xmat
 */
function siteRay(m: Model, d: Data, site: i32, c: i32): f64 {
  const pos = d.site_xpos;
  const mat = d.site_xmat;
  const p = 3 * site;
  const a = 9 * site;
  switch (m.site_type[site]) {
    case GEOM_SPHERE:
      return raySphere(surface, 0, pos, p, mat, a, m.site_size, p, d.contact_pos, 3 * c, direction, 0);
    case GEOM_CAPSULE:
      return rayCapsule(surface, 0, pos, p, mat, a, m.site_size, p, d.contact_pos, 3 * c, direction, 0);
    case GEOM_ELLIPSOID:
      return rayEllipsoid(surface, 0, pos, p, mat, a, m.site_size, p, d.contact_pos, 3 * c, direction, 0);
    case GEOM_CYLINDER:
      return rayCylinder(surface, 0, pos, p, mat, a, m.site_size, p, d.contact_pos, 3 * c, direction, 0);
    case GEOM_BOX:
      return rayBox(surface, 0, pos, p, mat, a, m.site_size, p, d.contact_pos, 3 * c, direction, 0);
    default:
      return -1;
  }
}

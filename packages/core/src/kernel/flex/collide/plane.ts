import { type i32, scratchF64 } from '../../dialect.ts';
import { addContact, Contacts } from '../../geometry/contact.ts';
import { dot3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { FlexSides, keepFound, setSides } from './found.ts';
import { geomFlexMargin, geomFlexReach } from './margin.ts';

const contacts = new Contacts();
const sides = new FlexSides();
const normal = scratchF64(3);
const offset = scratchF64(3);

/**
 * Contacts of a plane with the vertices of a flex, each a ball of the flex's radius.
 *
 * @reads geom_xpos geom_xmat flexvert_xpos
 */
export function collidePlaneFlex(m: Model, d: Data, g: i32, f: i32): void {
  const radius = m.flex_radius[f];
  const reach = geomFlexReach(m, g, f) + radius;
  const xpos = d.flexvert_xpos;
  for (let k = 0; k < 3; k++) normal[k] = d.geom_xmat[9 * g + 3 * k + 2];
  setSides(sides, g, -1, f, geomFlexMargin(m, g, f));
  for (let v = 0; v < m.flex_vertnum[f]; v++) {
    const at = 3 * (m.flex_vertadr[f] + v);
    sub3(offset, 0, xpos, at, d.geom_xpos, 3 * g);
    const height = dot3(offset, 0, normal, 0);
    if (height > reach) continue;
    const dist = height - radius;
    const t = -dist * 0.5 - radius;
    const x = xpos[at] + normal[0] * t;
    const y = xpos[at + 1] + normal[1] * t;
    const z = xpos[at + 2] + normal[2] * t;
    contacts.count = 0;
    addContact(contacts, dist, x, y, z, normal[0], normal[1], normal[2]);
    sides.vert2 = v;
    keepFound(m, d, contacts, sides);
  }
}

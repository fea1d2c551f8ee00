import { setCcdOptions } from '../../collision/ccd-options.ts';
import type { f64, i32 } from '../../dialect.ts';
import { Contacts } from '../../geometry/contact.ts';
import { CcdOptions } from '../../geometry/convex/ccd-options.ts';
import { oneContact } from '../../geometry/convex/convex-contacts.ts';
import { ConvexShape } from '../../geometry/convex/convex-shape.ts';
import { Geom } from '../../geometry/geom.ts';
import { capsuleCapsule } from '../../geometry/pairs/capsule-capsule.ts';
import type { Data, Model } from '../../model/classes.ts';
import { elementVertex, isOnBody, setCapsule, setElementShape } from './element.ts';
import { FlexSides, keepFound, setSides } from './found.ts';
import { alignedBoxesMeet, flexMargin } from './margin.ts';

const contacts = new Contacts();
const sides = new FlexSides();
const segmentA = new Geom();
const segmentB = new Geom();
const shapeA = new ConvexShape();
const shapeB = new ConvexShape();
const options = new CcdOptions();

/** Whether two elements have vertices on the same body. */
function shareBody(m: Model, f1: i32, e1: i32, f2: i32, e2: i32): boolean {
  for (let k = 0; k <= m.flex_dim[f1]; k++)
    if (isOnBody(m, f2, e2, m.flex_vertbodyid[elementVertex(m, f1, e1, k)])) return true;
  return false;
}

/**
 * Contacts of two elements, of one flex or of two. Within a flex margins do not count: neighbours would never come apart.
 *
 * @reads flexvert_xpos flexelem_aabb
 */
export function collideElements(m: Model, d: Data, f1: i32, e1: i32, f2: i32, e2: i32): void {
  const margin: f64 = f1 === f2 ? 0 : flexMargin(m, f1, f2);
  const reach: f64 = f1 === f2 ? 0 : margin + (m.flex_gap[f1] + m.flex_gap[f2]);
  const box1 = 6 * (m.flex_elemadr[f1] + e1);
  const box2 = 6 * (m.flex_elemadr[f2] + e2);
  if (!alignedBoxesMeet(d.flexelem_aabb, box1, d.flexelem_aabb, box2, reach)) return;
  if (shareBody(m, f1, e1, f2, e2)) return;

  contacts.count = 0;
  if (m.flex_dim[f1] === 1 && m.flex_dim[f2] === 1) {
    setCapsule(m, d, segmentA, f1, e1);
    setCapsule(m, d, segmentB, f2, e2);
    capsuleCapsule(segmentA, segmentB, reach, contacts);
  } else {
    setElementShape(m, d, shapeA, f1, e1, reach);
    setElementShape(m, d, shapeB, f2, e2, reach);
    setCcdOptions(m, options, 0);
    oneContact(shapeA, shapeB, options, reach, contacts);
  }
  if (contacts.count === 0) return;
  setSides(sides, -1, f1, f2, margin);
  sides.elem1 = e1;
  sides.elem2 = e2;
  keepFound(m, d, contacts, sides);
}

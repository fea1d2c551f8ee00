// @cold

import { setField } from '../../collision/sdf.ts';
import { type f64, type i32, scratchF64, scratchI32 } from '../../dialect.ts';
import { Contacts, MAX_PAIR_CONTACTS } from '../../geometry/contact.ts';
import { ConvexShape } from '../../geometry/convex/convex-shape.ts';
import { Triangle } from '../../geometry/pairs/triangle.ts';
import { addSurfacePoint, deepestPoint, enterField, reachesField, SdfOptions } from '../../geometry/sdf.ts';
import { copy3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { setTriangle } from './element.ts';
import { FlexSides, keepFound, setSides } from './found.ts';
import { geomFlexMargin } from './margin.ts';

const contacts = new Contacts();
const sides = new FlexSides();
const field = new ConvexShape();
const triangle = new Triangle();
const options = new SdfOptions();
const point = scratchF64(3);

// deepest points of the elements that reach into the field
const depths = scratchF64(MAX_PAIR_CONTACTS);
const points = scratchF64(3 * MAX_PAIR_CONTACTS);
const elements = scratchI32(MAX_PAIR_CONTACTS);

/**
 * Fills the list of the deepest points, element by element through the flex's bounding tree; returns how many there are.
 *
 * @reads bvh_aabb_dyn treeStack
 * @writes treeStack
 */
function findPoints(m: Model, d: Data, f: i32): i32 {
  const root = m.flex_bvhadr[f];
  const stack = d.treeStack;
  let n = 0;
  let top = 1;
  stack[0] = 0;
  while (top > 0) {
    const node = stack[--top];
    if (!reachesField(field, d.bvh_aabb_dyn, 6 * (root - m.nbvhstatic + node))) continue;
    const e = m.bvh_nodeid[root + node];
    if (e >= 0) {
      n = addElement(m, d, f, e, n);
      continue;
    }
    for (let k = 0; k < 2; k++) {
      const child = m.bvh_child[2 * (root + node) + k];
      if (child >= 0) stack[top++] = child;
    }
  }
  return n;
}

/** Adds the deepest point of an element to the n of the list, if it reaches into the field; returns how many there are now. */
function addElement(m: Model, d: Data, f: i32, e: i32, n: i32): i32 {
  if (n === MAX_PAIR_CONTACTS) return n;
  setTriangle(m, d, triangle, f, e);
  const depth: f64 = deepestPoint(point, field, triangle.points, options);
  if (!(depth < 0)) return n;
  depths[n] = depth;
  copy3(points, 3 * n, point, 0);
  elements[n] = e;
  return n + 1;
}

/**
 * Contacts of a signed distance field with the triangles of a flex, without their radius: one for each that reaches into it. Flexes of other dimensions pass
 * through.
 *
 * @reads geom_xpos geom_xmat flexvert_xpos bvh_aabb_dyn
 */
export function collideSdfFlex(m: Model, d: Data, g: i32, f: i32): void {
  if (m.flex_dim[f] !== 2 || m.flex_bvhadr[f] < 0) return;
  setField(m, d, field, g);
  enterField(field);
  options.initPoints = m.opt_sdf_initpoints;
  options.iterations = m.opt_sdf_iterations;
  const n = findPoints(m, d, f);

  // the list of contacts keeps all points, so that none comes twice
  contacts.count = 0;
  setSides(sides, g, -1, f, geomFlexMargin(m, g, f));
  for (let k = 0; k < n; k++) {
    const before = contacts.count;
    copy3(point, 0, points, 3 * k);
    addSurfacePoint(contacts, field, point, depths[k]);
    elements[before] = elements[k];
  }
  for (let k = 0; k < contacts.count; k++) {
    sides.elem2 = elements[k];
    keepOne(m, d, k);
  }
}

const single = new Contacts();

/** Keeps contact k of the list. */
function keepOne(m: Model, d: Data, k: i32): void {
  single.count = 1;
  single.dist[0] = contacts.dist[k];
  copy3(single.pos, 0, contacts.pos, 3 * k);
  copy3(single.normal, 0, contacts.normal, 3 * k);
  copy3(single.tangent, 0, contacts.tangent, 3 * k);
  keepFound(m, d, single, sides);
}

import type { f64, i32 } from '../dialect.ts';
import { copy9 } from '../math/mat3.ts';
import { copy6 } from '../math/spatial.ts';
import { copy3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { ENBL_OVERRIDE } from '../model/constants.ts';
import { addCandidate, sortCandidates } from './body-pair.ts';
import { OrientedBox, orientedBoxesMeet } from './oriented-box.ts';

const box1 = new OrientedBox();
const box2 = new OrientedBox();

/** Sum of the three face areas of a node's box, up to a factor. */
function faceArea(m: Model, node: i32): f64 {
  const x = m.bvh_aabb[6 * node + 3];
  const y = m.bvh_aabb[6 * node + 4];
  const z = m.bvh_aabb[6 * node + 5];
  return x * y + y * z + z * x;
}

/** Pushes the children of `node` on the stack, paired with `other`. */
function pushChildren(m: Model, d: Data, top: i32, root: i32, node: i32, other: i32, first: boolean): i32 {
  const stack = d.treeStack;
  let at = top;
  for (let k = 0; k < 2; k++) {
    const child = m.bvh_child[2 * node + k];
    if (child < 0) continue;
    stack[2 * at] = first ? root + child : other;
    stack[2 * at + 1] = first ? other : root + child;
    at++;
  }
  return at;
}

/**
 * Puts a box in the frame of body b, that of its tree.
 *
 * @reads xipos ximat
 */
function setFrame(d: Data, box: OrientedBox, b: i32): void {
  copy3(box.pos, 0, d.xipos, 3 * b);
  copy9(box.mat, 0, d.ximat, 9 * b);
}

/**
 * Adds the geom pairs of two bodies whose boxes meet, found by descending both bounding trees at once, always into the
 * larger box.
 *
 * @reads ncandidate
 * @writes treeStack
 */
export function addTreePair(m: Model, d: Data, b1: i32, b2: i32): void {
  const bvh_child = m.bvh_child;
  const stack = d.treeStack;
  const root1 = m.body_bvhadr[b1];
  const root2 = m.body_bvhadr[b2];
  const margin = (m.opt_enableflags & ENBL_OVERRIDE) !== 0 ? m.opt_o_margin : m.body_margin[b1] + m.body_margin[b2];
  const start = d.ncandidate;
  setFrame(d, box1, b1);
  setFrame(d, box2, b2);
  stack[0] = root1;
  stack[1] = root2;
  let top = 1;
  while (top > 0) {
    top--;
    const node1 = stack[2 * top];
    const node2 = stack[2 * top + 1];
    const leaf1 = bvh_child[2 * node1] < 0 && bvh_child[2 * node1 + 1] < 0;
    const leaf2 = bvh_child[2 * node2] < 0 && bvh_child[2 * node2 + 1] < 0;
    copy6(box1.aabb, 0, m.bvh_aabb, 6 * node1);
    copy6(box2.aabb, 0, m.bvh_aabb, 6 * node2);
    if (!orientedBoxesMeet(box1, box2, margin)) continue;
    if (leaf1 && leaf2) addCandidate(m, d, m.bvh_nodeid[node1], m.bvh_nodeid[node2], -1);
    else if (leaf2 || (!leaf1 && faceArea(m, node1) > faceArea(m, node2)))
      top = pushChildren(m, d, top, root1, node1, node2, true);
    else top = pushChildren(m, d, top, root2, node2, node1, false);
  }
  sortCandidates(d, start);
}

import { bitsMeet } from '../../collision/filter.ts';
import { OrientedBox, orientedBoxesMeet } from '../../collision/oriented-box.ts';
import type { F64, f64, i32 } from '../../dialect.ts';
import { copy9, unit9 } from '../../math/mat3.ts';
import { copy6 } from '../../math/spatial.ts';
import { copy3, zero3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { GEOM_PLANE, GEOM_SDF } from '../../model/constants.ts';
import { sheetMeetsGeom } from '../ipc/sheets.ts';
import { collideElements } from './elements.ts';
import { collideGeomElement } from './geom-element.ts';
import { alignedBoxesMeet, bodyFlexMargin, cubeMeetsBox, flexMargin, geomFlexReach } from './margin.ts';

/** Two bounding trees that are descended at once: roots among all trees, and where the boxes of each tree are. */
class TreePair {
  root1: i32 = 0;
  root2: i32 = 0;
  /** Boxes of the first tree, from its root on. */
  box1: i32 = 0;
  box2: i32 = 0;
  /** Node pairs that are still to be visited, in `treeStack`. */
  top: i32 = 0;
  /** The node pair that is visited, from the roots. */
  node1: i32 = 0;
  node2: i32 = 0;
}

const trees = new TreePair();
const bodyBox = new OrientedBox();
const flexBox = new OrientedBox();

/** Starts at the roots. @writes treeStack */
function start(d: Data): void {
  d.treeStack[0] = 0;
  d.treeStack[1] = 0;
  trees.top = 1;
}

/** Takes the next pair of nodes; false when there is none. @reads treeStack */
function takeNext(d: Data): boolean {
  if (trees.top === 0) return false;
  trees.top--;
  trees.node1 = d.treeStack[2 * trees.top];
  trees.node2 = d.treeStack[2 * trees.top + 1];
  return true;
}

function isLeaf(m: Model, root: i32, node: i32): boolean {
  return m.bvh_child[2 * (root + node)] < 0 && m.bvh_child[2 * (root + node) + 1] < 0;
}

/** The measure by which MuJoCo chooses the tree to descend into: as if half sizes and centres were opposite corners. */
function spread(box: F64, b: i32): f64 {
  const x = box[b + 3] - box[b];
  const y = box[b + 4] - box[b + 1];
  const z = box[b + 5] - box[b + 2];
  return x * y + y * z + z * x;
}

/** Puts the children of the node of one tree on the stack, each with the node of the other. @writes treeStack */
function descend(m: Model, d: Data, first: boolean): void {
  const stack = d.treeStack;
  const root = first ? trees.root1 : trees.root2;
  const node = first ? trees.node1 : trees.node2;
  for (let k = 0; k < 2; k++) {
    const child = m.bvh_child[2 * (root + node) + k];
    if (child < 0) continue;
    stack[2 * trees.top] = first ? child : trees.node1;
    stack[2 * trees.top + 1] = first ? trees.node2 : child;
    trees.top++;
  }
}

/** Descends from the pair of nodes that is visited, whose boxes are in `boxes1` and `boxes2`. */
function descendLarger(m: Model, d: Data, boxes1: F64, boxes2: F64, leaf1: boolean, leaf2: boolean): void {
  if (leaf1 || leaf2) descend(m, d, leaf2);
  else descend(m, d, spread(boxes1, trees.box1 + 6 * trees.node1) > spread(boxes2, trees.box2 + 6 * trees.node2));
}

/** Sets `trees` to body b, or flex f1 where b is -1, and flex f2. */
function setTrees(m: Model, b: i32, f1: i32, f2: i32): void {
  trees.root1 = b >= 0 ? m.body_bvhadr[b] : m.flex_bvhadr[f1];
  trees.root2 = m.flex_bvhadr[f2];
  trees.box1 = 6 * (b >= 0 ? trees.root1 : trees.root1 - m.nbvhstatic);
  trees.box2 = 6 * (trees.root2 - m.nbvhstatic);
}

/**
 * Whether a geom can touch the element in a box at boxes[b], by bits and bounds.
 *
 * @reads geom_xpos geom_xmat bvh_aabb_dyn
 */
function geomMeetsBox(m: Model, d: Data, g: i32, f: i32, b: i32): boolean {
  if (!bitsMeet(m.geom_contype[g], m.geom_conaffinity[g], m.flex_contype[f], m.flex_conaffinity[f])) return false;
  const reach = geomFlexReach(m, g, f);
  if (!cubeMeetsBox(d.geom_xpos, 3 * g, m.geom_rbound[g] + reach, d.bvh_aabb_dyn, b)) return false;
  copy3(bodyBox.pos, 0, d.geom_xpos, 3 * g);
  copy9(bodyBox.mat, 0, d.geom_xmat, 9 * g);
  copy6(bodyBox.aabb, 0, m.geom_aabb, 6 * g);
  copy6(flexBox.aabb, 0, d.bvh_aabb_dyn, b);
  return orientedBoxesMeet(bodyBox, flexBox, reach);
}

/** Collides the geom and the element of the two leaves that are visited; planes and fields have met the whole flex before. */
function collideLeaves(m: Model, d: Data, f: i32): void {
  const g = m.bvh_nodeid[trees.root1 + trees.node1];
  const type = m.geom_type[g];
  if (type === GEOM_PLANE || type === GEOM_SDF || sheetMeetsGeom(m, f, g)) return;
  if (!geomMeetsBox(m, d, g, f, trees.box2 + 6 * trees.node2)) return;
  collideGeomElement(m, d, g, f, m.bvh_nodeid[trees.root2 + trees.node2]);
}

/**
 * Whether the boxes of the two nodes that are visited meet.
 *
 * @reads xipos ximat bvh_aabb_dyn
 */
function bodyBoxMeets(m: Model, d: Data, b: i32, margin: f64): boolean {
  copy3(bodyBox.pos, 0, d.xipos, 3 * b);
  copy9(bodyBox.mat, 0, d.ximat, 9 * b);
  copy6(bodyBox.aabb, 0, m.bvh_aabb, trees.box1 + 6 * trees.node1);
  copy6(flexBox.aabb, 0, d.bvh_aabb_dyn, trees.box2 + 6 * trees.node2);
  return orientedBoxesMeet(bodyBox, flexBox, margin);
}

/**
 * Contacts of the geoms of body b, other than planes and signed distance fields, with the elements of flex f, through their bounding trees.
 *
 * @reads bvh_aabb_dyn
 */
export function collideBodyTree(m: Model, d: Data, b: i32, f: i32): void {
  const margin = bodyFlexMargin(m, b, f);
  setTrees(m, b, -1, f);
  zero3(flexBox.pos, 0);
  unit9(flexBox.mat, 0);
  start(d);
  while (takeNext(d)) {
    const leaf1 = isLeaf(m, trees.root1, trees.node1);
    const leaf2 = isLeaf(m, trees.root2, trees.node2);
    if (leaf1 && leaf2) collideLeaves(m, d, f);
    else if (bodyBoxMeets(m, d, b, margin)) descendLarger(m, d, m.bvh_aabb, d.bvh_aabb_dyn, leaf1, leaf2);
  }
}

/**
 * Contacts of the elements of two flexes, or of one with itself, through their bounding trees.
 *
 * @reads bvh_aabb_dyn
 */
export function collideFlexTrees(m: Model, d: Data, f1: i32, f2: i32): void {
  const margin = flexMargin(m, f1, f2);
  const boxes = d.bvh_aabb_dyn;
  setTrees(m, -1, f1, f2);
  start(d);
  while (takeNext(d)) {
    if (f1 === f2 && trees.node1 > trees.node2) continue;
    const leaf1 = isLeaf(m, trees.root1, trees.node1);
    const leaf2 = isLeaf(m, trees.root2, trees.node2);
    if (leaf1 && leaf2) {
      const e1 = m.bvh_nodeid[trees.root1 + trees.node1];
      collideElements(m, d, f1, e1, f2, m.bvh_nodeid[trees.root2 + trees.node2]);
    } else if (alignedBoxesMeet(boxes, trees.box1 + 6 * trees.node1, boxes, trees.box2 + 6 * trees.node2, margin)) {
      descendLarger(m, d, boxes, boxes, leaf1, leaf2);
    }
  }
}

import { COMPILER_EPS, rotateByQuat } from '../../spatial/rotation.ts';
import { nthElement } from '../order/nth-element.ts';
import type { BvhArrays } from '../types.ts';

/** Leaves of a hierarchy, one entry each; with `quat` the boxes are in the leaf's own frame at `pos`. Making the hierarchy overwrites them. */
export interface BvhLeaves {
  id: Int32Array;
  /** 3 each: the sort key, and the origin of the leaf's frame when `quat` is given */
  pos: Float64Array;
  /** 4 each */
  quat?: Float64Array;
  /** 6 each: centre, half sizes */
  aabb: Float64Array;
}

const WORLD_POS = [0, 0, 0];
const WORLD_QUAT = [1, 0, 0, 0];

/**
 * Binary hierarchy by median splits along the longest side, in depth-first order with one leaf per element. Boxes and
 * sort keys are expressed in the frame (ipos, iquat).
 */
export function makeBvh(leaves: BvhLeaves, ipos: ArrayLike<number> = WORLD_POS, iquat = WORLD_QUAT): BvhArrays {
  const n = leaves.id.length;
  const nnode = n > 0 ? 2 * n - 1 : 0;
  const tree: BvhArrays = {
    aabb: new Float64Array(6 * nnode),
    child: new Int32Array(2 * nnode).fill(-1),
    nodeid: new Int32Array(nnode).fill(-1),
    depth: new Int32Array(nnode),
  };
  if (n === 0) return tree;
  const boxes = toBounds(leaves, ipos, iquat); // it needs the positions, so the keys come after it
  const key = toKeys(leaves, ipos, iquat);
  const order = new Int32Array(n).map((_, i) => i);

  // pending ranges: slot of the parent's child link, depth, last, first
  const stack = [-1, 0, n, 0];
  for (let node = 0; stack.length > 0; node++) {
    const first = stack.pop() as number;
    const last = stack.pop() as number;
    const depth = stack.pop() as number;
    const link = stack.pop() as number;
    if (link >= 0) tree.child[link] = node;
    tree.depth[node] = depth;
    const axis = enclose(tree.aabb, 6 * node, boxes, order, first, last);
    if (last - first === 1) {
      tree.nodeid[node] = leaves.id[order[first]];
      continue;
    }
    const middle = first + ((last - first) >> 1);
    nthElement(order, first, middle, last, key, axis);
    stack.push(2 * node + 1, depth + 1, last, middle, 2 * node, depth + 1, middle, first);
  }
  return tree;
}

/** Turns leaf positions into sort keys: positions in the frame of the hierarchy. */
function toKeys({ pos }: BvhLeaves, ipos: ArrayLike<number>, iquat: ArrayLike<number>): Float64Array {
  const back = [iquat[0], -iquat[1], -iquat[2], -iquat[3]];
  for (let i = 0; i < pos.length; i += 3) {
    for (let k = 0; k < 3; k++) pos[i + k] -= ipos[k];
    rotateByQuat(pos, i, pos, i, back, 0);
  }
  return pos;
}

const corner = new Float64Array(3);
const own = new Float64Array(6); // min xyz, max xyz in the leaf's frame

/** Turns each leaf's box into min xyz, max xyz in the frame of the hierarchy. */
function toBounds(leaves: BvhLeaves, ipos: ArrayLike<number>, iquat: ArrayLike<number>): Float64Array {
  const { aabb: boxes, pos, quat } = leaves;
  const back = [iquat[0], -iquat[1], -iquat[2], -iquat[3]];
  for (let i = 0; i < leaves.id.length; i++) {
    const at = 6 * i;
    for (let k = 0; k < 3; k++) {
      own[k] = boxes[at + k] - boxes[at + 3 + k];
      own[3 + k] = boxes[at + k] + boxes[at + 3 + k];
    }
    if (!quat) {
      boxes.set(own, at);
      continue;
    }
    boxes.fill(Number.MAX_VALUE, at, at + 3);
    boxes.fill(-Number.MAX_VALUE, at + 3, at + 6);
    for (let v = 0; v < 8; v++) {
      for (let k = 0; k < 3; k++) corner[k] = own[v & (1 << k) ? 3 + k : k];
      rotateByQuat(corner, 0, corner, 0, quat, 4 * i);
      for (let k = 0; k < 3; k++) corner[k] += pos[3 * i + k] - ipos[k];
      rotateByQuat(corner, 0, corner, 0, back, 0);
      for (let k = 0; k < 3; k++) {
        boxes[at + k] = Math.min(boxes[at + k], corner[k]);
        boxes[at + 3 + k] = Math.max(boxes[at + 3 + k], corner[k]);
      }
    }
  }
  return boxes;
}

const bounds = new Float64Array(6); // min xyz, max xyz of the current box
const edge = new Float64Array(3); // its sides

/** Writes the box around order[first, last) as centre and half sizes (flat sides inflated); returns the longest axis. */
function enclose(
  res: Float64Array,
  r: number,
  boxes: Float64Array,
  order: Int32Array,
  first: number,
  last: number,
): number {
  bounds.fill(Number.MAX_VALUE, 0, 3);
  bounds.fill(-Number.MAX_VALUE, 3);
  for (let i = first; i < last; i++) {
    const at = 6 * order[i];
    for (let k = 0; k < 3; k++) {
      if (boxes[at + k] < bounds[k]) bounds[k] = boxes[at + k];
      if (boxes[at + 3 + k] > bounds[3 + k]) bounds[3 + k] = boxes[at + 3 + k];
    }
  }
  for (let k = 0; k < 3; k++) {
    if (Math.abs(bounds[k] - bounds[3 + k]) < COMPILER_EPS) {
      bounds[k] -= COMPILER_EPS;
      bounds[3 + k] += COMPILER_EPS;
    }
    res[r + k] = (bounds[3 + k] + bounds[k]) / 2;
    res[r + 3 + k] = (bounds[3 + k] - bounds[k]) / 2;
    edge[k] = bounds[3 + k] - bounds[k];
  }
  const axis = edge[1] >= edge[0] + COMPILER_EPS ? 1 : 0;
  return edge[2] >= edge[axis] + COMPILER_EPS ? 2 : axis;
}

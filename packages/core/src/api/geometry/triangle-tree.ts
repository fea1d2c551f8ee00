import type { Numbers } from './arguments.ts';

/** A bounding volume hierarchy in the layout of kernel/geometry/bvh.ts: boxes as centre and half sizes, two children, an element in each leaf. */
export interface TriangleTree {
  readonly aabb: Float64Array;
  readonly child: Int32Array;
  readonly nodeid: Int32Array;
}

/** Boxes are larger by this part of the coordinates: a ray does not meet a box without thickness. */
const SLACK = 1e-9;

/** Lower and upper bounds of each triangle, six numbers each. */
function boundsOf(vert: Numbers, face: Numbers): Float64Array {
  const count = face.length / 3;
  const bounds = new Float64Array(6 * count);
  for (let f = 0; f < count; f++)
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [vert[3 * face[3 * f] + k], vert[3 * face[3 * f + 1] + k], vert[3 * face[3 * f + 2] + k]];
      bounds[6 * f + k] = Math.min(x, y, z);
      bounds[6 * f + 3 + k] = Math.max(x, y, z);
    }
  return bounds;
}

/**
 * The tree over triangles: each node is halved at the median along the longest side of its box, so that the depth is the logarithm of
 * their number. O(n log² n).
 */
export function buildTree(vert: Numbers, face: Numbers): TriangleTree {
  const count = face.length / 3;
  const bounds = boundsOf(vert, face);
  const nodes = 2 * count - 1;
  const tree = {
    aabb: new Float64Array(6 * nodes),
    child: new Int32Array(2 * nodes).fill(-1),
    nodeid: new Int32Array(nodes).fill(-1),
  };
  let reach = 0;
  for (let k = 0; k < vert.length; k++) reach = Math.max(reach, Math.abs(vert[k]));
  const order = Int32Array.from({ length: count }, (_, f) => f);
  let next = 0;

  const build = (first: number, end: number): number => {
    const node = next++;
    const box = tree.aabb.subarray(6 * node, 6 * node + 6);
    let longest = 0;
    for (let k = 0; k < 3; k++) {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let i = first; i < end; i++) {
        low = Math.min(low, bounds[6 * order[i] + k]);
        high = Math.max(high, bounds[6 * order[i] + 3 + k]);
      }
      box[k] = 0.5 * (low + high);
      box[3 + k] = 0.5 * (high - low) + SLACK * reach;
      if (box[3 + k] > box[3 + longest]) longest = k;
    }
    if (end - first === 1) {
      tree.nodeid[node] = order[first];
      return node;
    }
    const centre = (f: number): number => bounds[6 * f + longest] + bounds[6 * f + 3 + longest];
    order.subarray(first, end).sort((f, g) => centre(f) - centre(g) || f - g);
    const middle = (first + end) >> 1;
    tree.child[2 * node] = build(first, middle);
    tree.child[2 * node + 1] = build(middle, end);
    return node;
  };
  build(0, count);
  return tree;
}

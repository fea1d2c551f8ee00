// @cold

/** The elements of a flex whose boxes meet a box, through its bounding tree. */
import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
import { alignedBoxesMeet } from '../collide/margin.ts';

/** A query that is under way. */
export class TreeQuery {
  /** The box: its centre and half sizes, and what both trees and box may be apart. */
  readonly box: F64 = scratchF64(6);
  margin: f64 = 0;
  root: i32 = 0;
  /** Where the boxes of the tree start. */
  boxes: i32 = 0;
  /** Nodes that are still to be visited, in `treeStack`. */
  top: i32 = 0;
}

/** query.box = the box of the n points at x[i] */
export function setQueryBox(query: TreeQuery, x: F64, i: i32, n: i32): void {
  const box = query.box;
  for (let k = 0; k < 3; k++) {
    let low = x[i + k];
    let high = low;
    for (let q = 1; q < n; q++) {
      const value = x[i + 3 * q + k];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    box[k] = 0.5 * (low + high);
    box[3 + k] = 0.5 * (high - low);
  }
}

/** Starts at the root of the tree of flex `f`. @writes treeStack */
export function startQuery(query: TreeQuery, m: Model, d: Data, f: i32, margin: f64): void {
  query.margin = margin;
  query.root = m.flex_bvhadr[f];
  query.boxes = 6 * (query.root - m.nbvhstatic);
  query.top = query.root >= 0 ? 1 : 0;
  d.treeStack[0] = 0;
}

/** The next element, or -1. @reads treeStack bvh_aabb_dyn @writes treeStack */
export function nextElement(query: TreeQuery, m: Model, d: Data): i32 {
  const stack = d.treeStack;
  while (query.top > 0) {
    const node = stack[--query.top];
    if (!alignedBoxesMeet(query.box, 0, d.bvh_aabb_dyn, query.boxes + 6 * node, query.margin)) continue;
    const child1 = m.bvh_child[2 * (query.root + node)];
    const child2 = m.bvh_child[2 * (query.root + node) + 1];
    if (child1 < 0 && child2 < 0) return m.bvh_nodeid[query.root + node];
    if (child1 >= 0) stack[query.top++] = child1;
    if (child2 >= 0) stack[query.top++] = child2;
  }
  return -1;
}

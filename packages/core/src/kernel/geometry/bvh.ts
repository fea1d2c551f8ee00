import { type F64, type f64, type I32, type i32, scratchI32 } from '../dialect.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

// Bounding volume hierarchies in the model's layout: node k of a tree that starts at `bvhadr` has the box aabb[6·(bvhadr + k)] (centre, half sizes), the
// children child[2·(bvhadr + k)] (relative to `bvhadr`, -1 for none), and the element nodeid[bvhadr + k] (-1 for inner nodes). Node 0 is the root.

/** Size of the traversal stacks. Trees have at most 50 levels; what does not fit is not visited. */
const STACK: i32 = 256;

/** The nodes of a tree that are still to be visited. */
export class NodeStack {
  count: i32 = 0;
  readonly node: I32 = scratchI32(STACK);
}

/** Begins at the root of a mesh's tree; without a tree there is nothing to visit. */
export function startAtRoot(stack: NodeStack, mesh: TriangleMesh): void {
  stack.count = mesh.bvhadr < 0 ? 0 : 1;
  stack.node[0] = 0;
}

/** Takes the next node off the stack; returns its place in the arrays of the tree. */
export function popNode(stack: NodeStack, mesh: TriangleMesh): i32 {
  return mesh.bvhadr + stack.node[--stack.count];
}

/** Pushes the children of the node at `place`. */
export function pushChildren(stack: NodeStack, mesh: TriangleMesh, place: i32): void {
  for (let k = 0; k < 2; k++) {
    const child = mesh.child[2 * place + k];
    if (child >= 0 && stack.count < STACK) stack.node[stack.count++] = child;
  }
}

/** Does the ray pnt + x·vec, x ≥ 0, in the frame of the tree meet the box at aabb[a]? By slabs. */
export function raySlab(aabb: F64, a: i32, pnt: F64, vec: F64): boolean {
  let enter: f64 = 0;
  let leave: f64 = 1.7976931348623157e308;
  for (let k = 0; k < 3; k++) {
    const inv = 1 / vec[k];
    const t1 = (aabb[a + k] - aabb[a + 3 + k] - pnt[k]) * inv;
    const t2 = (aabb[a + k] + aabb[a + 3 + k] - pnt[k]) * inv;
    const near = t1 < t2 ? t1 : t2;
    const far = t1 < t2 ? t2 : t1;
    enter = enter > near ? enter : near;
    leave = leave < far ? leave : far;
  }
  return enter < leave;
}

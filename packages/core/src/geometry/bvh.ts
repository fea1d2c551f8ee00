import type { F64, f64, i32 } from '../dialect.ts';

// Bounding volume hierarchies in the model's layout: node k of a tree that starts at `adr` has the box aabb[6·(adr + k)] (centre, half sizes), the children
// child[2·(adr + k)] (relative to `adr`, -1 for none), and the element nodeid[adr + k] (-1 for inner nodes). Node 0 is the root.

/** Size of the traversal stacks. Trees have at most 50 levels; what does not fit is not visited. */
export const BVH_STACK: i32 = 256;

/** Does the ray pnt + x·vec, x ≥ 0, in the frame of the tree meet the box at aabb[a]? By slabs. */
export function raySlab(aabb: F64, a: i32, pnt: F64, q: i32, vec: F64, v: i32): boolean {
  let enter: f64 = 0;
  let leave: f64 = 1.7976931348623157e308;
  for (let k = 0; k < 3; k++) {
    const inv = 1 / vec[v + k];
    const t1 = (aabb[a + k] - aabb[a + 3 + k] - pnt[q + k]) * inv;
    const t2 = (aabb[a + k] + aabb[a + 3 + k] - pnt[q + k]) * inv;
    const near = t1 < t2 ? t1 : t2;
    const far = t1 < t2 ? t2 : t1;
    enter = enter > near ? enter : near;
    leave = leave < far ? leave : far;
  }
  return enter < leave;
}

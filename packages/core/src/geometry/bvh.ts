import { type F64, type f64, type I32, type i32, scratchF64, scratchI32 } from '../dialect.ts';

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

const stack = scratchI32(2 * BVH_STACK);
const relative = scratchF64(9); // axes of the second frame in the first
const relativeAbs = scratchF64(9);
const shift = scratchF64(3); // origin of the second frame in the first

/** Places the second tree in the frame of the first, for `boxesOverlap`. */
function setFrames(pos1: F64, p1: i32, mat1: F64, m1: i32, pos2: F64, p2: i32, mat2: F64, m2: i32): void {
  for (let i = 0; i < 3; i++) {
    const a = mat1[m1 + i];
    const b = mat1[m1 + 3 + i];
    const c = mat1[m1 + 6 + i];
    shift[i] = a * (pos2[p2] - pos1[p1]) + b * (pos2[p2 + 1] - pos1[p1 + 1]) + c * (pos2[p2 + 2] - pos1[p1 + 2]);
    for (let j = 0; j < 3; j++) {
      const r = a * mat2[m2 + j] + b * mat2[m2 + 3 + j] + c * mat2[m2 + 6 + j];
      relative[3 * i + j] = r;
      relativeAbs[3 * i + j] = Math.abs(r);
    }
  }
}

/** Do the boxes at aabb1[a] and aabb2[b] of the two frames overlap when inflated by `margin`? By the six face axes. */
function boxesOverlap(aabb1: F64, a: i32, aabb2: F64, b: i32, margin: f64): boolean {
  const cx = aabb2[b];
  const cy = aabb2[b + 1];
  const cz = aabb2[b + 2];
  const hx = aabb2[b + 3];
  const hy = aabb2[b + 4];
  const hz = aabb2[b + 5];
  for (let i = 0; i < 3; i++) {
    const r = 3 * i;
    const centre = relative[r] * cx + relative[r + 1] * cy + relative[r + 2] * cz + shift[i];
    const reach = relativeAbs[r] * hx + relativeAbs[r + 1] * hy + relativeAbs[r + 2] * hz;
    if (Math.abs(centre - aabb1[a + i]) > aabb1[a + 3 + i] + reach + margin) return false;
  }
  const dx = aabb1[a] - shift[0];
  const dy = aabb1[a + 1] - shift[1];
  const dz = aabb1[a + 2] - shift[2];
  for (let j = 0; j < 3; j++) {
    const centre = relative[j] * dx + relative[3 + j] * dy + relative[6 + j] * dz;
    const reach = relativeAbs[j] * aabb1[a + 3] + relativeAbs[3 + j] * aabb1[a + 4] + relativeAbs[6 + j] * aabb1[a + 5];
    if (Math.abs(centre - aabb2[b + j]) > aabb2[b + 3 + j] + reach + margin) return false;
  }
  return true;
}

/**
 * Pairs of elements of two trees whose boxes overlap, the trees placed by (pos1, mat1) and (pos2, mat2): writes up to `capacity` pairs of element numbers to
 * `pairs` and returns how many there are (more than `capacity` when some did not fit).
 */
export function overlapTrees(
  pairs: I32,
  r: i32,
  capacity: i32,
  aabb1: F64,
  child1: I32,
  nodeid1: I32,
  adr1: i32,
  pos1: F64,
  p1: i32,
  mat1: F64,
  m1: i32,
  aabb2: F64,
  child2: I32,
  nodeid2: I32,
  adr2: i32,
  pos2: F64,
  p2: i32,
  mat2: F64,
  m2: i32,
  margin: f64,
): i32 {
  setFrames(pos1, p1, mat1, m1, pos2, p2, mat2, m2);
  let count = 0;
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  while (top > 0) {
    const b = adr2 + stack[--top];
    const a = adr1 + stack[--top];
    if (!boxesOverlap(aabb1, 6 * a, aabb2, 6 * b, margin)) continue;
    const leaf1 = nodeid1[a] >= 0;
    const leaf2 = nodeid2[b] >= 0;
    if (leaf1 && leaf2) {
      if (count < capacity) {
        pairs[r + 2 * count] = nodeid1[a];
        pairs[r + 2 * count + 1] = nodeid2[b];
      }
      count++;
      continue;
    }

    // descend into the larger box
    const size1 = aabb1[6 * a + 3] + aabb1[6 * a + 4] + aabb1[6 * a + 5];
    const size2 = aabb2[6 * b + 3] + aabb2[6 * b + 4] + aabb2[6 * b + 5];
    const first = leaf2 || (!leaf1 && size1 >= size2);
    for (let k = 0; k < 2; k++) {
      const next = first ? child1[2 * a + k] : child2[2 * b + k];
      if (next < 0 || top + 2 > 2 * BVH_STACK) continue;
      stack[top++] = first ? next : a - adr1;
      stack[top++] = first ? b - adr2 : next;
    }
  }
  return count;
}

import { AssetError } from '../errors.ts';
import type { BvhArrays, OctreeArrays } from '../types.ts';
import { signedDistance } from './signed-distance.ts';

/**
 * Cells of an octree in the order of their creation. Corners lie on a lattice of `side`³ points, which number them; so a
 * cell is its lowest corner and its level.
 */
class Octree {
  readonly maxDepth: number;
  readonly side: number;
  /** Coordinates of the lattice along each axis. */
  readonly lines: readonly Float64Array[];
  count = 0;
  level = new Uint8Array(1024);
  parent = new Int32Array(1024);
  /** First of the eight children, which follow one another; -1: a leaf. */
  child = new Int32Array(1024);
  /** 3 each: lattice position of the lowest corner. */
  corner = new Int32Array(3 * 1024);
  private readonly limit: number;

  constructor(lines: readonly Float64Array[], maxDepth: number, limit: number) {
    this.lines = lines;
    this.maxDepth = maxDepth;
    this.side = (1 << maxDepth) + 1;
    this.limit = limit;
    this.add(-1, 0, 0, 0, 0);
  }

  /** Lattice steps along a side of a cell. */
  size(node: number): number {
    return 1 << (this.maxDepth - this.level[node]);
  }

  /** The number of a cell's corner: bit k of `j` is set on the upper side of axis k. */
  cornerId(node: number, j: number): number {
    const { corner, side } = this;
    const size = this.size(node);
    const x = corner[3 * node] + (j & 1 ? size : 0);
    const y = corner[3 * node + 1] + (j & 2 ? size : 0);
    const z = corner[3 * node + 2] + (j & 4 ? size : 0);
    return x + side * (y + side * z);
  }

  split(node: number): void {
    if (this.child[node] >= 0) return;
    this.child[node] = this.count;
    const half = this.size(node) >> 1;
    const { corner } = this;
    const [x, y, z] = [corner[3 * node], corner[3 * node + 1], corner[3 * node + 2]];
    const level = this.level[node] + 1;
    for (let slot = 0; slot < 8; slot++) {
      this.add(node, level, x + (slot & 1 ? half : 0), y + (slot & 2 ? half : 0), z + (slot & 4 ? half : 0));
    }
  }

  private add(parent: number, level: number, x: number, y: number, z: number): void {
    if (this.count >= this.limit) throw new AssetError('asset-limit', `octree needs more than ${this.limit} nodes`);
    if (this.count === this.level.length) this.grow();
    const node = this.count++;
    this.level[node] = level;
    this.parent[node] = parent;
    this.child[node] = -1;
    this.corner[3 * node] = x;
    this.corner[3 * node + 1] = y;
    this.corner[3 * node + 2] = z;
  }

  private grow(): void {
    const n = 2 * this.count;
    const { level, parent, child, corner } = this;
    this.level = new Uint8Array(n);
    this.parent = new Int32Array(n);
    this.child = new Int32Array(n);
    this.corner = new Int32Array(3 * n);
    this.level.set(level);
    this.parent.set(parent);
    this.child.set(child);
    this.corner.set(corner);
  }
}

/**
 * Octree over the triangles of a mesh with the signed distance at the corners of its cells.
 *
 * Cells that a triangle touches are split down to `maxDepth`, then coarse cells until neighbours differ by one level
 * at most. Corners that hang on a coarser neighbour's face or edge are interpolated from its corners.
 */
export function makeOctree(
  dvert: Float64Array,
  face: Int32Array,
  aamm: Float64Array,
  bvh: BvhArrays,
  maxDepth: number,
  limit: number,
): OctreeArrays {
  const lines = [0, 1, 2].map((k) => {
    const center = (aamm[k] + aamm[k + 3]) / 2;
    const half = (aamm[k + 3] - aamm[k]) / 2;
    return latticeLine(center - 1.1 * half, center + 1.1 * half, maxDepth);
  });
  const tree = new Octree(lines, maxDepth, limit);
  refine(tree, dvert, face);
  balance(tree);
  return pack(tree, cornerDistances(tree, hangingCorners(tree), dvert, face, bvh));
}

/** Points of a line by repeated halving. */
function latticeLine(low: number, high: number, depth: number): Float64Array {
  const n = 1 << depth;
  const line = new Float64Array(n + 1);
  line[0] = low;
  line[n] = high;
  for (let step = n; step > 1; step >>= 1) {
    for (let i = 0; i < n; i += step) line[i + (step >> 1)] = (line[i + step] + line[i]) / 2;
  }
  return line;
}

function pack(tree: Octree, distance: Float64Array): OctreeArrays {
  const n = tree.count;
  const out: OctreeArrays = {
    aabb: new Float64Array(6 * n),
    child: new Int32Array(8 * n).fill(-1),
    depth: Int32Array.from(tree.level.subarray(0, n)),
    coeff: new Float64Array(8 * n),
  };
  for (let i = 0; i < n; i++) {
    const size = tree.size(i);
    for (let k = 0; k < 3; k++) {
      const low = tree.lines[k][tree.corner[3 * i + k]];
      const high = tree.lines[k][tree.corner[3 * i + k] + size];
      out.aabb[6 * i + k] = (low + high) / 2;
      out.aabb[6 * i + 3 + k] = (high - low) / 2;
    }
    const child = tree.child[i];
    for (let j = 0; j < 8; j++) {
      out.coeff[8 * i + j] = distance[tree.cornerId(i, j)];
      if (child >= 0) out.child[8 * i + j] = child + j;
    }
  }
  return out;
}

/** Breadth first: splits each cell that triangles touch. */
function refine(tree: Octree, dvert: Float64Array, face: Int32Array): void {
  const triangles = new Float64Array(3 * face.length);
  for (let i = 0; i < face.length; i++) for (let k = 0; k < 3; k++) triangles[3 * i + k] = dvert[3 * face[i] + k];
  const all = new Int32Array(face.length / 3).map((_, i) => i);
  const candidates: (Int32Array | undefined)[] = [all]; // by node: the triangles that touch its parent
  const found = new Int32Array(all.length);
  for (let node = 0; node < tree.count; node++) {
    const faces = candidates[node] as Int32Array;
    candidates[node] = undefined;
    if (tree.level[node] >= tree.maxDepth) continue;
    const n = touching(tree, node, triangles, faces, found);
    if (n === 0) continue;
    tree.split(node);
    const touched = found.slice(0, n);
    for (let slot = 0; slot < 8; slot++) candidates.push(touched);
  }
}

const low = new Float64Array(3); // lowest corner of the current cell
const size = new Float64Array(3); // its sides

/** Writes those of `faces` that touch a cell to `found`; returns their number. */
function touching(tree: Octree, node: number, triangles: Float64Array, faces: Int32Array, found: Int32Array): number {
  const steps = tree.size(node);
  for (let k = 0; k < 3; k++) {
    const line = tree.lines[k];
    const at = tree.corner[3 * node + k];
    low[k] = line[at];
    size[k] = line[at + steps] - line[at];
    high[k] = line[at + steps];
  }
  let n = 0;
  for (let i = 0; i < faces.length; i++) if (touchesCell(triangles, 9 * faces[i])) found[n++] = faces[i];
  return n;
}

const high = new Float64Array(3); // its highest corner
const edge = new Float64Array(9); // sides of the current triangle
const normal = new Float64Array(3);

/**
 * Triangle against the current cell: bounds, plane, then the three projections.
 * @see Schwarz and Seidel, Fast Parallel Surface and Solid Voxelization on GPUs (2010)
 */
function touchesCell(v: Float64Array, t: number): boolean {
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = [v[t + k], v[t + 3 + k], v[t + 6 + k]];
    if (x < low[k] && y < low[k] && z < low[k]) return false;
    if (x > high[k] && y > high[k] && z > high[k]) return false;
  }
  for (let k = 0; k < 3; k++) {
    edge[k] = v[t + 3 + k] - v[t + k];
    edge[3 + k] = v[t + 6 + k] - v[t + 3 + k];
    edge[6 + k] = v[t + k] - v[t + 6 + k];
  }
  normal[0] = edge[1] * edge[5] - edge[2] * edge[4];
  normal[1] = edge[2] * edge[3] - edge[0] * edge[5];
  normal[2] = edge[0] * edge[4] - edge[1] * edge[3];
  const base = normal[0] * low[0] + normal[1] * low[1] + normal[2] * low[2];
  let d1 = 0;
  let d2 = 0;
  for (let k = 0; k < 3; k++) {
    const near = normal[k] > 0 ? size[k] : 0;
    d1 += normal[k] * (near - v[t + k]);
    d2 += normal[k] * (size[k] - near - v[t + k]);
  }
  if ((base + d1) * (base + d2) > 0) return false;
  for (let a = 0; a < 3; a++) if (isApart(v, t, a)) return false;
  return true;
}

/** Whether triangle and cell are apart when seen along an axis. */
function isApart(v: Float64Array, t: number, axis: number): boolean {
  const b = axis === 2 ? 0 : axis + 1;
  const d = b === 2 ? 0 : b + 1;
  const sign = normal[axis] >= 0 ? 1 : -1;
  for (let i = 0; i < 9; i += 3) {
    const ex = -edge[i + d] * sign;
    const ey = edge[i + b] * sign;
    const reach = Math.max(0, size[b] * ex);
    const offset = -(ex * v[t + i + b] + ey * v[t + i + d]) + reach + Math.max(0, size[d] * ey);
    if (ex * low[b] + ey * low[d] + offset < 0) return true;
  }
  return false;
}

/** The leaf across side `dir` (2·axis + upper) of a node, at its own position; -1 outside. */
function neighbor(tree: Octree, node: number, dir: number): number {
  const { child, parent, level, corner, maxDepth } = tree;
  const axis = dir >> 1;
  const bit = 1 << axis;
  const facing = dir & 1 ? 0 : bit; // where a node has a sibling across `dir`, and where the neighbour faces the node
  // climb until the neighbour is a sibling
  let at = node;
  let found = -1;
  while (found < 0) {
    const up = parent[at];
    if (up < 0) return -1;
    const slot = at - child[up];
    if ((slot & bit) === facing) found = child[up] + (slot ^ bit);
    at = up;
  }
  // descend on the facing side; below the node's own level, at its lower end
  const own = level[node];
  while (child[found] >= 0) {
    let slot = 0;
    if (level[found] < own) {
      const shift = maxDepth - level[found] - 1;
      for (let k = 0; k < 3; k++) slot |= ((corner[3 * node + k] >> shift) & 1) << k;
    }
    found = child[found] + ((slot & ~bit) | facing);
  }
  return found;
}

/** Splits cells that are more than one level above a neighbour, until there are none. */
function balance(tree: Octree): void {
  const coarse: number[] = [];
  do {
    coarse.length = 0;
    const { count, child, level } = tree;
    for (let leaf = 0; leaf < count; leaf++) {
      if (child[leaf] >= 0) continue;
      for (let dir = 0; dir < 6; dir++) {
        const other = neighbor(tree, leaf, dir);
        if (other === -1) continue;
        if (level[other] > level[leaf] + 1) coarse.push(leaf);
        if (level[leaf] > level[other] + 1) coarse.push(other);
      }
    }
    for (const node of coarse) tree.split(node);
  } while (coarse.length > 0);
}

/** Per corner: the coarser cell on whose face or edge it hangs, or -1. */
function hangingCorners(tree: Octree): Int32Array {
  const hanging = new Int32Array(tree.side ** 3).fill(-1);
  for (let leaf = 0; leaf < tree.count; leaf++) {
    if (tree.child[leaf] >= 0) continue;
    for (let dir = 0; dir < 6; dir++) {
      const other = neighbor(tree, leaf, dir);
      if (other === -1 || tree.level[other] >= tree.level[leaf]) continue;
      const axis = dir >> 1;
      for (let i = 0; i < 4; i++) {
        const corner = ((dir & 1) << axis) | ((i & 1) << ((axis + 1) % 3)) | ((i >> 1) << ((axis + 2) % 3));
        const id = tree.cornerId(leaf, corner);
        if (hanging[id] < 0 && findSupports(tree, id, other) > 0) hanging[id] = other;
      }
    }
  }
  return hanging;
}

const support = new Int32Array(4); // corners that the current one is interpolated from
const position = new Int32Array(3); // its position on the lattice

/** Corners of a cell on whose edge (2) or face (4) a corner lies; their number, 0 at a corner or off the cell. */
function findSupports(tree: Octree, id: number, node: number): number {
  const { side } = tree;
  position[0] = id % side;
  position[1] = Math.floor(id / side) % side;
  position[2] = Math.floor(id / (side * side));
  const length = tree.size(node);
  let upper = 0;
  let free = 0;
  for (let k = 0; k < 3; k++) {
    const offset = position[k] - tree.corner[3 * node + k];
    if (offset === length) upper |= 1 << k;
    else if (offset !== 0) free |= 1 << k;
  }
  if (free === 1 || free === 2 || free === 4) {
    support[0] = tree.cornerId(node, upper);
    support[1] = tree.cornerId(node, upper | free);
    return 2;
  }
  if (free === 0 || free === 7) return 0;
  const fixed = free === 6 ? 0 : free === 5 ? 1 : 2;
  for (let j = 0; j < 4; j++) {
    support[j] = tree.cornerId(node, upper | ((j & 1) << ((fixed + 1) % 3)) | ((j >> 1) << ((fixed + 2) % 3)));
  }
  return 4;
}

/** Distances at all corners, coarse cells first so that hanging corners find their supports. */
function cornerDistances(
  tree: Octree,
  hanging: Int32Array,
  dvert: Float64Array,
  face: Int32Array,
  bvh: BvhArrays,
): Float64Array {
  const out = new Float64Array(hanging.length).fill(Number.NaN);
  const p = new Float64Array(3);
  const queue = new Int32Array(tree.count);
  for (let head = 0, tail = 1; head < tail; head++) {
    const node = queue[head];
    const length = tree.size(node);
    for (let j = 0; j < 8; j++) {
      const id = tree.cornerId(node, j);
      if (!Number.isNaN(out[id])) continue;
      if (hanging[id] >= 0) {
        const n = findSupports(tree, id, hanging[id]);
        let sum = 0;
        for (let s = 0; s < n; s++) sum += out[support[s]];
        out[id] = sum / n;
        continue;
      }
      for (let k = 0; k < 3; k++) p[k] = tree.lines[k][tree.corner[3 * node + k] + (j & (1 << k) ? length : 0)];
      out[id] = signedDistance(p, dvert, face, bvh);
    }
    const child = tree.child[node];
    if (child >= 0) for (let slot = 0; slot < 8; slot++) queue[tail++] = child + slot;
  }
  return out;
}

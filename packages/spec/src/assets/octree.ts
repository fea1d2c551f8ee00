import { AssetError } from './errors.ts';
import type { BvhArrays, OctreeArrays } from './types.ts';

const SAME_PLANE = 1e-9;

/** Nodes of an octree in creation order. */
interface Octree {
  count: number;
  level: number[];
  parent: number[];
  slot: number[];
  /** 8 per node, -1: none */
  child: number[];
  /** 8 corner vertices per node */
  vertex: number[];
  /** 6 per node: min xyz, max xyz */
  box: number[];
  corners: CornerTable;
  limit: number;
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
  const tree: Octree = {
    count: 0,
    level: [],
    parent: [],
    slot: [],
    child: [],
    vertex: [],
    box: [],
    corners: new CornerTable(),
    limit,
  };
  const box = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const center = (aamm[k] + aamm[k + 3]) / 2;
    const half = (aamm[k + 3] - aamm[k]) / 2;
    box[k] = center - 1.1 * half;
    box[k + 3] = center + 1.1 * half;
  }
  addNode(tree, -1, -1, 0, box);
  refine(tree, dvert, face, maxDepth);
  balance(tree);
  const distance = cornerDistances(tree, hangingCorners(tree), (p) => signedDistance(p, dvert, face, bvh));

  const n = tree.count;
  const out: OctreeArrays = {
    aabb: new Float64Array(6 * n),
    child: Int32Array.from(tree.child),
    depth: Int32Array.from(tree.level),
    coeff: new Float64Array(8 * n),
  };
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) {
      out.aabb[6 * i + k] = (tree.box[6 * i + k] + tree.box[6 * i + 3 + k]) / 2;
      out.aabb[6 * i + 3 + k] = (tree.box[6 * i + 3 + k] - tree.box[6 * i + k]) / 2;
    }
    for (let j = 0; j < 8; j++) out.coeff[8 * i + j] = distance[tree.vertex[8 * i + j]];
  }
  return out;
}

function addNode(tree: Octree, parent: number, slot: number, level: number, box: readonly number[]): number {
  if (tree.count >= tree.limit) throw new AssetError('asset-limit', `octree needs more than ${tree.limit} nodes`);
  const node = tree.count++;
  tree.level.push(level);
  tree.parent.push(parent);
  tree.slot.push(slot);
  for (const x of box) tree.box.push(x);
  for (let i = 0; i < 8; i++) {
    tree.child.push(-1);
    tree.vertex.push(tree.corners.find(box[i & 1 ? 3 : 0], box[i & 2 ? 4 : 1], box[i & 4 ? 5 : 2]));
  }
  return node;
}

function split(tree: Octree, node: number): void {
  const b = tree.box.slice(6 * node, 6 * node + 6);
  for (let slot = 0; slot < 8; slot++) {
    const box = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const middle = (b[k + 3] + b[k]) / 2;
      const upper = (slot & (1 << k)) !== 0;
      box[k] = upper ? middle : b[k];
      box[k + 3] = upper ? b[k + 3] : middle;
    }
    tree.child[8 * node + slot] = addNode(tree, node, slot, tree.level[node] + 1, box);
  }
}

/** Breadth first: splits each cell that triangles touch. */
function refine(tree: Octree, dvert: Float64Array, face: Int32Array, maxDepth: number): void {
  const all = new Int32Array(face.length / 3).map((_, i) => i);
  const queue: { node: number; faces: Int32Array | number[] }[] = [{ node: 0, faces: all }];
  for (let head = 0; head < queue.length; head++) {
    const { node, faces } = queue[head];
    queue[head] = { node, faces: [] };
    const touching: number[] = [];
    for (let i = 0; i < faces.length; i++) {
      if (touchesBox(dvert, face, faces[i], tree.box, 6 * node)) touching.push(faces[i]);
    }
    if (touching.length === 0 || tree.level[node] >= maxDepth) continue;
    split(tree, node);
    for (let slot = 0; slot < 8; slot++) queue.push({ node: tree.child[8 * node + slot], faces: touching });
  }
}

/**
 * Triangle against box: bounds, plane, then the three projections.
 * @see Schwarz and Seidel, Fast Parallel Surface and Solid Voxelization on GPUs (2010)
 */
function touchesBox(dvert: Float64Array, face: Int32Array, f: number, box: number[], at: number): boolean {
  const corner = [3 * face[3 * f], 3 * face[3 * f + 1], 3 * face[3 * f + 2]];
  const v = (i: number, k: number): number => dvert[corner[i] + k];
  for (let k = 0; k < 3; k++) {
    const low = box[at + k];
    const high = box[at + 3 + k];
    if (v(0, k) < low && v(1, k) < low && v(2, k) < low) return false;
    if (v(0, k) > high && v(1, k) > high && v(2, k) > high) return false;
  }
  const edge = (i: number, k: number): number => v((i + 1) % 3, k) - v(i, k);
  const n = [
    edge(0, 1) * edge(1, 2) - edge(0, 2) * edge(1, 1),
    edge(0, 2) * edge(1, 0) - edge(0, 0) * edge(1, 2),
    edge(0, 0) * edge(1, 1) - edge(0, 1) * edge(1, 0),
  ];
  const size = [box[at + 3] - box[at], box[at + 4] - box[at + 1], box[at + 5] - box[at + 2]];
  const c = [0, 1, 2].map((k) => (n[k] > 0 ? size[k] : 0));
  const base = n[0] * box[at] + n[1] * box[at + 1] + n[2] * box[at + 2];
  const d1 = n[0] * (c[0] - v(0, 0)) + n[1] * (c[1] - v(0, 1)) + n[2] * (c[2] - v(0, 2));
  const d2 = n[0] * (size[0] - c[0] - v(0, 0)) + n[1] * (size[1] - c[1] - v(0, 1)) + n[2] * (size[2] - c[2] - v(0, 2));
  if ((base + d1) * (base + d2) > 0) return false;

  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const d = (a + 2) % 3;
    const sign = n[a] >= 0 ? 1 : -1;
    for (let i = 0; i < 3; i++) {
      const ex = -edge(i, d) * sign;
      const ey = edge(i, b) * sign;
      const offset = -(ex * v(i, b) + ey * v(i, d)) + Math.max(0, size[b] * ex) + Math.max(0, size[d] * ey);
      if (ex * box[at + b] + ey * box[at + d] + offset < 0) return false;
    }
  }
  return true;
}

/** The leaf across side `dir` (2·axis + upper) of a node, at its own position; -1 outside. */
function neighbor(tree: Octree, node: number, dir: number): number {
  const axis = dir >> 1;
  const upper = dir & 1;
  const bit = 1 << axis;
  // climb until the neighbour is a sibling
  let at = node;
  let found = -1;
  while (tree.parent[at] !== -1) {
    const slot = tree.slot[at];
    const isUpper = (slot & bit) !== 0 ? 1 : 0;
    if (upper !== isUpper) {
      found = tree.child[8 * tree.parent[at] + (slot ^ bit)];
      break;
    }
    at = tree.parent[at];
  }
  // descend on the facing side
  while (found !== -1 && tree.child[8 * found] !== -1) {
    let slot = 0;
    for (let k = 0; k < 3; k++) {
      if (middle(tree, node, k) > middle(tree, found, k)) slot |= 1 << k;
    }
    slot = (slot & ~bit) | (upper === 1 ? 0 : bit);
    found = tree.child[8 * found + slot];
  }
  return found;
}

function middle(tree: Octree, node: number, k: number): number {
  return (tree.box[6 * node + k] + tree.box[6 * node + 3 + k]) / 2;
}

function balance(tree: Octree): void {
  for (let changed = true; changed; ) {
    changed = false;
    const coarse: number[] = [];
    const count = tree.count;
    for (let leaf = 0; leaf < count; leaf++) {
      if (tree.child[8 * leaf] !== -1) continue;
      for (let dir = 0; dir < 6; dir++) {
        const other = neighbor(tree, leaf, dir);
        if (other === -1) continue;
        if (tree.level[other] > tree.level[leaf] + 1) coarse.push(leaf);
        if (tree.level[leaf] > tree.level[other] + 1) coarse.push(other);
      }
    }
    for (const node of coarse) {
      changed = true;
      if (tree.child[8 * node] === -1) split(tree, node);
    }
  }
}

/** Per corner: the corners of the coarser neighbour that it is interpolated from, or undefined. */
function hangingCorners(tree: Octree): (number[] | undefined)[] {
  const hanging: (number[] | undefined)[] = new Array(tree.corners.count).fill(undefined);
  for (let leaf = 0; leaf < tree.count; leaf++) {
    if (tree.child[8 * leaf] !== -1) continue;
    for (let dir = 0; dir < 6; dir++) {
      const other = neighbor(tree, leaf, dir);
      if (other === -1 || tree.level[other] >= tree.level[leaf]) continue;
      const axis = dir >> 1;
      for (let i = 0; i < 4; i++) {
        const corner = ((dir & 1) << axis) | ((i & 1) << ((axis + 1) % 3)) | ((i >> 1) << ((axis + 2) % 3));
        const id = tree.vertex[8 * leaf + corner];
        if (!hanging[id]) hanging[id] = supports(tree, id, other);
      }
    }
  }
  return hanging;
}

/** Corners of `node` on whose edge (2) or face (4) the corner lies; undefined at a corner or off the node. */
function supports(tree: Octree, corner: number, node: number): number[] | undefined {
  const bits = [0, 0, 0];
  const free: number[] = [];
  for (let k = 0; k < 3; k++) {
    const x = tree.corners.coordinate(corner, k);
    const isLow = Math.abs(x - tree.box[6 * node + k]) < SAME_PLANE;
    const isHigh = Math.abs(x - tree.box[6 * node + 3 + k]) < SAME_PLANE;
    bits[k] = isHigh ? 1 : 0;
    if (!isLow && !isHigh) free.push(k);
  }
  const at = (): number => tree.vertex[8 * node + ((bits[2] << 2) | (bits[1] << 1) | bits[0])];
  if (free.length === 1) {
    bits[free[0]] = 0;
    const low = at();
    bits[free[0]] = 1;
    return [low, at()];
  }
  if (free.length !== 2) return undefined;
  const fixed = 3 - free[0] - free[1];
  const out: number[] = [];
  for (let j = 0; j < 4; j++) {
    bits[(fixed + 1) % 3] = j & 1;
    bits[(fixed + 2) % 3] = j >> 1;
    out.push(at());
  }
  return out;
}

/** Distances at all corners, coarse nodes first so that hanging corners find their supports. */
function cornerDistances(
  tree: Octree,
  hanging: (number[] | undefined)[],
  distance: (p: Float64Array) => number,
): Float64Array {
  const out = new Float64Array(tree.corners.count);
  const done = new Uint8Array(tree.corners.count);
  const p = new Float64Array(3);
  const queue = [0];
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head];
    for (let j = 0; j < 8; j++) {
      const id = tree.vertex[8 * node + j];
      if (done[id]) continue;
      done[id] = 1;
      const supporting = hanging[id];
      if (supporting) {
        let sum = 0;
        for (const s of supporting) sum += out[s];
        out[id] = sum / supporting.length;
      } else {
        for (let k = 0; k < 3; k++) p[k] = tree.corners.coordinate(id, k);
        out[id] = distance(p);
      }
    }
    for (let slot = 0; slot < 8; slot++) {
      if (tree.child[8 * node + slot] !== -1) queue.push(tree.child[8 * node + slot]);
    }
  }
  return out;
}

const closest = { u: 0, v: 0 };

/** Distance to the nearest triangle, negative behind its plane. */
function signedDistance(p: Float64Array, vert: Float64Array, face: Int32Array, bvh: BvhArrays): number {
  let best = 1e20;
  let bestFace = -1;
  let bestU = 0;
  let bestV = 0;
  const stack = bvh.nodeid.length > 0 ? [0] : [];
  while (stack.length > 0) {
    const node = stack.pop() as number;
    if (boxDistance(p, bvh.aabb, 6 * node) >= best) continue;
    const left = bvh.child[2 * node];
    const right = bvh.child[2 * node + 1];
    if (left === -1 && right === -1) {
      const f = bvh.nodeid[node];
      const square = triangleDistance(p, vert, 3 * face[3 * f], 3 * face[3 * f + 1], 3 * face[3 * f + 2]);
      if (square < best) {
        best = square;
        bestFace = f;
        bestU = closest.u;
        bestV = closest.v;
      }
      continue;
    }
    if (right >= 0) stack.push(right);
    if (left >= 0) stack.push(left);
  }
  const dist = Math.sqrt(best);
  if (bestFace < 0) return dist;

  const a = 3 * face[3 * bestFace];
  const b = 3 * face[3 * bestFace + 1];
  const c = 3 * face[3 * bestFace + 2];
  const ex = vert[b] - vert[a];
  const ey = vert[b + 1] - vert[a + 1];
  const ez = vert[b + 2] - vert[a + 2];
  const fx = vert[c] - vert[a];
  const fy = vert[c + 1] - vert[a + 1];
  const fz = vert[c + 2] - vert[a + 2];
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const ux = p[0] - (vert[a] + bestU * ex + bestV * fx);
  const uy = p[1] - (vert[a + 1] + bestU * ey + bestV * fy);
  const uz = p[2] - (vert[a + 2] + bestU * ez + bestV * fz);
  const normSquare = nx * nx + ny * ny + nz * nz;
  const length = normSquare < 1e-14 ? 0 : Math.sqrt(normSquare);
  return ux * nx + uy * ny + uz * nz > 1e-12 * length * dist ? dist : -dist;
}

function boxDistance(p: Float64Array, aabb: Float64Array, at: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const low = aabb[at + k] - aabb[at + 3 + k];
    const high = aabb[at + k] + aabb[at + 3 + k];
    if (p[k] < low) sum += (low - p[k]) * (low - p[k]);
    else if (p[k] > high) sum += (p[k] - high) * (p[k] - high);
  }
  return sum;
}

/**
 * Squared distance from a point to a triangle and the barycentric coordinates of the closest point in `closest`.
 * @see Ericson, Real-Time Collision Detection (2005), §5.1.5
 */
function triangleDistance(p: Float64Array, vert: Float64Array, a: number, b: number, c: number): number {
  const ax = vert[a];
  const ay = vert[a + 1];
  const az = vert[a + 2];
  const bx = vert[b];
  const by = vert[b + 1];
  const bz = vert[b + 2];
  const cx = vert[c];
  const cy = vert[c + 1];
  const cz = vert[c + 2];
  const px = p[0];
  const py = p[1];
  const pz = p[2];
  const abx = bx - ax;
  const aby = by - ay;
  const abz = bz - az;
  const acx = cx - ax;
  const acy = cy - ay;
  const acz = cz - az;
  const set = (u: number, v: number, qx: number, qy: number, qz: number): number => {
    closest.u = u;
    closest.v = v;
    return (px - qx) * (px - qx) + (py - qy) * (py - qy) + (pz - qz) * (pz - qz);
  };

  const d1 = abx * (px - ax) + aby * (py - ay) + abz * (pz - az);
  const d2 = acx * (px - ax) + acy * (py - ay) + acz * (pz - az);
  if (d1 <= 0 && d2 <= 0) return set(0, 0, ax, ay, az);

  const d3 = abx * (px - bx) + aby * (py - by) + abz * (pz - bz);
  const d4 = acx * (px - bx) + acy * (py - by) + acz * (pz - bz);
  if (d3 >= 0 && d4 <= d3) return set(1, 0, bx, by, bz);

  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const u = d1 / (d1 - d3);
    return set(u, 0, ax + u * abx, ay + u * aby, az + u * abz);
  }

  const d5 = abx * (px - cx) + aby * (py - cy) + abz * (pz - cz);
  const d6 = acx * (px - cx) + acy * (py - cy) + acz * (pz - cz);
  if (d6 >= 0 && d5 <= d6) return set(0, 1, cx, cy, cz);

  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const v = d2 / (d2 - d6);
    return set(0, v, ax + v * acx, ay + v * acy, az + v * acz);
  }

  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return set(1 - w, w, bx + w * (cx - bx), by + w * (cy - by), bz + w * (cz - bz));
  }

  const scale = 1 / (va + vb + vc);
  const u = vb * scale;
  const v = vc * scale;
  return set(u, v, ax + u * abx + v * acx, ay + u * aby + v * acy, az + u * abz + v * acz);
}

/** Numbers points by first appearance; equal coordinates are one point. */
class CornerTable {
  count = 0;
  private points = new Float64Array(3 * 1024);
  private slots = new Int32Array(4096).fill(-1);
  private readonly bits = new DataView(new ArrayBuffer(24));

  find(x: number, y: number, z: number): number {
    if (2 * this.count >= this.slots.length) this.grow();
    let slot = this.slotOf(x, y, z);
    for (;;) {
      const id = this.slots[slot];
      if (id < 0) break;
      if (this.points[3 * id] === x && this.points[3 * id + 1] === y && this.points[3 * id + 2] === z) return id;
      slot = (slot + 1) & (this.slots.length - 1);
    }
    if (3 * this.count === this.points.length) {
      const larger = new Float64Array(2 * this.points.length);
      larger.set(this.points);
      this.points = larger;
    }
    this.points.set([x, y, z], 3 * this.count);
    this.slots[slot] = this.count;
    return this.count++;
  }

  coordinate(id: number, k: number): number {
    return this.points[3 * id + k];
  }

  private slotOf(x: number, y: number, z: number): number {
    this.bits.setFloat64(0, x + 0);
    this.bits.setFloat64(8, y + 0);
    this.bits.setFloat64(16, z + 0);
    let h = 0;
    for (let at = 0; at < 24; at += 4) h = Math.imul(h ^ this.bits.getInt32(at), 0x9e3779b1) ^ (h >>> 15);
    return (h ^ (h >>> 13)) & (this.slots.length - 1);
  }

  private grow(): void {
    this.slots = new Int32Array(2 * this.slots.length).fill(-1);
    for (let id = 0; id < this.count; id++) {
      let slot = this.slotOf(this.points[3 * id], this.points[3 * id + 1], this.points[3 * id + 2]);
      while (this.slots[slot] >= 0) slot = (slot + 1) & (this.slots.length - 1);
      this.slots[slot] = id;
    }
  }
}

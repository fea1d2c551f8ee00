import { type F64, type f64, type I32, type i32, scratchF64 } from '../dialect.ts';
import { max, min } from '../math/scalar.ts';
import { zero3 } from '../math/vec3.ts';
import type { ConvexShape } from './convex/convex-shape.ts';

// Signed distance of a mesh, sampled at the corners of an octree's cells and interpolated trilinearly.

const INSET: f64 = 1e-6; // how far inside its box an outside point is projected
const CELL_TOLERANCE: f64 = 1e-8;
const WELL_INSIDE: f64 = 1e-9; // a cell: far above rounding errors
const MAX_DEPTH: i32 = 100;
/** More than any distance. */
export const UNBOUNDED: f64 = 1e10;
const EXTRAPOLATED: f64 = 1e-3; // part of the range of the values: 1000 times CELL_TOLERANCE in a cell of a centimetre
const STEP: f64 = 1e-8; // of finite differences outside the octree's box

const inside = scratchF64(3);
const shifted = scratchF64(3);
const cell = scratchF64(6); // position within the leaf in [0, 1]³, then its extent

/** Gives `shape` the octree of its signed distance, whose first node is `octadr`: children (8 per node), boxes (6), values at the corners (8). */
export function setOctree(shape: ConvexShape, octadr: i32, child: I32, aabb: F64, coeff: F64): void {
  shape.octadr = octadr;
  shape.octchild = child;
  shape.octaabb = aabb;
  shape.octcoeff = coeff;
  shape.leaf = -1;
  shape.least = -UNBOUNDED;
}

/** Distance of point x[i] to the octree's box, ≤ 0 inside; outside points are moved into it, in `inside`. */
function projectIntoBox(shape: ConvexShape, x: F64, i: i32): f64 {
  const aabb = shape.octaabb;
  const a = 6 * shape.octadr;
  const rx = x[i] - aabb[a];
  const ry = x[i + 1] - aabb[a + 1];
  const rz = x[i + 2] - aabb[a + 2];
  const qx = Math.abs(rx) - aabb[a + 3];
  const qy = Math.abs(ry) - aabb[a + 4];
  const qz = Math.abs(rz) - aabb[a + 5];
  const most = max(max(qx, qy), qz);
  const isOutside = most > 0;
  inside[0] = isOutside ? moveIn(x[i], rx, qx) : x[i];
  inside[1] = isOutside ? moveIn(x[i + 1], ry, qy) : x[i + 1];
  inside[2] = isOutside ? moveIn(x[i + 2], rz, qz) : x[i + 2];
  if (!isOutside) return most;
  let dist2: f64 = qx >= 0 ? qx * qx : 0.0;
  dist2 += qy >= 0 ? qy * qy : 0.0;
  dist2 += qz >= 0 ? qz * qz : 0.0;
  return Math.sqrt(dist2);
}

/** A coordinate x that is r from the middle of a box and q beyond its face, inside the box. */
function moveIn(x: f64, r: f64, q: f64): f64 {
  if (!(q >= 0)) return x;
  return r > 0 ? x - (q + INSET) : x + (q + INSET);
}

/** Number of children of the node at child[c]. */
function countChildren(child: I32, c: i32): i32 {
  let count = 0;
  for (let k = 0; k < 8; k++) if (child[c + k] >= 0) count++;
  return count;
}

/** Is the point in `inside` in the box at aabb[a], and not close to its faces? */
function isWellInside(aabb: F64, a: i32): boolean {
  return (
    Math.abs(inside[0] - aabb[a]) < aabb[a + 3] - WELL_INSIDE &&
    Math.abs(inside[1] - aabb[a + 1]) < aabb[a + 4] - WELL_INSIDE &&
    Math.abs(inside[2] - aabb[a + 2]) < aabb[a + 5] - WELL_INSIDE
  );
}

/**
 * The leaf that holds the point in `inside`, with the position in `cell`; -1 when there is none. Mostly it is the one of the point
 * before: to search from the root each time makes collisions of such meshes 1.4 times as slow.
 */
function findLeaf(shape: ConvexShape): i32 {
  const last = shape.leaf;
  if (last < 0 || !isWellInside(shape.octaabb, 6 * (shape.octadr + last))) shape.leaf = halveToLeaf(shape);
  if (shape.leaf >= 0) locate(shape.octaabb, 6 * (shape.octadr + shape.leaf));
  return shape.leaf;
}

/** cell = position of the point in `inside` within the box at aabb[a]. */
function locate(aabb: F64, a: i32): void {
  for (let k = 0; k < 3; k++) {
    const low = aabb[a + k] - aabb[a + 3 + k];
    const extent = aabb[a + k] + aabb[a + 3 + k] - low;
    cell[k] = (inside[k] - low) / extent;
    cell[k + 3] = extent;
  }
}

/**
 * The leaf that holds the point in `inside`, or -1. Each cell is an eighth of its parent, so that its box is known without being read, up to
 * rounding: that is half of the search. A point for which rounding counts is searched by the boxes.
 */
function halveToLeaf(shape: ConvexShape): i32 {
  const { octaabb: aabb, octchild: child } = shape;
  const a = 6 * shape.octadr;
  if (!isWellInside(aabb, a)) return descendToLeaf(shape);
  let x: f64 = inside[0] - aabb[a];
  let y: f64 = inside[1] - aabb[a + 1];
  let z: f64 = inside[2] - aabb[a + 2];
  let sizeX: f64 = aabb[a + 3];
  let sizeY: f64 = aabb[a + 4];
  let sizeZ: f64 = aabb[a + 5];
  let node = 0;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (Math.abs(x) < WELL_INSIDE || Math.abs(y) < WELL_INSIDE || Math.abs(z) < WELL_INSIDE)
      return descendToLeaf(shape);
    const c = 8 * (shape.octadr + node);
    const next = child[c + (x < 0 ? 0 : 1) + (y < 0 ? 0 : 2) + (z < 0 ? 0 : 4)];
    if (next < 0) return countChildren(child, c) === 0 ? node : -1;
    node = next;
    sizeX *= 0.5;
    sizeY *= 0.5;
    sizeZ *= 0.5;
    x += x < 0 ? sizeX : -sizeX;
    y += y < 0 ? sizeY : -sizeY;
    z += z < 0 ? sizeZ : -sizeZ;
  }
  return -1;
}

/** The leaf that holds the point in `inside`, or -1, by the boxes of the cells. */
function descendToLeaf(shape: ConvexShape): i32 {
  const { octaabb: aabb, octchild: child } = shape;
  const x = inside[0];
  const y = inside[1];
  const z = inside[2];
  let node = 0;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const a = 6 * (shape.octadr + node);
    const lowX = aabb[a] - aabb[a + 3];
    const lowY = aabb[a + 1] - aabb[a + 4];
    const lowZ = aabb[a + 2] - aabb[a + 5];
    const highX = aabb[a] + aabb[a + 3];
    const highY = aabb[a + 1] + aabb[a + 4];
    const highZ = aabb[a + 2] + aabb[a + 5];
    if (x + CELL_TOLERANCE < lowX || x - CELL_TOLERANCE > highX) return -1;
    if (y + CELL_TOLERANCE < lowY || y - CELL_TOLERANCE > highY) return -1;
    if (z + CELL_TOLERANCE < lowZ || z - CELL_TOLERANCE > highZ) return -1;

    // the octant: comparing with half the extent is comparing the quotient with a half, to the last bit
    const c = 8 * (shape.octadr + node);
    const east = x - lowX < 0.5 * (highX - lowX) ? 0 : 1;
    const north = y - lowY < 0.5 * (highY - lowY) ? 0 : 2;
    const up = z - lowZ < 0.5 * (highZ - lowZ) ? 0 : 4;
    const next = child[c + (up + north + east)];
    if (next >= 0) {
      node = next;
      continue;
    }
    return countChildren(child, c) === 0 ? node : -1;
  }
  return -1;
}

/** Signed distance of the point x[i] in the mesh's frame; outside the octree's box the distance to the box is added. */
export function octreeDistance(shape: ConvexShape, x: F64, i: i32): f64 {
  if (shape.octadr < 0) return 0;
  const outside = projectIntoBox(shape, x, i);
  const leaf = findLeaf(shape);
  if (leaf < 0) return 0;
  const c = 8 * (shape.octadr + leaf);
  const coeff = shape.octcoeff;
  const x1 = cell[0];
  const y1 = cell[1];
  const z1 = cell[2];
  const x0 = 1 - x1;
  const y0 = 1 - y1;
  const z0 = 1 - z1;
  let dist = x0 * y0 * z0 * coeff[c];
  dist += x1 * y0 * z0 * coeff[c + 1];
  dist += x0 * y1 * z0 * coeff[c + 2];
  dist += x1 * y1 * z0 * coeff[c + 3];
  dist += x0 * y0 * z1 * coeff[c + 4];
  dist += x1 * y0 * z1 * coeff[c + 5];
  dist += x0 * y1 * z1 * coeff[c + 6];
  dist += x1 * y1 * z1 * coeff[c + 7];
  return outside > 0 ? dist + outside : dist;
}

/**
 * A value that the distances of an octree with `octnum` nodes nowhere go below: the least at a corner, less what a point that is just outside a
 * leaf may extrapolate. Where cells are missing there is none.
 */
export function octreeLeast(octadr: i32, octnum: i32, child: I32, coeff: F64): f64 {
  let least: f64 = 0;
  let greatest: f64 = 0;
  for (let c = 8 * octadr; c < 8 * (octadr + octnum); c += 8) {
    const children = countChildren(child, c);
    if (children !== 0 && children !== 8) return -UNBOUNDED;
    for (let k = 0; k < 8; k++) {
      least = min(least, coeff[c + k]);
      greatest = max(greatest, coeff[c + k]);
    }
  }
  return least - EXTRAPOLATED * (greatest - least);
}

/** At most `octreeDistance`, without a search: good far from the octree's box. */
export function octreeBound(shape: ConvexShape, x: F64, i: i32): f64 {
  return shape.least + max(projectIntoBox(shape, x, i), 0);
}

/** Gradient of `octreeDistance`: that of the interpolation inside the box, finite differences outside. */
export function octreeGradient(res: F64, r: i32, shape: ConvexShape, x: F64, i: i32): void {
  zero3(res, r);
  if (shape.octadr < 0) return;
  if (projectIntoBox(shape, x, i) <= 0) {
    const leaf = findLeaf(shape);
    if (leaf < 0) return;
    const c = 8 * (shape.octadr + leaf);
    const coeff = shape.octcoeff;
    const perX = 1 / cell[3];
    const perY = 1 / cell[4];
    const perZ = 1 / cell[5];
    for (let k = 0; k < 8; k++) {
      const wx = (k & 1) !== 0 ? cell[0] : 1 - cell[0];
      const wy = (k & 2) !== 0 ? cell[1] : 1 - cell[1];
      const wz = (k & 4) !== 0 ? cell[2] : 1 - cell[2];
      const sx: f64 = (k & 1) !== 0 ? 1 : -1;
      const sy: f64 = (k & 2) !== 0 ? 1 : -1;
      const sz: f64 = (k & 4) !== 0 ? 1 : -1;
      res[r] += sx * wy * wz * perX * coeff[c + k];
      res[r + 1] += wx * sy * wz * perY * coeff[c + k];
      res[r + 2] += wx * wy * sz * perZ * coeff[c + k];
    }
    return;
  }
  const dist = octreeDistance(shape, x, i);
  for (let k = 0; k < 3; k++) {
    for (let j = 0; j < 3; j++) shifted[j] = x[i + j];
    shifted[k] += STEP;
    res[r + k] = (octreeDistance(shape, shifted, 0) - dist) / STEP;
  }
}

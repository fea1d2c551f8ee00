import { MIN_VALUE } from '../../spatial/rotation.ts';
import { acos, atan2 } from '../../spatial/trig.ts';
import { HashOrder, hashDouble } from '../order/hash-order.ts';

/** Coplanar hull triangles joined to polygons. */
export interface Polygons {
  /** vertex loops */
  loops: number[][];
}

const ANGLE_TOL = 0.01;
const NEAR_POLE = 1 - 1e-7;

/** Edges of triangles with one rounded normal; loose pieces (islands) are told apart until an edge joins them. */
interface Patch {
  from: number[];
  to: number[];
  island: number[];
  islands: number;
}

/**
 * Joins hull triangles whose normals round to the same spherical angles (steps of 0.01 rad) into polygons. The loops
 * come in the iteration order of the reference's hash table.
 */
export function makePolygons(dvert: Float64Array, faces: Int32Array): Polygons {
  const patches: Patch[] = [];
  const byKey = new Map<string, Patch>();
  const table = new HashOrder();
  for (let i = 0; i < faces.length; i += 3) {
    const a = faces[i];
    const b = faces[i + 1];
    const c = faces[i + 2];
    const angles = normalAngles(dvert, a, b, c);
    if (!angles) continue;
    const key = `${angles[0]} ${angles[1]}`;
    const patch = byKey.get(key);
    if (patch) {
      addTriangle(patch, a, b, c);
    } else {
      const fresh = { from: [a, b, c], to: [b, c, a], island: [0, 0, 0], islands: 1 };
      byKey.set(key, fresh);
      patches.push(fresh);
      table.add((hashDouble(angles[0]) ^ hashDouble(angles[1])) >>> 0);
    }
  }
  const loops: number[][] = [];
  for (const k of table.order()) for (const loop of traceLoops(patches[k])) if (loop.length > 2) loops.push(loop);
  return { loops };
}

/** Rounded azimuth and polar angle of a triangle's normal; undefined for a degenerate triangle. */
function normalAngles(v: Float64Array, a: number, b: number, c: number): [number, number] | undefined {
  const bx = v[3 * b] - v[3 * a];
  const by = v[3 * b + 1] - v[3 * a + 1];
  const bz = v[3 * b + 2] - v[3 * a + 2];
  const cx = v[3 * c] - v[3 * a];
  const cy = v[3 * c + 1] - v[3 * a + 1];
  const cz = v[3 * c + 2] - v[3 * a + 2];
  let nx = by * cz - bz * cy;
  let ny = bz * cx - bx * cz;
  let nz = bx * cy - by * cx;
  const norm = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (norm < MIN_VALUE) return undefined;
  // adding zero turns -0 into 0: the azimuth depends on the sign
  nx = nx / norm + 0;
  ny = ny / norm + 0;
  nz = nz / norm + 0;
  if (Math.abs(nz) > NEAR_POLE) return [0, nz < 0 ? roundAway(Math.PI / ANGLE_TOL) : 0];
  return [roundAway(atan2(ny, nx) / ANGLE_TOL), roundAway(acos(nz) / ANGLE_TOL)];
}

/** Nearest integer, halves away from zero. */
function roundAway(x: number): number {
  const t = Math.trunc(x);
  const rounded = Math.abs(x - t) >= 0.5 ? t + (x < 0 ? -1 : 1) : t;
  return rounded + 0;
}

function addTriangle(patch: Patch, a: number, b: number, c: number): void {
  const isNew = [true, true, true];
  const corner = [a, b, c];
  let island = -1;
  for (let k = 0; k < 3; k++) {
    const e = findEdge(patch, corner[(k + 1) % 3], corner[k]);
    if (e < 0) continue;
    const other = patch.island[e];
    if (island === -1) {
      island = other;
    } else if (other !== island) {
      patch.islands--;
      island = joinIslands(patch, island, other);
    }
    isNew[k] = false;
    patch.from.splice(e, 1);
    patch.to.splice(e, 1);
    patch.island.splice(e, 1);
  }
  if (island === -1) island = patch.islands++;
  for (let k = 0; k < 3; k++) {
    if (!isNew[k]) continue;
    patch.from.push(corner[k]);
    patch.to.push(corner[(k + 1) % 3]);
    patch.island.push(island);
  }
}

function findEdge(patch: Patch, from: number, to: number): number {
  for (let e = 0; e < patch.from.length; e++) if (patch.from[e] === from && patch.to[e] === to) return e;
  return -1;
}

/** Gives both islands the smaller number and closes the gap; returns that number. */
function joinIslands(patch: Patch, i: number, j: number): number {
  const [low, high] = i < j ? [i, j] : [j, i];
  for (let e = 0; e < patch.island.length; e++) {
    if (patch.island[e] === high) patch.island[e] = low;
    else if (patch.island[e] > high) patch.island[e]--;
  }
  return low;
}

/** Follows the edges of each island; edge 0 can only start a loop. */
function traceLoops(patch: Patch): number[][] {
  const { from, to, island } = patch;
  const nedge = from.length;
  if (nedge === 3) return [[from[0], from[1], from[2]]];
  const loops: number[][] = [];
  for (let i = 0; i < patch.islands; i++) {
    const start = island.indexOf(i);
    if (start < 0) continue;
    const loop = [from[start], to[start]];
    let next = to[start];
    for (let step = 0; step < nedge; step++) {
      let e = 1;
      while (e < nedge && !(island[e] === i && from[e] === next)) e++;
      if (e === nedge) continue;
      next = to[e];
      if (next === loop[0]) {
        loops.push(loop);
        break;
      }
      loop.push(next);
    }
  }
  return loops;
}

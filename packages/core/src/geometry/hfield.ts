import { type F32, type F64, type f64, type i32, isNaN64, scratchF64, toF64, toInt } from '../dialect.ts';
import { mulMatTMat3, mulMatTVec3, mulMatVec3 } from '../math/mat3.ts';
import { max, min } from '../math/scalar.ts';
import { GEOM_HFIELD, GEOM_MESH } from '../model/constants.ts';
import { CONTACT_STRIDE, MAX_PAIR_CONTACTS } from './contact.ts';
import { penetration } from './convex.ts';
import { shapeA, shapeB } from './convex-shape.ts';
import { FOUND, INFINITE, LEAST, separator } from './minkowski.ts';
import { portalContact } from './mpr.ts';
import { FRAME_LENGTH, MARGIN, MAT, POS, SUPPORT_PRISM } from './shape.ts';
import { smoothNormal } from './smooth-normal.ts';
import { support } from './support.ts';

const MAX_SEPARATORS: i32 = 6;

const delta = scratchF64(3);
const local = scratchF64(3);
const turned = scratchF64(9);
const extent = scratchF64(6); // upper and lower bound of the shape along x, y, z of the field
const point = scratchF64(3);
const diagonal = scratchF64(2); // upper and lower bound along the common normal of the cells' diagonals
const separators = scratchF64(4 * MAX_SEPARATORS); // directions that separated shapeB from prisms before, and its least coordinate along each
const worldFrame = scratchF64(FRAME_LENGTH); // of shapeB

/** Bounds of shapeB along the axes of its frame's parent, by support points. */
function measureExtent(): void {
  for (let k = 0; k < 3; k++) {
    for (let end = 0; end < 2; end++) {
      const sign: f64 = end === 0 ? 1 : -1;
      support(point, 0, shapeB, k === 0 ? sign : 0, k === 1 ? sign : 0, k === 2 ? sign : 0);
      extent[2 * k + end] = point[k];
    }
  }
}

/** Bounds of shapeB along (x, y, 0), the normal of the side that the two prisms of a cell share. */
function measureDiagonal(x: f64, y: f64): void {
  support(point, 0, shapeB, x, y, 0);
  diagonal[0] = point[0] * x + point[1] * y;
  support(point, 0, shapeB, -x, -y, 0);
  diagonal[1] = point[0] * x + point[1] * y;
}

/**
 * Is shapeB higher than `reach` above the top of the prism, by its lowest point there? The direction is left in `separator`, the shape's last vertex as it
 * was.
 */
function isAbove(reach: f64): boolean {
  const points = shapeA.points;
  const ux = points[12] - points[9];
  const uy = points[13] - points[10];
  const uz = points[14] - points[11];
  const vx = points[15] - points[9];
  const vy = points[16] - points[10];
  const vz = points[17] - points[11];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const len = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(len > 0)) return false;
  const inv: f64 = nz < 0 ? -1 / len : 1 / len;
  const x = nx * inv;
  const y = ny * inv;
  const z = nz * inv;
  const vertex = shapeB.vertex;
  const hullVertex = shapeB.hullVertex;
  support(point, 0, shapeB, -x, -y, -z);
  shapeB.vertex = vertex;
  shapeB.hullVertex = hullVertex;
  separator[0] = x;
  separator[1] = y;
  separator[2] = z;
  separator[LEAST] = x * point[0] + y * point[1] + z * point[2];
  return separator[LEAST] - (x * points[9] + y * points[10] + z * points[11]) > reach;
}

/** Is the ball of squared radius `radius2` about `local` beyond the top or a side of the prism? Then the prism cannot be touched. */
function isBeyond(radius2: f64): boolean {
  const points = shapeA.points;
  const ux = points[12] - points[9];
  const uy = points[13] - points[10];
  const uz = points[14] - points[11];
  const vx = points[15] - points[9];
  const vy = points[16] - points[10];
  const vz = points[17] - points[11];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const turn: f64 = nz < 0 ? -1 : 1;
  const height = turn * (nx * (local[0] - points[9]) + ny * (local[1] - points[10]) + nz * (local[2] - points[11]));
  if (height > 0 && height * height > radius2 * (nx * nx + ny * ny + nz * nz)) return true;
  for (let k = 9; k < 18; k += 3) {
    const next = k === 15 ? 9 : k + 3;
    const ex = points[next] - points[k];
    const ey = points[next + 1] - points[k + 1];
    const side = turn * ((local[0] - points[k]) * ey - (local[1] - points[k + 1]) * ex);
    if (side > 0 && side * side > radius2 * (ex * ex + ey * ey)) return true;
  }
  return false;
}

/** Keeps the direction with which GJK ended, the k-th of this field and shape, in place of an old one. */
function keepSeparator(k: i32): void {
  const at = 4 * (k % MAX_SEPARATORS);
  for (let i = 0; i < 4; i++) separators[at + i] = separator[i];
}

/**
 * Does one of the first n directions kept separate shapeB from the prism by more than `gap`? Neighbouring prisms are often apart along the same direction,
 * and trying one costs a fraction of a search: collision takes 0.7 of the time on a height field with 30 meshes.
 */
function isSeparated(n: i32, gap: f64): boolean {
  const points = shapeA.points;
  for (let k = 0; k < n && k < MAX_SEPARATORS; k++) {
    const x = separators[4 * k];
    const y = separators[4 * k + 1];
    const z = separators[4 * k + 2];
    const reach = separators[4 * k + 3] - gap;
    const p = z < 0 ? 0 : 9;
    if (x * points[p] + y * points[p + 1] + z * points[p + 2] >= reach) continue;
    if (x * points[p + 3] + y * points[p + 4] + z * points[p + 5] >= reach) continue;
    if (x * points[p + 6] + y * points[p + 7] + z * points[p + 8] < reach) return true;
  }
  return false;
}

/** Moves the prism on by one vertex of the grid: it keeps the last three. */
function pushVertex(x: f64, y: f64, z: f64): void {
  const points = shapeA.points;
  for (let k = 0; k < 6; k++) {
    points[k] = points[k + 3];
    points[k + 9] = points[k + 12];
  }
  points[6] = x;
  points[7] = y;
  points[15] = x;
  points[16] = y;
  points[17] = z;
}

/**
 * Contacts of a height field with a convex shape: the cells under the shape's bounding box, two triangular prisms each, one contact per prism that the shape
 * touches, up to MAX_PAIR_CONTACTS. The second shape is in `shapeB` in the world frame, set without margin; it is moved to the field's frame here.
 * `size` is the field's (half extents x and y, top, base depth), `data` its heights from `adr` on, row by row, `rbound` the second shape's bounding radius.
 * `byPortal` selects portal refinement, the legacy collider.
 */
export function hfieldConvex(
  out: F64,
  o: i32,
  pos1: F64,
  p1: i32,
  mat1: F64,
  m1: i32,
  size: F64,
  s: i32,
  data: F32,
  adr: i32,
  nrow: i32,
  ncol: i32,
  rbound: f64,
  margin: f64,
  tolerance: f64,
  maxIterations: i32,
  byPortal: boolean,
): i32 {
  const sx = size[s];
  const sy = size[s + 1];
  const top = size[s + 2];
  const base = size[s + 3];

  // bounding sphere against the field's box
  const pose = shapeB.frame;
  for (let k = 0; k < FRAME_LENGTH; k++) worldFrame[k] = pose[k];
  for (let k = 0; k < 3; k++) delta[k] = pose[POS + k] - pos1[p1 + k];
  mulMatTVec3(local, 0, mat1, m1, delta, 0);
  const radius = rbound + margin;
  if (sx < local[0] - radius || -sx > local[0] + radius) return 0;
  if (sy < local[1] - radius || -sy > local[1] + radius) return 0;
  if (top < local[2] - radius || -base > local[2] + radius) return 0;

  // the shape and its bounding box in the field's frame
  mulMatTMat3(turned, 0, mat1, m1, pose, MAT);
  for (let k = 0; k < 9; k++) pose[MAT + k] = turned[k];
  for (let k = 0; k < 3; k++) pose[POS + k] = local[k];
  pose[MARGIN] = 0;
  measureExtent();
  const xmax = extent[0];
  const xmin = extent[1];
  const ymax = extent[2];
  const ymin = extent[3];
  const zmax = extent[4];
  const zmin = extent[5];
  if (xmin - margin > sx || xmax + margin < -sx) return 0;
  if (ymin - margin > sy || ymax + margin < -sy) return 0;
  if (zmin - margin > top || zmax + margin < -base) return 0;
  if (isNaN64(xmin + xmax + ymin + ymax + zmin + zmax)) return 0;

  // cells under it
  const columns = toF64(ncol - 1);
  const rows = toF64(nrow - 1);
  const cmin = toInt(max(0, Math.floor(((xmin + sx) / (2 * sx)) * columns)));
  const cmax = toInt(min(columns, Math.ceil(((xmax + sx) / (2 * sx)) * columns)));
  const rmin = toInt(max(0, Math.floor(((ymin + sy) / (2 * sy)) * rows)));
  const rmax = toInt(min(rows, Math.ceil(((ymax + sy) / (2 * sy)) * rows)));
  const dx = (2 * sx) / columns;
  const dy = (2 * sy) / rows;

  // the prism: lower triangle at the base, upper one on the surface
  pose[MARGIN] = margin;
  shapeA.type = GEOM_HFIELD;
  shapeA.support = SUPPORT_PRISM;
  shapeA.vertex = -1;
  shapeA.frame[MARGIN] = 0;
  const points = shapeA.points;
  points[2] = -base;
  points[5] = -base;
  points[8] = -base;

  // bounds along the normal of the diagonals, which run from (column, row) to (column + 1, row + 1)
  const slack = margin + 10 * tolerance;
  const reach = radius + 10 * tolerance;
  const inv = 1 / Math.sqrt(dx * dx + dy * dy);
  const across = dy * inv;
  const along = dx * inv;
  const vertex = shapeB.vertex;
  const hullVertex = shapeB.hullVertex;
  const isMesh = shapeB.type === GEOM_MESH; // other shapes are cheap to query: culling them did not pay on the terrain
  diagonal[0] = INFINITE;
  diagonal[1] = -INFINITE;
  if (isMesh) measureDiagonal(across, -along);
  shapeB.vertex = vertex;
  shapeB.hullVertex = hullVertex;
  const upper = diagonal[0] + slack;
  const lower = diagonal[1] - slack;

  let n = 0;
  let nseparator = 0;
  for (let r = rmin; r < rmax; r++) {
    for (let c = cmin; c <= cmax; c++) {
      for (let k = 0; k < 2; k++) {
        const row = r + 1 - k;
        pushVertex(dx * toF64(c) - sx, dy * toF64(row) - sy, data[adr + row * ncol + c] * top + margin);
        if (c === cmin) continue;
        if (points[11] < zmin && points[14] < zmin && points[17] < zmin) continue;
        const side = points[12] * across - points[13] * along; // the middle vertex is on the diagonal
        if (k === 0 ? side < lower : side > upper) continue;
        if (isSeparated(nseparator, slack) || isBeyond(reach * reach)) continue;
        if (isMesh && isAbove(slack)) {
          keepSeparator(nseparator++);
          continue;
        }
        const row0 = o + n * CONTACT_STRIDE;
        const found = byPortal
          ? portalContact(out, row0, 0, tolerance, maxIterations)
          : penetration(out, row0, 1, 0, tolerance, maxIterations);
        if (found === 0) {
          if (!byPortal && separator[FOUND] !== 0) keepSeparator(nseparator++);
          continue;
        }
        mulMatVec3(out, row0 + 4, mat1, m1, out, row0 + 4);
        mulMatVec3(out, row0 + 1, mat1, m1, out, row0 + 1);
        for (let i = 0; i < 3; i++) out[row0 + 1 + i] += pos1[p1 + i];
        if (byPortal) smoothNormal(out, row0, GEOM_HFIELD, worldFrame, shapeB.type, worldFrame);
        n++;
        if (n === MAX_PAIR_CONTACTS) return n;
      }
    }
  }
  return n;
}

import { type F64, type f64, type I32, type i32, idiv, scratchF64, scratchI32 } from '../dialect.ts';
import { dot3, normalize3, sub3 } from '../math/vec3.ts';
import { GEOM_BOX, GEOM_CYLINDER, GEOM_MESH } from '../model/constants.ts';
import type { ConvexShape } from './convex-shape.ts';
import { MAT, SIZE } from './shape.ts';
import { toWorld } from './support.ts';

// Faces and edges of boxes, cylinders and meshes around the vertices that touch: the raw material of face contacts.

/** Most faces around a vertex, and most vertices of a face, that take part in face contacts. */
export const MAX_DEGREE: i32 = 512;
export const MAX_POLYGON: i32 = 1024;

/** Cosine from which two directions count as equal (about 5 degrees). */
export const FACE_ALIGNMENT: f64 = 0.996;

const local = scratchF64(3);
const common = scratchI32(2);
const commonAll = scratchI32(2);

/** res = mat·(x, y, z), a local direction in the world. */
function turn(res: F64, r: i32, frame: F64, x: f64, y: f64, z: f64): void {
  res[r] = frame[MAT] * x + frame[MAT + 1] * y + frame[MAT + 2] * z;
  res[r + 1] = frame[MAT + 3] * x + frame[MAT + 4] * y + frame[MAT + 5] * z;
  res[r + 2] = frame[MAT + 6] * x + frame[MAT + 7] * y + frame[MAT + 8] * z;
}

// Faces of a box are numbered +x -x +y -y +z -z.

/** Outward normal of face `side` of a box, in the world. */
function boxSide(normals: F64, r: i32, shape: ConvexShape, side: i32): void {
  const sign: f64 = side % 2 === 0 ? 1 : -1;
  const k = idiv(side, 2);
  turn(normals, r, shape.frame, k === 0 ? sign : 0, k === 1 ? sign : 0, k === 2 ? sign : 0);
}

/** The side of a box whose normal is within the alignment of direction `dir`: 1 when there is one. */
function boxSideAlong(normals: F64, ids: I32, shape: ConvexShape, dir: F64): i32 {
  const frame = shape.frame;
  for (let k = 0; k < 3; k++) {
    local[k] = frame[MAT + k] * dir[0] + frame[MAT + 3 + k] * dir[1] + frame[MAT + 6 + k] * dir[2];
  }
  const inv = 1 / Math.sqrt(dot3(local, 0, local, 0));
  for (let side = 0; side < 6; side++) {
    const along = side % 2 === 0 ? local[idiv(side, 2)] : -local[idiv(side, 2)];
    if (inv * along > FACE_ALIGNMENT) {
      boxSide(normals, 0, shape, side);
      ids[0] = side;
      return 1;
    }
  }
  return 0;
}

/** Sides of a box that contain all of `dim` corners (given as sign bits). */
function boxNormals(normals: F64, ids: I32, dim: i32, shape: ConvexShape, vertex: I32, dir: F64): i32 {
  let n = 0;
  const v1 = vertex[0];
  const v2 = dim > 1 ? vertex[1] : v1;
  const v3 = dim > 2 ? vertex[2] : v1;
  const high = v1 & v2 & v3;
  const low = v1 | v2 | v3;
  for (let k = 0; k < 3; k++) {
    const bit = 1 << k;
    const side = (high & bit) !== 0 ? 2 * k : (low & bit) === 0 ? 2 * k + 1 : -1;
    if (side < 0) continue;
    boxSide(normals, 3 * n, shape, side);
    ids[n++] = side;
  }
  return n === 4 - dim ? n : boxSideAlong(normals, ids, shape, dir);
}

/** Up to two numbers that occur in both lists. */
function intersect(res: I32, a: I32, i: i32, na: i32, b: I32, j: i32, nb: i32): i32 {
  let n = 0;
  for (let k = 0; k < na; k++) {
    for (let l = 0; l < nb; l++) {
      if (a[i + k] !== b[j + l]) continue;
      res[n++] = a[i + k];
      if (n === 2) return 2;
    }
  }
  return n;
}

/** Writes the world normal of polygon `id` of a mesh to place n. */
function meshSide(normals: F64, ids: I32, n: i32, shape: ConvexShape, id: i32): void {
  const adr = 3 * (shape.polyadr + id);
  const polynormal = shape.polynormal;
  turn(normals, 3 * n, shape.frame, polynormal[adr], polynormal[adr + 1], polynormal[adr + 2]);
  ids[n] = id;
}

/** Polygons of a mesh that contain all of `dim` vertices. */
function meshNormals(normals: F64, ids: I32, dim: i32, shape: ConvexShape, vertex: I32): i32 {
  const map = shape.polymap;
  const v1 = shape.vertadr + vertex[0];
  const adr1 = shape.polymapadr[v1];
  const num1 = shape.polymapnum[v1];
  if (dim === 1) {
    const n = num1 < MAX_DEGREE ? num1 : MAX_DEGREE;
    for (let k = 0; k < n; k++) meshSide(normals, ids, k, shape, map[adr1 + k]);
    return n;
  }
  const v2 = shape.vertadr + vertex[1];
  const n = intersect(common, map, adr1, num1, map, shape.polymapadr[v2], shape.polymapnum[v2]);
  if (dim === 2) {
    for (let k = 0; k < n; k++) meshSide(normals, ids, k, shape, common[k]);
    return n;
  }
  const v3 = shape.vertadr + vertex[2];
  if (intersect(commonAll, common, 0, n, map, shape.polymapadr[v3], shape.polymapnum[v3]) === 0) return 0;
  meshSide(normals, ids, 0, shape, commonAll[0]);
  return 1;
}

/**
 * Outward normals of the faces that contain the `dim` touching vertices of a shape, with the faces' numbers; `dir` is the outward contact direction.
 */
export function faceNormals(normals: F64, ids: I32, dim: i32, shape: ConvexShape, vertex: I32, dir: F64): i32 {
  if (shape.type === GEOM_BOX) return boxNormals(normals, ids, dim, shape, vertex, dir);
  if (shape.type === GEOM_MESH) return meshNormals(normals, ids, dim, shape, vertex);
  if (shape.type === GEOM_CYLINDER && dim === 1) {
    turn(normals, 0, shape.frame, 0, 0, vertex[0] === 0 ? 1 : -1);
    ids[0] = vertex[0];
    return 1;
  }
  return 0;
}

/** Direction of the edge from the first touching point to ends[3n]. */
function edgeDirection(dirs: F64, ends: F64, n: i32, touching: F64): void {
  sub3(dirs, 3 * n, ends, 3 * n, touching, 0);
  normalize3(dirs, 3 * n);
}

/**
 * Edges from the first of `dim` touching vertices (world points `touching`): their unit directions and far ends. For a cylinder that is the line along its
 * round side, from one cap to the other.
 */
export function edgeDirections(dirs: F64, ends: F64, dim: i32, shape: ConvexShape, touching: F64, vertex: i32): i32 {
  const frame = shape.frame;
  if (shape.type === GEOM_CYLINDER) {
    const sign: f64 = vertex !== 0 ? 1 : -1;
    const length = frame[SIZE + 1] + frame[SIZE + 1];
    for (let k = 0; k < 3; k++) {
      dirs[k] = sign * frame[MAT + 2 + 3 * k];
      ends[k] = length * dirs[k] + touching[k];
    }
    return 1;
  }
  if (shape.type !== GEOM_BOX && shape.type !== GEOM_MESH) return 0;
  if (dim === 2) {
    for (let k = 0; k < 3; k++) ends[k] = touching[3 + k];
    edgeDirection(dirs, ends, 0, touching);
    return 1;
  }
  if (shape.type === GEOM_BOX) {
    for (let n = 0; n < 3; n++) {
      const far = vertex ^ (1 << n);
      const x = (far & 1) !== 0 ? frame[SIZE] : -frame[SIZE];
      const y = (far & 2) !== 0 ? frame[SIZE + 1] : -frame[SIZE + 1];
      const z = (far & 4) !== 0 ? frame[SIZE + 2] : -frame[SIZE + 2];
      toWorld(ends, 3 * n, frame, x, y, z);
      edgeDirection(dirs, ends, n, touching);
    }
    return 3;
  }

  // mesh: in each polygon around the vertex, the edge to the vertex before it
  const v = shape.vertadr + vertex;
  const num = shape.polymapnum[v] < MAX_DEGREE ? shape.polymapnum[v] : MAX_DEGREE;
  for (let n = 0; n < num; n++) {
    const id = shape.polyadr + shape.polymap[shape.polymapadr[v] + n];
    const adr = shape.polyvertadr[id];
    const nvert = shape.polyvertnum[id];
    for (let k = 0; k < nvert; k++) {
      if (shape.polyvert[adr + k] !== vertex) continue;
      const far = 3 * (shape.vertadr + shape.polyvert[adr + (k === 0 ? nvert - 1 : k - 1)]);
      toWorld(ends, 3 * n, frame, shape.vert[far], shape.vert[far + 1], shape.vert[far + 2]);
      edgeDirection(dirs, ends, n, touching);
      break;
    }
  }
  return num;
}

/** Corner of a box, given by its sign bits. */
function boxCorner(res: F64, r: i32, shape: ConvexShape, bits: i32): void {
  const frame = shape.frame;
  const x = (bits & 1) !== 0 ? frame[SIZE] : -frame[SIZE];
  const y = (bits & 2) !== 0 ? frame[SIZE + 1] : -frame[SIZE + 1];
  const z = (bits & 4) !== 0 ? frame[SIZE + 2] : -frame[SIZE + 2];
  toWorld(res, r, frame, x, y, z);
}

/** Four corners of a box side, clockwise seen from outside. */
function boxCorners(res: F64, shape: ConvexShape, a: i32, b: i32, c: i32, d: i32): i32 {
  boxCorner(res, 0, shape, a);
  boxCorner(res, 3, shape, b);
  boxCorner(res, 6, shape, c);
  boxCorner(res, 9, shape, d);
  return 4;
}

const CAP_SIDES: i32 = 16; // a cap is clipped as a regular polygon

/** Cosine of k sixteenths of a turn, to the digits that the oracle has. */
function sixteenth(k: i32): f64 {
  switch (k & 15) {
    case 0:
      return 1;
    case 1:
    case 15:
      return 0.923879532511287;
    case 2:
      return 0.707106781186548;
    case 3:
    case 13:
      return 0.38268343236509;
    case 5:
    case 11:
      return -0.38268343236509;
    case 6:
      return -0.707106781186547;
    case 7:
    case 9:
      return -0.923879532511287;
    case 8:
      return -1;
    case 10:
      return -0.707106781186548;
    case 14:
      return 0.707106781186547;
    default:
      return 0;
  }
}

/** Polygon in a cap of a cylinder: 0 the upper one, 1 the lower. */
function capPolygon(res: F64, shape: ConvexShape, cap: i32): i32 {
  const frame = shape.frame;
  const sign: f64 = cap === 0 ? 1 : -1;
  const radius = frame[SIZE];
  for (let k = 0; k < CAP_SIDES; k++) {
    const x = sixteenth(k) * radius;
    const y = sign * (radius * -sixteenth(k + 12));
    toWorld(res, 3 * k, frame, x, y, sign * frame[SIZE + 1]);
  }
  return CAP_SIDES;
}

/** Vertices of face `id` of a box, cylinder or mesh, world frame, clockwise seen from outside; returns their number, 0 when there are too many. */
export function facePolygon(res: F64, shape: ConvexShape, id: i32): i32 {
  if (shape.type === GEOM_BOX) {
    switch (id) {
      case 0:
        return boxCorners(res, shape, 7, 3, 1, 5);
      case 1:
        return boxCorners(res, shape, 2, 6, 4, 0);
      case 2:
        return boxCorners(res, shape, 2, 3, 7, 6);
      case 3:
        return boxCorners(res, shape, 4, 5, 1, 0);
      case 4:
        return boxCorners(res, shape, 6, 7, 5, 4);
      default:
        return boxCorners(res, shape, 3, 2, 0, 1);
    }
  }
  if (shape.type === GEOM_CYLINDER) return capPolygon(res, shape, id);
  const adr = shape.polyvertadr[shape.polyadr + id];
  const n = shape.polyvertnum[shape.polyadr + id];
  if (n > MAX_POLYGON) return 0;
  for (let k = 0; k < n; k++) {
    const v = 3 * (shape.vertadr + shape.polyvert[adr + n - 1 - k]);
    toWorld(res, 3 * k, shape.frame, shape.vert[v], shape.vert[v + 1], shape.vert[v + 2]);
  }
  return n;
}

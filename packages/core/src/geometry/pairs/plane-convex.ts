import { type F64, type f64, type i32, isNaN64, scratchF64 } from '../../dialect.ts';
import { dist3, normalize3 } from '../../math/vec3.ts';
import { GEOM_ELLIPSOID } from '../../model/constants.ts';
import { CONTACT_STRIDE, writeContact } from '../contact.ts';
import { type ConvexShape, shapeB } from '../convex-shape.ts';
import { MAT, POS, SIZE } from '../shape.ts';
import { climbHull, searchVertices, toWorld } from '../support.ts';

const MAX_PLANE_CONTACTS: i32 = 4;
const SPACING: f64 = 0.3; // least distance of further contacts to the first, relative to the bounding radius

const point = scratchF64(3);
const first = scratchF64(3);

/** Row for the world point in `point`. */
function planePoint(out: F64, o: i32, nx: f64, ny: f64, nz: f64, dist: f64): void {
  const lift = -0.5 * dist;
  writeContact(out, o, dist, point[0] + nx * lift, point[1] + ny * lift, point[2] + nz * lift, nx, ny, nz);
}

/** Signed height of `point` over the plane through pos1. */
function heightOver(pos1: F64, p1: i32, nx: f64, ny: f64, nz: f64): f64 {
  return nx * (point[0] - pos1[p1]) + ny * (point[1] - pos1[p1 + 1]) + nz * (point[2] - pos1[p1 + 2]);
}

/** Adds mesh vertex v as row n unless it is too close to the first contact; returns the new number of rows. */
function addVertex(
  out: F64,
  o: i32,
  n: i32,
  shape: ConvexShape,
  v: i32,
  pos1: F64,
  p1: i32,
  nx: f64,
  ny: f64,
  nz: f64,
  spacing: f64,
): i32 {
  const adr = 3 * (shape.vertadr + v);
  toWorld(point, 0, shape.frame, shape.vert[adr], shape.vert[adr + 1], shape.vert[adr + 2]);
  if (dist3(point, 0, out, o + 1) < spacing) return n;
  planePoint(out, o + n * CONTACT_STRIDE, nx, ny, nz, heightOver(pos1, p1, nx, ny, nz));
  return n + 1;
}

/**
 * Plane : ellipsoid or mesh, where the second shape is in `shapeB`. The support point, and for a mesh the hull vertices next to it that are within the margin
 * and not too close to it.
 */
export function planeConvex(out: F64, o: i32, pos1: F64, p1: i32, mat1: F64, m1: i32, rbound: f64, margin: f64): i32 {
  const shape = shapeB;
  const frame = shape.frame;
  const nx = mat1[m1 + 2];
  const ny = mat1[m1 + 5];
  const nz = mat1[m1 + 8];

  // downward direction in the shape's frame
  const lx = frame[MAT] * -nx + frame[MAT + 3] * -ny + frame[MAT + 6] * -nz;
  const ly = frame[MAT + 1] * -nx + frame[MAT + 4] * -ny + frame[MAT + 7] * -nz;
  const lz = frame[MAT + 2] * -nx + frame[MAT + 5] * -ny + frame[MAT + 8] * -nz;
  if (shape.type === GEOM_ELLIPSOID) {
    first[0] = lx * frame[SIZE];
    first[1] = ly * frame[SIZE + 1];
    first[2] = lz * frame[SIZE + 2];
    normalize3(first, 0);
    toWorld(point, 0, frame, first[0] * frame[SIZE], first[1] * frame[SIZE + 1], first[2] * frame[SIZE + 2]);
    const dist = heightOver(pos1, p1, nx, ny, nz);
    if (dist > margin || isNaN64(dist)) return 0;
    planePoint(out, o, nx, ny, nz, dist);
    return 1;
  }

  // lowest vertex
  const graphadr = shape.graphadr;
  shape.vertex = -1;
  if (graphadr < 0) searchVertices(shape, lx, ly, lz);
  else climbHull(shape, shape.hullVertex < 0 ? 0 : shape.hullVertex, lx, ly, lz);
  const adr = 3 * (shape.vertadr + shape.vertex);
  toWorld(point, 0, frame, shape.vert[adr], shape.vert[adr + 1], shape.vert[adr + 2]);
  const dist = heightOver(pos1, p1, nx, ny, nz);
  if (dist > margin || isNaN64(dist)) return 0;
  planePoint(out, o, nx, ny, nz, dist);

  // further vertices: neighbours on the hull, or all of them
  const threshold =
    nx * (frame[POS] - pos1[p1]) + ny * (frame[POS + 1] - pos1[p1 + 1]) + nz * (frame[POS + 2] - pos1[p1 + 2]) - margin;
  const spacing = SPACING * rbound;
  const lowest = shape.vertex;
  const vert = shape.vert;
  let n = 1;
  if (graphadr < 0) {
    for (let v = 0; v < shape.vertnum && n < MAX_PLANE_CONTACTS; v++) {
      const a = 3 * (shape.vertadr + v);
      if (v === lowest || !(lx * vert[a] + ly * vert[a + 1] + lz * vert[a + 2] > threshold)) continue;
      n = addVertex(out, o, n, shape, v, pos1, p1, nx, ny, nz, spacing);
    }
    return n;
  }
  const graph = shape.graph;
  const nvert = graph[graphadr];
  const vertid = graphadr + 2 + nvert;
  const edges = vertid + nvert;
  for (let e = edges + graph[graphadr + 2 + shape.hullVertex]; graph[e] >= 0 && n < MAX_PLANE_CONTACTS; e++) {
    const v = graph[vertid + graph[e]];
    const a = 3 * (shape.vertadr + v);
    if (!(lx * vert[a] + ly * vert[a + 1] + lz * vert[a + 2] > threshold)) continue;
    n = addVertex(out, o, n, shape, v, pos1, p1, nx, ny, nz, spacing);
  }
  return n;
}

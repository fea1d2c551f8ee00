import { type F64, type f64, type i32, isNaN64, scratchF64, scratchI32 } from '../../dialect.ts';
import { cross3, norm3 } from '../../math/vec3.ts';
import { GEOM_MESH, GEOM_SDF } from '../../model/constants.ts';
import { CONTACT_STRIDE, writeContact } from '../contact.ts';
import { type ConvexShape, shapeB } from '../convex-shape.ts';
import { MAT, POS } from '../shape.ts';
import { support, toWorld } from '../support.ts';

const point = scratchF64(3);
const diagonalA = scratchF64(3);
const diagonalB = scratchF64(3);
const diagonals = scratchF64(3);
const quad = scratchI32(4); // polygon corners that become contacts

/** Row for the world point in `point`. */
function planePoint(out: F64, o: i32, nx: f64, ny: f64, nz: f64, dist: f64): void {
  const lift = -0.5 * dist;
  writeContact(out, o, dist, point[0] + nx * lift, point[1] + ny * lift, point[2] + nz * lift, nx, ny, nz);
}

/** The polygon around the shape's last support vertex whose local normal points most along -(x, y, z); -1 when there is none. */
function bottomPolygon(shape: ConvexShape, x: f64, y: f64, z: f64): i32 {
  const v = shape.vertadr + shape.vertex;
  const adr = shape.polymapadr[v];
  const num = shape.polymapnum[v];
  const normal = shape.polynormal;
  let best = -1;
  let least: f64 = 1;
  for (let k = 0; k < num; k++) {
    const id = shape.polymap[adr + k];
    const n = 3 * (shape.polyadr + id);
    const along = normal[n] * x + normal[n + 1] * y + normal[n + 2] * z;
    if (along < least) {
      least = along;
      best = id;
    }
  }
  return best;
}

/** First number in `vert` of corner k of the polygon whose vertex list starts at adr. */
function cornerVertex(shape: ConvexShape, adr: i32, k: i32): i32 {
  return 3 * (shape.vertadr + shape.polyvert[adr + k]);
}

/** Area of the quadrilateral of polygon corners a, b, c, d. */
function quadArea(shape: ConvexShape, adr: i32, a: i32, b: i32, c: i32, d: i32): f64 {
  const vert = shape.vert;
  const va = cornerVertex(shape, adr, a);
  const vb = cornerVertex(shape, adr, b);
  const vc = cornerVertex(shape, adr, c);
  const vd = cornerVertex(shape, adr, d);
  for (let k = 0; k < 3; k++) {
    diagonalA[k] = vert[va + k] - vert[vc + k];
    diagonalB[k] = vert[vb + k] - vert[vd + k];
  }
  cross3(diagonals, 0, diagonalA, 0, diagonalB, 0);
  return norm3(diagonals, 0) * 0.5;
}

/** The quadrilateral of largest area with corner a of an n-gon, by advancing the other three in turn; leaves corners b, c, d in `quad`. */
function largestQuad(shape: ConvexShape, adr: i32, n: i32, a: i32): void {
  let b = (a + 1) % n;
  let c = (a + 2) % n;
  let d = (a + 3) % n;
  let most = quadArea(shape, adr, a, b, c, d);
  for (;;) {
    let next = (d + 1) % n;
    let area = quadArea(shape, adr, a, b, c, next);
    if (!(area > most)) break;
    most = area;
    d = next;
    for (;;) {
      next = (c + 1) % n;
      area = quadArea(shape, adr, a, b, next, d);
      if (!(area > most)) break;
      most = area;
      c = next;
    }
    for (;;) {
      next = (b + 1) % n;
      area = quadArea(shape, adr, a, next, c, d);
      if (!(area > most)) break;
      most = area;
      b = next;
    }
  }
  quad[1] = b;
  quad[2] = c;
  quad[3] = d;
}

/**
 * Plane : ellipsoid or mesh, where the second shape is in `shapeB` (set without margin). The support point, and for a mesh up to three more corners of the
 * hull polygon at its bottom that are below the centre and within the margin.
 */
export function planeConvex(out: F64, o: i32, pos1: F64, p1: i32, mat1: F64, m1: i32, margin: f64): i32 {
  const shape = shapeB;
  const frame = shape.frame;
  const nx = mat1[m1 + 2];
  const ny = mat1[m1 + 5];
  const nz = mat1[m1 + 8];
  const x = pos1[p1];
  const y = pos1[p1 + 1];
  const z = pos1[p1 + 2];

  support(point, 0, shape, -nx, -ny, -nz);
  let dist = nx * (point[0] - x) + ny * (point[1] - y) + nz * (point[2] - z);
  if (dist > margin || isNaN64(dist)) return 0;
  planePoint(out, o, nx, ny, nz, dist);
  if ((shape.type !== GEOM_MESH && shape.type !== GEOM_SDF) || shape.polynum === 0 || shape.vertex < 0) return 1;

  // the polygon at the bottom, seen from the support vertex
  const lx = frame[MAT] * nx + frame[MAT + 3] * ny + frame[MAT + 6] * nz;
  const ly = frame[MAT + 1] * nx + frame[MAT + 4] * ny + frame[MAT + 7] * nz;
  const lz = frame[MAT + 2] * nx + frame[MAT + 5] * ny + frame[MAT + 8] * nz;
  const polygon = bottomPolygon(shape, lx, ly, lz);
  if (polygon < 0) return 1;
  const adr = shape.polyvertadr[shape.polyadr + polygon];
  const n = shape.polyvertnum[shape.polyadr + polygon];
  let first = 0;
  for (let k = 0; k < n; k++) {
    if (shape.polyvert[adr + k] === shape.vertex) {
      first = k;
      break;
    }
  }
  for (let k = 1; k < 4; k++) quad[k] = (first + k) % n;
  if (n > 4) largestQuad(shape, adr, n, first);

  // its other corners
  let count = 1;
  for (let k = 1; k < 4 && k < n; k++) {
    const v = cornerVertex(shape, adr, quad[k]);
    toWorld(point, 0, frame, shape.vert[v], shape.vert[v + 1], shape.vert[v + 2]);
    dist = nx * (point[0] - x) + ny * (point[1] - y) + nz * (point[2] - z);
    const rise = nx * (point[0] - frame[POS]) + ny * (point[1] - frame[POS + 1]) + nz * (point[2] - frame[POS + 2]);
    if (margin < dist || rise > 0) continue;
    planePoint(out, o + count * CONTACT_STRIDE, nx, ny, nz, dist);
    count++;
  }
  return count;
}

import { type F64, type f64, type I32, type i32, scratchF64, scratchI32, toInt } from '../dialect.ts';
import { dot3, normalize3, sub3 } from '../math/vec3.ts';
import { GEOM_MESH } from '../model/constants.ts';
import { MAX_PAIR_CONTACTS, MINVAL } from './contact.ts';
import { shapeA, shapeB } from './convex-shape.ts';
import { faceVertex, polytope } from './epa.ts';
import { edgeDirections, FACE_ALIGNMENT, faceNormals, facePolygon, MAX_DEGREE, MAX_POLYGON } from './features.ts';
import {
  INDEX_A,
  INDEX_B,
  NWITNESS,
  ON_A,
  ON_B,
  status,
  VERTEX,
  witnessA,
  witnessB,
  witnessDist,
} from './minkowski.ts';

const EDGE_ALIGNMENT: f64 = 0.0888; // |cosine| up to which an edge lies in a face (about 5 degrees)

const normalsA = scratchF64(3 * MAX_DEGREE);
const normalsB = scratchF64(3 * MAX_DEGREE);
const facesA = scratchI32(MAX_DEGREE);
const facesB = scratchI32(MAX_DEGREE);
const edgeEnds = scratchF64(3 * MAX_DEGREE);
const polygonA = scratchF64(3 * MAX_POLYGON);
const polygonB = scratchF64(3 * MAX_POLYGON);
const clipped = scratchF64(2 * 6 * MAX_POLYGON); // two buffers
const sidePlane = scratchF64(4 * MAX_POLYGON); // inward normal and offset of the clipping face's sides

const touchingA = scratchF64(9); // touching points of A, world frame
const touchingB = scratchF64(9);
const vertexA = scratchI32(3); // their vertex numbers
const vertexB = scratchI32(3);
const outA = scratchF64(3); // contact direction, out of A
const outB = scratchF64(3);
const match = scratchI32(2);
const edge = scratchF64(3);
const quad = scratchI32(4);

/** The three vertices of an EPA face on one shape: their indices and points. */
function readTouching(points: F64, vertex: I32, face: i32, index: i32, part: i32): void {
  for (let k = 0; k < 3; k++) {
    const v = faceVertex(face, k) * VERTEX;
    vertex[k] = toInt(polytope[v + index]);
    for (let c = 0; c < 3; c++) points[3 * k + c] = polytope[v + part + c];
  }
}

/** How many of the three touching vertices differ; two different ones are moved to the front. */
function distinctVertices(points: F64, vertex: I32): i32 {
  if (vertex[0] === vertex[1]) {
    if (vertex[0] === vertex[2]) return 1;
    vertex[1] = vertex[2];
    for (let c = 0; c < 3; c++) points[3 + c] = points[6 + c];
    return 2;
  }
  return vertex[2] === vertex[0] || vertex[2] === vertex[1] ? 2 : 3;
}

/** The first two faces that face each other, in `match`. */
function matchFaces(na: i32, nb: i32): boolean {
  for (let i = 0; i < na; i++) {
    for (let j = 0; j < nb; j++) {
      if (dot3(normalsA, 3 * i, normalsB, 3 * j) < -FACE_ALIGNMENT) {
        match[0] = i;
        match[1] = j;
        return true;
      }
    }
  }
  return false;
}

/** The first edge that lies in a face whose normal is along `out`, in `match` as edge, face. */
function matchEdge(edges: F64, nedge: i32, normals: F64, nface: i32, out: F64): boolean {
  for (let j = 0; j < nface; j++) {
    if (dot3(normals, 3 * j, out, 0) <= MINVAL) continue;
    for (let i = 0; i < nedge; i++) {
      if (Math.abs(dot3(edges, 3 * i, normals, 3 * j)) < EDGE_ALIGNMENT) {
        match[0] = i;
        match[1] = j;
        return true;
      }
    }
  }
  return false;
}

/** Planes through the sides of the clipping face, along its normal. */
function makeSidePlanes(face: F64, n: i32, normals: F64, normal: i32): void {
  const nx = normals[normal];
  const ny = normals[normal + 1];
  const nz = normals[normal + 2];
  for (let k = 0; k < n; k++) {
    const p = 3 * k;
    const q = k + 1 === n ? 0 : p + 3;
    const x = face[p];
    const y = face[p + 1];
    const z = face[p + 2];
    const ex = face[q] - x;
    const ey = face[q + 1] - y;
    const ez = face[q + 2] - z;
    // the sums round as the oracle's do
    const lx = x + nx - x;
    const ly = y + ny - y;
    const lz = z + nz - z;
    const r = 4 * k;
    sidePlane[r] = ey * lz - ez * ly;
    sidePlane[r + 1] = ez * lx - ex * lz;
    sidePlane[r + 2] = ex * ly - ey * lx;
    normalize3(sidePlane, r);
    sidePlane[r + 3] = sidePlane[r] * x + sidePlane[r + 1] * y + sidePlane[r + 2] * z;
  }
}

/** Clips the polygon of n points at `from` by side k of the clipping face, into the buffer at `to`. */
function clipBySide(face: F64, k: i32, n: i32, from: i32, to: i32): i32 {
  if (n === 0) return 0;
  const ax = face[3 * k];
  const ay = face[3 * k + 1];
  const az = face[3 * k + 2];
  const nx = sidePlane[4 * k];
  const ny = sidePlane[4 * k + 1];
  const nz = sidePlane[4 * k + 2];
  const offset = sidePlane[4 * k + 3];
  let px = clipped[from];
  let py = clipped[from + 1];
  let pz = clipped[from + 2];
  let pIn = (px - ax) * nx + (py - ay) * ny + (pz - az) * nz > -MINVAL;
  let count = 0;
  for (let i = 0; i < n; i++) {
    const q = i + 1 < n ? from + 3 * i + 3 : from;
    const qx = clipped[q];
    const qy = clipped[q + 1];
    const qz = clipped[q + 2];
    const qIn = (qx - ax) * nx + (qy - ay) * ny + (qz - az) * nz > -MINVAL;
    if (pIn !== qIn) {
      const ex = qx - px;
      const ey = qy - py;
      const ez = qz - pz;
      const along = nx * ex + ny * ey + nz * ez;
      if (along !== 0) {
        const t = (offset - (nx * px + ny * py + nz * pz)) / along;
        if (t >= 0 && t <= 1) {
          const r = to + 3 * count;
          clipped[r] = px + t * ex;
          clipped[r + 1] = py + t * ey;
          clipped[r + 2] = pz + t * ez;
          count++;
        }
      }
    }
    if (qIn) {
      const r = to + 3 * count;
      clipped[r] = qx;
      clipped[r + 1] = qy;
      clipped[r + 2] = qz;
      count++;
    }
    px = qx;
    py = qy;
    pz = qz;
    pIn = qIn;
    if (count >= 2 * MAX_POLYGON - 2) break;
  }
  return count;
}

/** Area of the quadrilateral of clipped points a, b, c, d. */
function quadArea(a: i32, b: i32, c: i32, d: i32): f64 {
  const ux = clipped[a] - clipped[c];
  const uy = clipped[a + 1] - clipped[c + 1];
  const uz = clipped[a + 2] - clipped[c + 2];
  const vx = clipped[b] - clipped[d];
  const vy = clipped[b + 1] - clipped[d + 1];
  const vz = clipped[b + 2] - clipped[d + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return Math.sqrt(x * x + y * y + z * z) * 0.5;
}

/** The point after p in a polygon of n points at `from`. */
function nextPoint(from: i32, n: i32, p: i32): i32 {
  return p === from + 3 * (n - 1) ? from : p + 3;
}

function keepQuad(a: i32, b: i32, c: i32, d: i32): void {
  quad[0] = a;
  quad[1] = b;
  quad[2] = c;
  quad[3] = d;
}

/** The quadrilateral of largest area among the vertices of a convex polygon of n > 4 points, by rotating its corners. */
function largestQuad(from: i32, n: i32): void {
  let b = from + 3;
  let c = from + 6;
  let d = from + 9;
  keepQuad(from, b, c, d);
  let most = quadArea(from, b, c, d);
  for (let a = from; a < from + 3 * n; a += 3) {
    for (;;) {
      let next = nextPoint(from, n, d);
      let area = quadArea(a, b, c, next);
      if (!(area > most)) break;
      most = area;
      d = next;
      keepQuad(a, b, c, d);
      for (;;) {
        next = nextPoint(from, n, c);
        area = quadArea(a, b, next, d);
        if (!(area > most)) break;
        most = area;
        c = next;
        keepQuad(a, b, c, d);
      }
      for (;;) {
        next = nextPoint(from, n, b);
        area = quadArea(a, next, c, d);
        if (!(area > most)) break;
        most = area;
        b = next;
        keepQuad(a, b, c, d);
      }
    }
    if (b === a) {
      b = nextPoint(from, n, b);
      if (c === b) {
        c = nextPoint(from, n, c);
        if (d === c) d = nextPoint(from, n, d);
      }
    }
  }
}

/**
 * Witness pair k from the clipped point p: the point itself on the clipped shape, and its distance along `direction` (times sign) to the plane of the clipping
 * face on the other. `swap` exchanges the roles of A and B.
 */
function writeWitness(
  k: i32,
  p: i32,
  face: F64,
  normals: F64,
  normal: i32,
  directions: F64,
  direction: i32,
  sign: f64,
  swap: boolean,
): void {
  sub3(edge, 0, clipped, p, face, 0);
  const dist = dot3(edge, 0, normals, normal);
  const onFace = swap ? witnessB : witnessA;
  const onOther = swap ? witnessA : witnessB;
  const s = -Math.abs(dist);
  for (let c = 0; c < 3; c++) {
    onFace[3 * k + c] = clipped[p + c] + s * (sign * directions[direction + c]);
    onOther[3 * k + c] = clipped[p + c];
  }
  witnessDist[k] = dist;
}

/**
 * Clips `other` (a face, or an edge of two points) by the sides of `face` and turns the points below the face into witness pairs: all of them, or the
 * largest quadrilateral when fewer than five are wanted. Returns false, with the witnesses as they were, when nothing remains.
 */
function clipFace(
  face: F64,
  nface: i32,
  other: F64,
  nother: i32,
  normals: F64,
  normal: i32,
  directions: F64,
  direction: i32,
  sign: f64,
  swap: boolean,
  maxContacts: i32,
): boolean {
  if (nface < 3) return false;
  makeSidePlanes(face, nface, normals, normal);
  for (let k = 0; k < 3 * nother; k++) clipped[k] = other[k];
  let n = nother;
  let from = 0;
  for (let k = 0; k < nface; k++) {
    const to = 6 * MAX_POLYGON - from;
    n = clipBySide(face, k, n, from, to);
    from = to;
  }

  // keep what is below the face
  let kept = 0;
  for (let i = 0; i < n; i++) {
    sub3(edge, 0, clipped, from + 3 * i, face, 0);
    if (!(dot3(edge, 0, normals, normal) <= 0)) continue;
    for (let c = 0; c < 3; c++) clipped[from + 3 * kept + c] = clipped[from + 3 * i + c];
    kept++;
  }
  if (kept < 1) return false;

  if (maxContacts < 5 && kept > 4) {
    largestQuad(from, kept);
    for (let k = 0; k < 4; k++) writeWitness(k, quad[k], face, normals, normal, directions, direction, sign, swap);
    status[NWITNESS] = 4;
    return true;
  }

  // an edge leaves two points: the most distant ones
  if (nother === 2 && kept > 2) {
    let first = 0;
    let second = 1;
    let most: f64 = 0;
    for (let i = 0; i < kept; i++) {
      for (let j = i + 1; j < kept; j++) {
        sub3(edge, 0, clipped, from + 3 * j, clipped, from + 3 * i);
        const d = dot3(edge, 0, edge, 0);
        if (d > most) {
          most = d;
          first = i;
          second = j;
        }
      }
    }
    writeWitness(0, from + 3 * first, face, normals, normal, directions, direction, sign, swap);
    writeWitness(1, from + 3 * second, face, normals, normal, directions, direction, sign, swap);
    status[NWITNESS] = 2;
    return true;
  }

  if (kept > MAX_PAIR_CONTACTS) kept = MAX_PAIR_CONTACTS;
  for (let k = 0; k < kept; k++) {
    writeWitness(k, from + 3 * k, face, normals, normal, directions, direction, sign, swap);
  }
  status[NWITNESS] = kept;
  return true;
}

/** Exchanges the two points of witness pair 0. */
function swapWitness(): void {
  for (let c = 0; c < 3; c++) {
    const a = witnessA[c];
    witnessA[c] = witnessB[c];
    witnessB[c] = a;
  }
}

/**
 * Face contacts of shapeA and shapeB from the EPA face that decided their depth: when a face of one lies against a face or an edge of the other, the witness
 * pair of EPA is replaced by those of the clipped overlap, else it stays.
 */
export function multicontact(face: i32, maxContacts: i32): void {
  if (shapeA.type === GEOM_MESH && shapeA.polynum === 0) return;
  if (shapeB.type === GEOM_MESH && shapeB.polynum === 0) return;
  readTouching(touchingA, vertexA, face, INDEX_A, ON_A);
  readTouching(touchingB, vertexB, face, INDEX_B, ON_B);
  const dimA = distinctVertices(touchingA, vertexA);
  const dimB = distinctVertices(touchingB, vertexB);
  sub3(outA, 0, witnessA, 0, witnessB, 0);
  sub3(outB, 0, witnessB, 0, witnessA, 0);
  let na = faceNormals(normalsA, facesA, dimA, shapeA, vertexA, outA);
  let nb = faceNormals(normalsB, facesB, dimB, shapeB, vertexB, outB);

  // face on face
  if (matchFaces(na, nb)) {
    const i = match[0];
    const j = match[1];
    const n1 = facePolygon(polygonA, shapeA, facesA[i]);
    const n2 = facePolygon(polygonB, shapeB, facesB[j]);
    clipFace(polygonA, n1, polygonB, n2, normalsA, 3 * i, normalsB, 3 * j, 1, false, maxContacts);
    return;
  }

  // edge of A on a face of B
  if (dimA < 3 && dimA <= dimB) {
    na = edgeDirections(normalsA, edgeEnds, dimA, shapeA, touchingA, vertexA[0]);
    if (!matchEdge(normalsA, na, normalsB, nb, outB)) return;
    const i = match[0];
    const j = match[1];
    for (let c = 0; c < 3; c++) {
      polygonA[c] = touchingA[c];
      polygonA[3 + c] = edgeEnds[3 * i + c];
    }
    const n = facePolygon(polygonB, shapeB, facesB[j]);
    // an edge that misses the face leaves the pair of EPA, but the oracle exchanges its points (and so turns the normal) all the same
    if (!clipFace(polygonB, n, polygonA, 2, normalsB, 3 * j, normalsB, 3 * j, -1, true, maxContacts)) swapWitness();
    return;
  }

  // edge of B on a face of A
  if (dimB < 3) {
    nb = edgeDirections(normalsB, edgeEnds, dimB, shapeB, touchingB, vertexB[0]);
    if (!matchEdge(normalsB, nb, normalsA, na, outA)) return;
    const i = match[0];
    const j = match[1];
    for (let c = 0; c < 3; c++) {
      polygonB[c] = touchingB[c];
      polygonB[3 + c] = edgeEnds[3 * i + c];
    }
    const n = facePolygon(polygonA, shapeA, facesA[j]);
    clipFace(polygonA, n, polygonB, 2, normalsA, 3 * j, normalsA, 3 * j, -1, false, maxContacts);
  }
}

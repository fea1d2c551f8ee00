import { type F64, type f64, type i32, scratchF64, scratchI32, toInt } from '../../dialect.ts';
import { MINVAL, minI } from '../../math/scalar.ts';
import { copy3, cross3, dot3, norm3, normalize3, scl3, sub3 } from '../../math/vec3.ts';
import { MAX_PAIR_CONTACTS } from '../contact.ts';
import { SHAPE_MESH } from '../shape-type.ts';
import type { ConvexShape } from './convex-shape.ts';
import type { EpaResult } from './epa.ts';
import { Edges, FACE_ALIGNMENT, Feature, findEdges, findFaces, Polygon, setFace } from './features.ts';
import { MAX_POLYGON } from './limits.ts';
import { INDEX_A, INDEX_B, ON_A, ON_B, VERTEX } from './minkowski.ts';

const EDGE_ALIGNMENT: f64 = 0.0888; // |cosine| up to which an edge lies in a face (about 5 degrees)

/** Pairs of points, on A and on B, with their signed distances: what a query of convex shapes comes to. */
export class Witnesses {
  count: i32 = 0;
  readonly dist: F64 = scratchF64(MAX_PAIR_CONTACTS);
  readonly onA: F64 = scratchF64(3 * MAX_PAIR_CONTACTS);
  readonly onB: F64 = scratchF64(3 * MAX_PAIR_CONTACTS);
}

const featureA = new Feature();
const featureB = new Feature();
const polygonA = new Polygon();
const polygonB = new Polygon();
const edges = new Edges();
const clipped = scratchF64(2 * 6 * MAX_POLYGON); // two buffers
const sidePlane = scratchF64(4 * MAX_POLYGON); // inward normal and offset of the clipping face's sides
const edge = scratchF64(3);
const diagonalA = scratchF64(3);
const diagonalB = scratchF64(3);
const quad = scratchI32(4); // corners of the current quadrilateral among the clipped points
const chosen = scratchI32(MAX_PAIR_CONTACTS); // clipped points that become witnesses

/**
 * Reads the vertices of one shape from those of A - B, with the offsets of their number and point. Equal ones count once; two different ones are
 * moved to the front.
 */
function readFeature(feature: Feature, face: F64, index: i32, part: i32): void {
  const vertex = feature.vertex;
  for (let k = 0; k < 3; k++) {
    vertex[k] = toInt(face[k * VERTEX + index]);
    copy3(feature.point, 3 * k, face, k * VERTEX + part);
  }
  if (vertex[0] !== vertex[1]) {
    feature.dim = vertex[2] === vertex[0] || vertex[2] === vertex[1] ? 2 : 3;
  } else if (vertex[0] === vertex[2]) {
    feature.dim = 1;
  } else {
    feature.dim = 2;
    vertex[1] = vertex[2];
    copy3(feature.point, 3, feature.point, 6);
  }
}

/** Matches the first two faces that face each other. */
function matchFaces(a: Feature, b: Feature): boolean {
  for (let i = 0; i < a.nface; i++) {
    for (let j = 0; j < b.nface; j++) {
      if (!(dot3(a.normal, 3 * i, b.normal, 3 * j) < -FACE_ALIGNMENT)) continue;
      a.matched = i;
      b.matched = j;
      return true;
    }
  }
  return false;
}

/** Matches the first edge that lies in a face turned towards it, and that face. */
function matchEdge(feature: Feature): boolean {
  for (let j = 0; j < feature.nface; j++) {
    if (dot3(feature.normal, 3 * j, feature.out, 0) <= MINVAL) continue;
    for (let i = 0; i < edges.count; i++) {
      if (!(Math.abs(dot3(edges.direction, 3 * i, feature.normal, 3 * j)) < EDGE_ALIGNMENT)) continue;
      edges.matched = i;
      feature.matched = j;
      return true;
    }
  }
  return false;
}

/** Planes through the sides of the clipping face, along its normal. */
function makeSidePlanes(polygon: Polygon): void {
  const { point: face, count: n } = polygon;
  const nx = polygon.normal[0];
  const ny = polygon.normal[1];
  const nz = polygon.normal[2];
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

/** Area of the current quadrilateral. */
function quadArea(): f64 {
  sub3(diagonalA, 0, clipped, quad[0], clipped, quad[2]);
  sub3(diagonalB, 0, clipped, quad[1], clipped, quad[3]);
  cross3(edge, 0, diagonalA, 0, diagonalB, 0);
  return norm3(edge, 0) * 0.5;
}

/** The clipped point after p, of n. */
function nextPoint(n: i32, p: i32): i32 {
  return p === 3 * (n - 1) ? 0 : p + 3;
}

/** Moves corner k to the next point if the quadrilateral then has an area of more than `most`; returns the area of the larger. */
function advanceCorner(k: i32, n: i32, most: f64): f64 {
  const corner = quad[k];
  quad[k] = nextPoint(n, corner);
  const area = quadArea();
  if (!(area > most)) {
    quad[k] = corner;
    return most;
  }
  for (let i = 0; i < 4; i++) chosen[i] = quad[i];
  return area;
}

/** The same until the area does not grow any more. */
function advanceWhileLarger(k: i32, n: i32, most: f64): f64 {
  let area = most;
  let next = advanceCorner(k, n, area);
  while (next > area) {
    area = next;
    next = advanceCorner(k, n, area);
  }
  return area;
}

/** The quadrilateral of largest area among n > 4 clipped points, which form a convex polygon, by rotating its corners; in `chosen`. */
function findLargestQuad(n: i32): void {
  for (let k = 0; k < 4; k++) {
    quad[k] = 3 * k;
    chosen[k] = quad[k];
  }
  let most = quadArea();
  for (let a = 0; a < 3 * n; a += 3) {
    quad[0] = a;
    for (;;) {
      const area = advanceCorner(3, n, most);
      if (!(area > most)) break;
      most = advanceWhileLarger(2, n, area);
      most = advanceWhileLarger(1, n, most);
    }

    // the corner that is next must be ahead of this one, and so on
    for (let k = 1; k < 4; k++) {
      if (quad[k] !== quad[k - 1]) break;
      quad[k] = nextPoint(n, quad[k]);
    }
  }
}

/**
 * Witness pair k from the clipped point p: the point itself on the clipped polygon, and its distance along that one's normal to the plane of the
 * clipping face.
 */
function writeWitness(
  k: i32,
  p: i32,
  face: Polygon,
  other: Polygon,
  witnesses: Witnesses,
  onFace: F64,
  onOther: F64,
): void {
  sub3(edge, 0, clipped, p, face.point, 0);
  const dist = dot3(edge, 0, face.normal, 0);
  const s = -Math.abs(dist);
  for (let c = 0; c < 3; c++) {
    onFace[3 * k + c] = clipped[p + c] + s * other.normal[c];
    onOther[3 * k + c] = clipped[p + c];
  }
  witnesses.dist[k] = dist;
}

/** The two of n clipped points that are farthest apart, in `chosen`. */
function findMostDistant(n: i32): void {
  let most: f64 = 0;
  chosen[0] = 0;
  chosen[1] = 3;
  for (let i = 0; i < 3 * n; i += 3) {
    for (let j = i + 3; j < 3 * n; j += 3) {
      sub3(edge, 0, clipped, j, clipped, i);
      const d = dot3(edge, 0, edge, 0);
      if (d > most) {
        most = d;
        chosen[0] = i;
        chosen[1] = j;
      }
    }
  }
}

/** Clips `other` by the sides of `face` and keeps the points below the face; returns their number. */
function clipPolygon(face: Polygon, other: Polygon): i32 {
  if (face.count < 3) return 0;
  makeSidePlanes(face);
  let n = other.count;
  let from = 0;
  for (let k = 0; k < 3 * n; k++) clipped[k] = other.point[k];
  for (let k = 0; k < face.count; k++) {
    const to = 6 * MAX_POLYGON - from;
    n = clipBySide(face.point, k, n, from, to);
    from = to;
  }
  let kept = 0;
  for (let i = 0; i < n; i++) {
    sub3(edge, 0, clipped, from + 3 * i, face.point, 0);
    if (dot3(edge, 0, face.normal, 0) <= 0) copy3(clipped, 3 * kept++, clipped, from + 3 * i);
  }
  return kept;
}

/**
 * Clips `other` (a face or an edge) by the sides of `face` and turns the points below the face into witness pairs: all of them, or the largest
 * quadrilateral when fewer than five are wanted; of an edge, the ends. Returns false, with the witnesses as they were, when nothing remains.
 * `onFace` and `onOther` are the points of the witnesses on the two shapes.
 */
function clipFace(
  face: Polygon,
  other: Polygon,
  maxContacts: i32,
  witnesses: Witnesses,
  onFace: F64,
  onOther: F64,
): boolean {
  let n = clipPolygon(face, other);
  if (n < 1) return false;
  if (maxContacts < 5 && n > 4) {
    findLargestQuad(n);
    n = 4;
  } else if (other.count === 2 && n > 2) {
    findMostDistant(n);
    n = 2;
  } else {
    n = minI(n, MAX_PAIR_CONTACTS);
    for (let k = 0; k < n; k++) chosen[k] = 3 * k;
  }
  for (let k = 0; k < n; k++) writeWitness(k, chosen[k], face, other, witnesses, onFace, onOther);
  witnesses.count = n;
  return true;
}

/** Exchanges the two points of witness pair 0. */
function swapWitness(witnesses: Witnesses): void {
  copy3(edge, 0, witnesses.onA, 0);
  copy3(witnesses.onA, 0, witnesses.onB, 0);
  copy3(witnesses.onB, 0, edge, 0);
}

/** Sets up an edge of the first shape and the face of the second that it lies on; false when there are none. */
function findEdgeOnFace(
  edgePolygon: Polygon,
  edgeFeature: Feature,
  edgeShape: ConvexShape,
  face: Polygon,
  faceFeature: Feature,
  faceShape: ConvexShape,
): boolean {
  findEdges(edges, edgeFeature, edgeShape);
  if (!matchEdge(faceFeature)) return false;
  setFace(face, faceFeature, faceShape);
  edgePolygon.count = 2;
  copy3(edgePolygon.point, 0, edgeFeature.point, 0);
  copy3(edgePolygon.point, 3, edges.end, 3 * edges.matched);
  scl3(edgePolygon.normal, 0, face.normal, 0, -1);
  return true;
}

/** A mesh without polygons has no faces to clip. */
function lacksPolygons(shape: ConvexShape): boolean {
  return shape.type === SHAPE_MESH && shape.polynum === 0;
}

/**
 * Face contacts of two shapes from the face of A - B that decided their depth: when a face of one lies against a face or an edge of the other, the
 * witness pair of EPA is replaced by those of the clipped overlap, else it stays.
 */
export function multicontact(
  a: ConvexShape,
  b: ConvexShape,
  deepest: EpaResult,
  maxContacts: i32,
  witnesses: Witnesses,
): void {
  if (lacksPolygons(a) || lacksPolygons(b)) return;
  const { onA, onB } = witnesses;
  readFeature(featureA, deepest.face, INDEX_A, ON_A);
  readFeature(featureB, deepest.face, INDEX_B, ON_B);
  sub3(featureA.out, 0, deepest.onA, 0, deepest.onB, 0);
  sub3(featureB.out, 0, deepest.onB, 0, deepest.onA, 0);
  findFaces(featureA, a);
  findFaces(featureB, b);

  // face on face
  if (matchFaces(featureA, featureB)) {
    setFace(polygonA, featureA, a);
    setFace(polygonB, featureB, b);
    clipFace(polygonA, polygonB, maxContacts, witnesses, onA, onB);
    return;
  }

  // edge of A on a face of B
  if (featureA.dim < 3 && featureA.dim <= featureB.dim) {
    if (!findEdgeOnFace(polygonA, featureA, a, polygonB, featureB, b)) return;
    // an edge that misses the face leaves the pair of EPA, but the oracle exchanges its points (and so turns the normal) all the same
    if (!clipFace(polygonB, polygonA, maxContacts, witnesses, onB, onA)) swapWitness(witnesses);
    return;
  }

  // edge of B on a face of A
  if (featureB.dim < 3 && findEdgeOnFace(polygonB, featureB, b, polygonA, featureA, a))
    clipFace(polygonA, polygonB, maxContacts, witnesses, onA, onB);
}

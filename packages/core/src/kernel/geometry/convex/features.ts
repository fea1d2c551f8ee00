import { type F64, type f64, type I32, type i32, idiv, scratchF64, scratchI32 } from '../../dialect.ts';
import { minI } from '../../math/scalar.ts';
import { copy3, dot3, normalize3, sub3 } from '../../math/vec3.ts';
import { toWorld, turnToLocal, turnToWorld } from '../geom.ts';
import { SHAPE_BOX, SHAPE_CYLINDER, SHAPE_MESH } from '../shape-type.ts';
import type { ConvexShape } from './convex-shape.ts';
import { MAX_DEGREE, MAX_POLYGON } from './limits.ts';

// Faces and edges of boxes, cylinders and meshes around the vertices that touch: what face contacts are built from.

/** Cosine from which two directions count as equal (about 5 degrees). */
export const FACE_ALIGNMENT: f64 = 0.996;

/** The part of a shape that touches the other one: up to three vertices, and the faces that contain them all. */
export class Feature {
  /** Number of different vertices. */
  dim: i32 = 0;
  /** The vertices: their numbers, and their places in the world. */
  readonly vertex: I32 = scratchI32(3);
  readonly point: F64 = scratchF64(9);
  /** Contact direction, out of the shape. */
  readonly out: F64 = scratchF64(3);

  /** The faces: their numbers and outward normals. */
  nface: i32 = 0;
  readonly face: I32 = scratchI32(MAX_DEGREE);
  readonly normal: F64 = scratchF64(3 * MAX_DEGREE);
  /** Which of them lies against the other shape. */
  matched: i32 = 0;
}

/** Edges that start at a touching vertex. */
export class Edges {
  count: i32 = 0;
  /** Unit directions. */
  readonly direction: F64 = scratchF64(3 * MAX_DEGREE);
  /** Far ends. */
  readonly end: F64 = scratchF64(3 * MAX_DEGREE);
  /** Which of them lies in a face of the other shape. */
  matched: i32 = 0;
}

/** A face of a shape in the world, or an edge (two points), which takes its normal from the face that it lies on. */
export class Polygon {
  count: i32 = 0;
  /** Clockwise seen from outside. */
  readonly point: F64 = scratchF64(3 * MAX_POLYGON);
  /** Outward. */
  readonly normal: F64 = scratchF64(3);
}

const local = scratchF64(3);
const common = scratchI32(2);
const commonAll = scratchI32(2);

/** Adds a face with the local normal (x, y, z). */
function addNormal(feature: Feature, shape: ConvexShape, face: i32, x: f64, y: f64, z: f64): void {
  const n = feature.nface++;
  turnToWorld(feature.normal, 3 * n, shape.mat, x, y, z);
  feature.face[n] = face;
}

// Faces of a box are numbered +x -x +y -y +z -z.

/** Adds face `side` of a box. */
function addBoxSide(feature: Feature, shape: ConvexShape, side: i32): void {
  const sign: f64 = side % 2 === 0 ? 1 : -1;
  const k = idiv(side, 2);
  addNormal(feature, shape, side, k === 0 ? sign : 0, k === 1 ? sign : 0, k === 2 ? sign : 0);
}

/** Adds the side of a box whose normal is within the alignment of the contact direction, if there is one. */
function addBoxSideAlong(feature: Feature, shape: ConvexShape): void {
  turnToLocal(local, shape.mat, feature.out[0], feature.out[1], feature.out[2]);
  const inv = 1 / Math.sqrt(dot3(local, 0, local, 0));
  for (let side = 0; side < 6; side++) {
    const along = side % 2 === 0 ? local[idiv(side, 2)] : -local[idiv(side, 2)];
    if (inv * along > FACE_ALIGNMENT) {
      addBoxSide(feature, shape, side);
      return;
    }
  }
}

/** Adds the sides of a box that contain all touching corners (numbered by their sign bits). */
function addBoxSides(feature: Feature, shape: ConvexShape): void {
  const v1 = feature.vertex[0];
  const v2 = feature.dim > 1 ? feature.vertex[1] : v1;
  const v3 = feature.dim > 2 ? feature.vertex[2] : v1;
  const high = v1 & v2 & v3;
  const low = v1 | v2 | v3;
  for (let k = 0; k < 3; k++) {
    const bit = 1 << k;
    const side = (high & bit) !== 0 ? 2 * k : (low & bit) === 0 ? 2 * k + 1 : -1;
    if (side >= 0) addBoxSide(feature, shape, side);
  }
  if (feature.nface === 4 - feature.dim) return;
  feature.nface = 0;
  addBoxSideAlong(feature, shape);
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

/** Adds the n polygons of a mesh that are listed from list[i] on. */
function addPolygons(feature: Feature, shape: ConvexShape, list: I32, i: i32, n: i32): void {
  const normal = shape.polynormal;
  for (let k = 0; k < n; k++) {
    const id = list[i + k];
    const adr = 3 * (shape.polyadr + id);
    addNormal(feature, shape, id, normal[adr], normal[adr + 1], normal[adr + 2]);
  }
}

/** Adds the polygons of a mesh that contain all touching vertices; of those with three in common, one. */
function addMeshSides(feature: Feature, shape: ConvexShape): void {
  const map = shape.polymap;
  const v1 = shape.vertadr + feature.vertex[0];
  const adr1 = shape.polymapadr[v1];
  const num1 = shape.polymapnum[v1];
  if (feature.dim === 1) {
    addPolygons(feature, shape, map, adr1, minI(num1, MAX_DEGREE));
    return;
  }
  const v2 = shape.vertadr + feature.vertex[1];
  const n = intersect(common, map, adr1, num1, map, shape.polymapadr[v2], shape.polymapnum[v2]);
  if (feature.dim === 2) {
    addPolygons(feature, shape, common, 0, n);
    return;
  }
  const v3 = shape.vertadr + feature.vertex[2];
  const all = intersect(commonAll, common, 0, n, map, shape.polymapadr[v3], shape.polymapnum[v3]);
  addPolygons(feature, shape, commonAll, 0, minI(all, 1));
}

/** Finds the faces that contain all touching vertices of a shape. */
export function findFaces(feature: Feature, shape: ConvexShape): void {
  feature.nface = 0;
  switch (shape.type) {
    case SHAPE_BOX:
      addBoxSides(feature, shape);
      break;
    case SHAPE_MESH:
      addMeshSides(feature, shape);
      break;
    case SHAPE_CYLINDER:
      if (feature.dim === 1) addNormal(feature, shape, feature.vertex[0], 0, 0, feature.vertex[0] === 0 ? 1 : -1);
      break;
    default:
      break;
  }
}

/** Adds the edge from the touching point to the end that is already in its place. */
function addEdge(edges: Edges, feature: Feature): void {
  const n = 3 * edges.count++;
  sub3(edges.direction, n, edges.end, n, feature.point, 0);
  normalize3(edges.direction, n);
}

/** The line along the round side of a cylinder, from the touching point on one cap to the other. */
function cylinderEdge(edges: Edges, feature: Feature, shape: ConvexShape): void {
  const sign: f64 = feature.vertex[0] !== 0 ? 1 : -1;
  const length = shape.size[1] + shape.size[1];
  for (let k = 0; k < 3; k++) {
    edges.direction[k] = sign * shape.mat[2 + 3 * k];
    edges.end[k] = length * edges.direction[k] + feature.point[k];
  }
  edges.count = 1;
}

/** In each polygon of a mesh around the touching vertex, the edge to the vertex before it. */
function meshEdges(edges: Edges, feature: Feature, shape: ConvexShape): void {
  const vertex = feature.vertex[0];
  const v = shape.vertadr + vertex;
  const num = minI(shape.polymapnum[v], MAX_DEGREE);
  for (let n = 0; n < num; n++) {
    const id = shape.polyadr + shape.polymap[shape.polymapadr[v] + n];
    const adr = shape.polyvertadr[id];
    const nvert = shape.polyvertnum[id];
    for (let k = 0; k < nvert; k++) {
      if (shape.polyvert[adr + k] !== vertex) continue;
      meshVertex(edges.end, 3 * n, shape, shape.polyvert[adr + (k === 0 ? nvert - 1 : k - 1)]);
      addEdge(edges, feature);
      break;
    }
  }
}

/** Finds the edges that start at the first touching vertex of a shape; the one between two touching vertices alone, where there are two. */
export function findEdges(edges: Edges, feature: Feature, shape: ConvexShape): void {
  edges.count = 0;
  if (shape.type === SHAPE_CYLINDER) {
    cylinderEdge(edges, feature, shape);
  } else if (feature.dim === 2 && (shape.type === SHAPE_BOX || shape.type === SHAPE_MESH)) {
    copy3(edges.end, 0, feature.point, 3);
    addEdge(edges, feature);
  } else if (shape.type === SHAPE_BOX) {
    for (let n = 0; n < 3; n++) {
      boxCorner(edges.end, 3 * n, shape, feature.vertex[0] ^ (1 << n));
      addEdge(edges, feature);
    }
  } else if (shape.type === SHAPE_MESH) {
    meshEdges(edges, feature, shape);
  }
}

/** Vertex v of a mesh in the world. */
function meshVertex(res: F64, r: i32, shape: ConvexShape, v: i32): void {
  const vert = shape.vert;
  const adr = 3 * (shape.vertadr + v);
  toWorld(res, r, shape.pos, shape.mat, vert[adr], vert[adr + 1], vert[adr + 2]);
}

/** Corner of a box in the world, given by its sign bits. */
function boxCorner(res: F64, r: i32, shape: ConvexShape, bits: i32): void {
  const size = shape.size;
  const x = (bits & 1) !== 0 ? size[0] : -size[0];
  const y = (bits & 2) !== 0 ? size[1] : -size[1];
  const z = (bits & 4) !== 0 ? size[2] : -size[2];
  toWorld(res, r, shape.pos, shape.mat, x, y, z);
}

/** Four corners of a box side. */
function boxCorners(res: F64, shape: ConvexShape, a: i32, b: i32, c: i32, d: i32): i32 {
  boxCorner(res, 0, shape, a);
  boxCorner(res, 3, shape, b);
  boxCorner(res, 6, shape, c);
  boxCorner(res, 9, shape, d);
  return 4;
}

/** Corners of side `id` of a box, clockwise seen from outside; returns their number. */
function boxPolygon(res: F64, shape: ConvexShape, id: i32): i32 {
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
  const sign: f64 = cap === 0 ? 1 : -1;
  const radius = shape.size[0];
  for (let k = 0; k < CAP_SIDES; k++) {
    const x = sixteenth(k) * radius;
    const y = sign * (radius * -sixteenth(k + 12));
    toWorld(res, 3 * k, shape.pos, shape.mat, x, y, sign * shape.size[1]);
  }
  return CAP_SIDES;
}

/** Vertices of polygon `id` of a mesh; returns their number, 0 when there are too many. */
function meshPolygon(res: F64, shape: ConvexShape, id: i32): i32 {
  const adr = shape.polyvertadr[shape.polyadr + id];
  const n = shape.polyvertnum[shape.polyadr + id];
  if (n > MAX_POLYGON) return 0;
  for (let k = 0; k < n; k++) meshVertex(res, 3 * k, shape, shape.polyvert[adr + n - 1 - k]);
  return n;
}

/** Makes `polygon` the matched face of a feature of a box, cylinder or mesh. */
export function setFace(polygon: Polygon, feature: Feature, shape: ConvexShape): void {
  const id = feature.face[feature.matched];
  copy3(polygon.normal, 0, feature.normal, 3 * feature.matched);
  if (shape.type === SHAPE_BOX) polygon.count = boxPolygon(polygon.point, shape, id);
  else if (shape.type === SHAPE_CYLINDER) polygon.count = capPolygon(polygon.point, shape, id);
  else polygon.count = meshPolygon(polygon.point, shape, id);
}

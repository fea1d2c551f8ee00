import type { F32, F64, f64, I32, i32 } from '../dialect.ts';
import {
  GEOM_BOX,
  GEOM_CAPSULE,
  GEOM_CYLINDER,
  GEOM_ELLIPSOID,
  GEOM_HFIELD,
  GEOM_MESH,
  GEOM_SPHERE,
} from '../model/constants.ts';
import type { ConvexShape } from './convex-shape.ts';
import { UNBOUNDED } from './octree.ts';

// Layout of ConvexShape.frame.
export const POS: i32 = 0; // centre, world frame
export const MAT: i32 = 3; // orientation, row-major
export const SIZE: i32 = 12; // half sizes, as of a geom of the type
export const MARGIN: i32 = 16; // half of it inflates the shape
export const FRAME_LENGTH: i32 = 17;

// Which support mapping a shape has (see support.ts).
export const SUPPORT_POINT: i32 = 0;
export const SUPPORT_SEGMENT: i32 = 1;
export const SUPPORT_SPHERE: i32 = 2;
export const SUPPORT_CAPSULE: i32 = 3;
export const SUPPORT_ELLIPSOID: i32 = 4;
export const SUPPORT_CYLINDER: i32 = 5;
export const SUPPORT_BOX: i32 = 6;
export const SUPPORT_VERTICES: i32 = 7; // all vertices of a mesh
export const SUPPORT_GRAPH: i32 = 8; // hill climbing on the hull of a mesh
export const SUPPORT_PRISM: i32 = 9;
export const SUPPORT_SIMPLEX: i32 = 10; // up to four points with a radius

/** Meshes with fewer vertices are searched exhaustively. */
export const MIN_GRAPH_VERTICES: i32 = 10;

/** Support mapping of a geom type. */
function supportOf(type: i32): i32 {
  switch (type) {
    case GEOM_SPHERE:
      return SUPPORT_SPHERE;
    case GEOM_CAPSULE:
      return SUPPORT_CAPSULE;
    case GEOM_ELLIPSOID:
      return SUPPORT_ELLIPSOID;
    case GEOM_CYLINDER:
      return SUPPORT_CYLINDER;
    case GEOM_BOX:
      return SUPPORT_BOX;
    case GEOM_HFIELD:
      return SUPPORT_PRISM;
    default:
      return SUPPORT_VERTICES;
  }
}

/** Fills `shape` with a geom of any convex type; meshes need `setMesh` as well. Forgets the warm start. */
export function setShape(
  shape: ConvexShape,
  type: i32,
  pos: F64,
  p: i32,
  mat: F64,
  m: i32,
  size: F64,
  s: i32,
  margin: f64,
): void {
  shape.type = type;
  shape.support = supportOf(type);
  shape.vertex = -1;
  shape.hullVertex = -1;
  const frame = shape.frame;
  for (let k = 0; k < 3; k++) frame[POS + k] = pos[p + k];
  for (let k = 0; k < 9; k++) frame[MAT + k] = mat[m + k];
  for (let k = 0; k < 3; k++) frame[SIZE + k] = size[s + k];
  frame[MARGIN] = margin;
  shape.polynum = 0;
  shape.octadr = -1;
  shape.field = -1;
}

/**
 * Gives `shape` the vertices of a mesh and its hull graph. `vertadr` is the mesh's first vertex in `vert`, `graphadr` its first number in
 * `graph` or -1, `extremaadr` the first of its 27 seeds in `extrema` (hull vertices that are extreme in the directions of a 3×3×3 grid).
 */
export function setMeshVertices(
  shape: ConvexShape,
  vert: F32,
  vertadr: i32,
  vertnum: i32,
  graph: I32,
  graphadr: i32,
  extrema: I32,
  extremaadr: i32,
): void {
  shape.vert = vert;
  shape.vertadr = vertadr;
  shape.vertnum = vertnum;
  shape.graph = graph;
  shape.graphadr = graphadr;
  shape.extrema = extrema;
  shape.extremaadr = extremaadr;
  shape.support = graphadr < 0 || vertnum < MIN_GRAPH_VERTICES ? SUPPORT_VERTICES : SUPPORT_GRAPH;
}

/**
 * Gives `shape` the polygons of its hull, for face contacts: `polyadr` is the mesh's first polygon; the per-vertex lists `polymapadr` and
 * `polymapnum` start at the mesh's `vertadr`.
 */
export function setMeshPolygons(
  shape: ConvexShape,
  polynum: i32,
  polyadr: i32,
  polynormal: F64,
  polyvertadr: I32,
  polyvertnum: I32,
  polyvert: I32,
  polymapadr: I32,
  polymapnum: I32,
  polymap: I32,
): void {
  shape.polynum = polynum;
  shape.polyadr = polyadr;
  shape.polynormal = polynormal;
  shape.polyvertadr = polyvertadr;
  shape.polyvertnum = polyvertnum;
  shape.polyvert = polyvert;
  shape.polymapadr = polymapadr;
  shape.polymapnum = polymapnum;
  shape.polymap = polymap;
}

/** Gives `shape` the octree of its signed distance; `octadr` is the mesh's first node. */
export function setMeshOctree(shape: ConvexShape, octadr: i32, octchild: I32, octaabb: F64, octcoeff: F64): void {
  shape.octadr = octadr;
  shape.octchild = octchild;
  shape.octaabb = octaabb;
  shape.octcoeff = octcoeff;
  shape.leaf = -1;
  shape.least = -UNBOUNDED;
}

/** True for shapes with finitely many support points: GJK and EPA end on them exactly. */
export function isDiscrete(shape: ConvexShape): boolean {
  const type = shape.type;
  return shape.frame[MARGIN] === 0 && (type === GEOM_MESH || type === GEOM_BOX || type === GEOM_HFIELD);
}

/** Centre of a shape: the start of GJK. */
export function shapeCentre(res: F64, r: i32, shape: ConvexShape): void {
  if (shape.support !== SUPPORT_PRISM) {
    for (let k = 0; k < 3; k++) res[r + k] = shape.frame[POS + k];
    return;
  }
  const points = shape.points;
  for (let k = 0; k < 3; k++) {
    const sum = points[k] + points[3 + k] + points[6 + k] + points[9 + k] + points[12 + k] + points[15 + k];
    res[r + k] = sum * (1 / 6);
  }
}

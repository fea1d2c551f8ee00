import {
  EMPTY_F32,
  EMPTY_F64,
  EMPTY_I32,
  type F32,
  type F64,
  type f64,
  type I32,
  type i32,
  scratchF64,
} from '../../dialect.ts';
import {
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_CYLINDER,
  SHAPE_ELLIPSOID,
  SHAPE_HFIELD,
  SHAPE_MESH,
  SHAPE_SIMPLEX,
  SHAPE_SPHERE,
} from '../shape-type.ts';

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
const MIN_GRAPH_VERTICES: i32 = 10;

/**
 * A convex shape as GJK, EPA, portal refinement and face contacts see it: a pose, sizes, and for a mesh the arrays of its hull. Signed distance
 * fields use it too, with an octree or a user's field.
 */
export class ConvexShape {
  type: i32 = 0;
  /** Centre, world frame. */
  readonly pos: F64 = scratchF64(3);
  /** Orientation, row-major. */
  readonly mat: F64 = scratchF64(9);
  /** As of a geom of the type. */
  readonly size: F64 = scratchF64(3);
  /** Half of it inflates the shape. */
  margin: f64 = 0;
  /** Bounding radius about the centre. */
  radius: f64 = 0;
  support: i32 = 0;
  /** Index of the vertex that the last support query returned, for boxes and meshes; -1 before the first. */
  vertex: i32 = 0;
  /** The same within the hull graph: where the next hill climbing starts. */
  hullVertex: i32 = 0;
  /** Six vertices of a prism (lower, then upper triangle), or the `npoint` of a simplex. */
  readonly points: F64 = scratchF64(18);
  npoint: i32 = 0;

  // hull of a mesh: `vertadr` is its first vertex in `vert`, `graphadr` its first number in `graph` or -1, `extremaadr` the first of its
  // 27 seeds in `extrema` (hull vertices that are extreme in the directions of a 3×3×3 grid)
  vert: F32 = EMPTY_F32;
  vertadr: i32 = 0;
  vertnum: i32 = 0;
  graph: I32 = EMPTY_I32;
  graphadr: i32 = 0;
  extrema: I32 = EMPTY_I32;
  extremaadr: i32 = 0;

  // polygons of the hull: `polyadr` is the mesh's first; the lists per vertex, `polymapadr` and `polymapnum`, start at `vertadr`
  polynum: i32 = 0;
  polyadr: i32 = 0;
  polynormal: F64 = EMPTY_F64;
  polyvertadr: I32 = EMPTY_I32;
  polyvertnum: I32 = EMPTY_I32;
  polyvert: I32 = EMPTY_I32;
  polymapadr: I32 = EMPTY_I32;
  polymapnum: I32 = EMPTY_I32;
  polymap: I32 = EMPTY_I32;

  // octree of a mesh's signed distance (octree.ts); `octadr` is -1 without one
  octadr: i32 = 0;
  octchild: I32 = EMPTY_I32;
  octaabb: F64 = EMPTY_F64;
  octcoeff: F64 = EMPTY_F64;
  /** Leaf that the last point was found in, or -1. */
  leaf: i32 = 0;
  /** A value that the octree nowhere goes below. */
  least: f64 = 0;

  /** Handle of a user's signed distance field (`askField`), -1 without one. */
  field: i32 = 0;
}

/** Support mapping of a shape type; `useGraph` may change that of a mesh. */
function supportOf(type: i32): i32 {
  switch (type) {
    case SHAPE_SPHERE:
      return SUPPORT_SPHERE;
    case SHAPE_CAPSULE:
      return SUPPORT_CAPSULE;
    case SHAPE_ELLIPSOID:
      return SUPPORT_ELLIPSOID;
    case SHAPE_CYLINDER:
      return SUPPORT_CYLINDER;
    case SHAPE_BOX:
      return SUPPORT_BOX;
    case SHAPE_HFIELD:
      return SUPPORT_PRISM;
    case SHAPE_SIMPLEX:
      return SUPPORT_SIMPLEX;
    default:
      return SUPPORT_VERTICES;
  }
}

/** Makes `shape` one of `type` without a warm start, polygons or a field; the caller sets pose, sizes and the arrays of a mesh. */
export function beginShape(shape: ConvexShape, type: i32, margin: f64): void {
  shape.type = type;
  shape.margin = margin;
  shape.support = supportOf(type);
  shape.vertex = -1;
  shape.hullVertex = -1;
  shape.polynum = 0;
  shape.octadr = -1;
  shape.field = -1;
}

/** Lets the support mapping of a mesh climb its hull graph, where that is quicker than trying all vertices. */
export function useGraph(shape: ConvexShape): void {
  shape.support = shape.graphadr < 0 || shape.vertnum < MIN_GRAPH_VERTICES ? SUPPORT_VERTICES : SUPPORT_GRAPH;
}

/** Does a shape have finitely many vertices? GJK and EPA terminate exactly on such shapes. */
export function isPolytope(shape: ConvexShape): boolean {
  const type = shape.type;
  return shape.margin === 0 && (type === SHAPE_MESH || type === SHAPE_BOX || type === SHAPE_HFIELD);
}

/** Centre of a shape: where searches start. */
export function shapeCentre(res: F64, r: i32, shape: ConvexShape): void {
  if (shape.support !== SUPPORT_PRISM) {
    for (let k = 0; k < 3; k++) res[r + k] = shape.pos[k];
    return;
  }
  const points = shape.points;
  for (let k = 0; k < 3; k++) {
    const sum = points[k] + points[3 + k] + points[6 + k] + points[9 + k] + points[12 + k] + points[15 + k];
    res[r + k] = sum * (1 / 6);
  }
}

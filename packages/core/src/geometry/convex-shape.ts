import type { F32, F64, f64, I32, i32 } from '../dialect.ts';

/**
 * A convex shape as the queries of gjk.ts, epa.ts and multicontact.ts see it: a pose, sizes, and for a mesh the arrays of its hull.
 * A plain record, filled by the functions of shape.ts; the queries work on the two records `shapeA` and `shapeB`.
 */
export class ConvexShape {
  type: i32 = 0;
  support: i32 = 0;
  /** Index of the vertex that the last support query returned, for boxes and meshes; -1 before the first. */
  vertex: i32 = -1;
  /** The same within the hull graph: where the next hill climbing starts. */
  hullVertex: i32 = -1;
  frame: F64 = new Float64Array(17);
  /** Six vertices of a prism (lower, then upper triangle), or the points of a simplex. */
  points: F64 = new Float64Array(18);
  npoint: i32 = 0;

  vert: F32 = new Float32Array(0);
  vertadr: i32 = 0;
  vertnum: i32 = 0;
  graph: I32 = new Int32Array(0);
  graphadr: i32 = -1;
  extrema: I32 = new Int32Array(0);
  extremaadr: i32 = 0;
  polynum: i32 = 0;
  polyadr: i32 = 0;
  polynormal: F64 = new Float64Array(0);
  polyvertadr: I32 = new Int32Array(0);
  polyvertnum: I32 = new Int32Array(0);
  polyvert: I32 = new Int32Array(0);
  polymapadr: I32 = new Int32Array(0);
  polymapnum: I32 = new Int32Array(0);
  polymap: I32 = new Int32Array(0);

  /** Octree of a mesh's signed distance, -1 without one: children (8 per node), boxes (6), values at the corners (8). */
  octadr: i32 = -1;
  octchild: I32 = new Int32Array(0);
  octaabb: F64 = new Float64Array(0);
  octcoeff: F64 = new Float64Array(0);
  /** Leaf that the last point was found in, or -1. */
  leaf: i32 = -1;
  /** A value that the octree nowhere goes below. */
  least: f64 = 0;

  /** Handle of a user's signed distance field (`askField`), -1 without one. */
  field: i32 = -1;
}

/** The first shape of a query. */
export const shapeA: ConvexShape = new ConvexShape();

/** The second shape of a query. */
export const shapeB: ConvexShape = new ConvexShape();

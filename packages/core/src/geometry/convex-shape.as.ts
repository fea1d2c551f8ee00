// AssemblyScript half of convex-shape.ts: the record is a bare struct.
import { F32, F64, I32, scratchF64 } from '../dialect';

@unmanaged export class ConvexShape {
  type: i32;
  support: i32;
  vertex: i32;
  hullVertex: i32;
  frame: F64;
  points: F64;
  npoint: i32;
  vert: F32;
  vertadr: i32;
  vertnum: i32;
  graph: I32;
  graphadr: i32;
  extrema: I32;
  extremaadr: i32;
  polynum: i32;
  polyadr: i32;
  polynormal: F64;
  polyvertadr: I32;
  polyvertnum: I32;
  polyvert: I32;
  polymapadr: I32;
  polymapnum: I32;
  polymap: I32;
  octadr: i32;
  octchild: I32;
  octaabb: F64;
  octcoeff: F64;
  leaf: i32;
  least: f64;
  field: i32;
}

function makeShape(): ConvexShape {
  const size = offsetof<ConvexShape>();
  const p = heap.alloc(size);
  memory.fill(p, 0, size);
  const shape = changetype<ConvexShape>(p);
  shape.vertex = -1;
  shape.hullVertex = -1;
  shape.graphadr = -1;
  shape.octadr = -1;
  shape.field = -1;
  shape.frame = scratchF64(17);
  shape.points = scratchF64(18);
  return shape;
}

export const shapeA: ConvexShape = makeShape();
export const shapeB: ConvexShape = makeShape();

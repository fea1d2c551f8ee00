// @cold

import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { mulMatTVec3 } from '../math/mat3.ts';
import { clip } from '../math/scalar.ts';
import { dot3, sub3 } from '../math/vec3.ts';
import type { ConvexShape } from './convex/convex-shape.ts';
import type { Geom } from './geom.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CYLINDER, SHAPE_ELLIPSOID, SHAPE_PLANE, SHAPE_SPHERE } from './shape-type.ts';

const offset = scratchF64(3); // from the centre of the shape, world axes
const local = scratchF64(3); // the same, axes of the shape

/** Whether the world point `x` is inside a primitive shape; below a plane counts as inside, other types have no inside. */
export function insideGeom(geom: Geom, x: F64, i: i32): boolean {
  const size = geom.size;
  const radius = size[0];
  sub3(offset, 0, x, i, geom.pos, 0);
  if (geom.type === SHAPE_SPHERE) return dot3(offset, 0, offset, 0) < radius * radius;
  mulMatTVec3(local, 0, geom.mat, 0, offset, 0);
  const lx = local[0];
  const ly = local[1];
  const lz = local[2];
  switch (geom.type) {
    case SHAPE_PLANE:
      return lz < 0;
    case SHAPE_CAPSULE: {
      const beyond = lz - clip(lz, -size[1], size[1]);
      return lx * lx + ly * ly + beyond * beyond < radius * radius;
    }
    case SHAPE_ELLIPSOID:
      return (lx * lx) / (radius * radius) + (ly * ly) / (size[1] * size[1]) + (lz * lz) / (size[2] * size[2]) < 1;
    case SHAPE_CYLINDER:
      return Math.abs(lz) < size[1] && lx * lx + ly * ly < radius * radius;
    case SHAPE_BOX:
      return Math.abs(lx) < radius && Math.abs(ly) < size[1] && Math.abs(lz) < size[2];
    default:
      return false;
  }
}

const toVertex = scratchF64(3); // from a vertex of the polygon to the point

/** Whether the point `x` of a mesh's own frame is behind all polygons of its convex hull. */
export function insideHull(mesh: ConvexShape, x: F64, i: i32): boolean {
  for (let k = mesh.polyadr; k < mesh.polyadr + mesh.polynum; k++) {
    const v = 3 * (mesh.vertadr + mesh.polyvert[mesh.polyvertadr[k]]);
    for (let c = 0; c < 3; c++) toVertex[c] = x[i + c] - mesh.vert[v + c];
    if (dot3(mesh.polynormal, 3 * k, toVertex, 0) > 0) return false;
  }
  return mesh.polynum > 0;
}

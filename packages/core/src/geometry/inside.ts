import { type F32, type F64, type I32, type i32, scratchF64 } from '../dialect.ts';
import { mulMatTVec3 } from '../math/mat3.ts';
import { clip } from '../math/scalar.ts';
import { dot3, sub3 } from '../math/vec3.ts';
import { GEOM_BOX, GEOM_CAPSULE, GEOM_CYLINDER, GEOM_ELLIPSOID, GEOM_PLANE, GEOM_SPHERE } from '../model/constants.ts';

const offset = scratchF64(3); // from the centre of the shape, world axes
const local = scratchF64(3); // the same, axes of the shape

/** Whether the world point `x` is inside a primitive shape; below a plane counts as inside, other types have no inside. */
export function insideShape(type: i32, pos: F64, p: i32, mat: F64, m: i32, size: F64, s: i32, x: F64, i: i32): boolean {
  sub3(offset, 0, x, i, pos, p);
  const radius = size[s];
  if (type === GEOM_SPHERE) return dot3(offset, 0, offset, 0) < radius * radius;
  mulMatTVec3(local, 0, mat, m, offset, 0);
  const lx = local[0];
  const ly = local[1];
  const lz = local[2];
  switch (type) {
    case GEOM_PLANE:
      return lz < 0;
    case GEOM_CAPSULE: {
      const beyond = lz - clip(lz, -size[s + 1], size[s + 1]);
      return lx * lx + ly * ly + beyond * beyond < radius * radius;
    }
    case GEOM_ELLIPSOID: {
      const sy = size[s + 1];
      const sz = size[s + 2];
      return (lx * lx) / (radius * radius) + (ly * ly) / (sy * sy) + (lz * lz) / (sz * sz) < 1;
    }
    case GEOM_CYLINDER:
      return Math.abs(lz) < size[s + 1] && lx * lx + ly * ly < radius * radius;
    case GEOM_BOX:
      return Math.abs(lx) < radius && Math.abs(ly) < size[s + 1] && Math.abs(lz) < size[s + 2];
    default:
      return false;
  }
}

const toVertex = scratchF64(3); // from a vertex of the polygon to the point

/**
 * Whether the point `x` of the mesh's frame is behind all `polynum` polygons of its convex hull. `poly` is the first polygon, `vertadr` the
 * first vertex of the mesh.
 */
export function insideHull(
  normal: F64,
  poly: i32,
  polynum: i32,
  polyvertadr: I32,
  polyvert: I32,
  vert: F32,
  vertadr: i32,
  x: F64,
  i: i32,
): boolean {
  for (let k = poly; k < poly + polynum; k++) {
    const v = 3 * (vertadr + polyvert[polyvertadr[k]]);
    for (let c = 0; c < 3; c++) toVertex[c] = x[i + c] - vert[v + c];
    if (dot3(normal, 3 * k, toVertex, 0) > 0) return false;
  }
  return polynum > 0;
}

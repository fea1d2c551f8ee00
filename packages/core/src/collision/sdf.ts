import type { F64, i32 } from '../dialect.ts';
import { type ConvexShape, shapeA, shapeB } from '../geometry/convex-shape.ts';
import { octreeLeast } from '../geometry/octree.ts';
import { meshSdf, shapeSdf } from '../geometry/sdf.ts';
import { GEOM_MESH } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { setGeomShape } from './geom-shape.ts';

/** Fills `shape` for geom g; the least value of its octree is looked for once. @writes meshLeast */
function setField(m: Model, d: Data, shape: ConvexShape, g: i32): void {
  setGeomShape(m, d, shape, g, 0);
  if (shape.octadr < 0) return;
  const id = m.geom_dataid[g];
  if (d.meshLeast[id] === 0) d.meshLeast[id] = octreeLeast(shape.octadr, m.mesh_octnum[id], m.oct_child, m.oct_coeff);
  shape.least = d.meshLeast[id];
}

/** Contacts of geom g1 with signed distance field g2. */
export function sdfContacts(m: Model, d: Data, out: F64, g1: i32, g2: i32): i32 {
  setField(m, d, shapeA, g1);
  setField(m, d, shapeB, g2);
  const points = m.opt_sdf_initpoints;
  const iterations = m.opt_sdf_iterations;
  if (m.geom_type[g1] !== GEOM_MESH) {
    return shapeSdf(out, 0, m.geom_aabb, 6 * g1, m.geom_aabb, 6 * g2, points, iterations);
  }
  const id = m.geom_dataid[g1];
  return meshSdf(
    out,
    0,
    m.mesh_vert,
    m.mesh_vertadr[id],
    m.mesh_face,
    m.mesh_faceadr[id],
    m.bvh_aabb,
    m.bvh_child,
    m.bvh_nodeid,
    m.mesh_bvhadr[id],
    points,
    iterations,
  );
}

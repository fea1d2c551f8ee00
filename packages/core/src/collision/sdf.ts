import type { F64, i32 } from '../dialect.ts';
import { shapeA, shapeB } from '../geometry/convex-shape.ts';
import { meshSdf, shapeSdf } from '../geometry/sdf.ts';
import { GEOM_MESH } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { setGeomShape } from './geom-shape.ts';

/** Contacts of geom g1 with signed distance field g2. */
export function sdfContacts(m: Model, d: Data, out: F64, g1: i32, g2: i32): i32 {
  setGeomShape(m, d, shapeA, g1, 0);
  setGeomShape(m, d, shapeB, g2, 0);
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

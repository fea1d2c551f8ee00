import type { F64, f64, i32 } from '../dialect.ts';
import { CONTACT_STRIDE } from '../geometry/contact.ts';
import { shapeB } from '../geometry/convex-shape.ts';
import { soupConvex } from '../geometry/soup.ts';
import { EXT_TRIANGLES, GEOM_MESH } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { setGeomShape } from './geom-shape.ts';

const NORMAL: i32 = 4; // of a contact row

/** Whether the pair, in type order, is one of a mesh that is to collide triangle by triangle. */
export function hasTriangles(m: Model, g2: i32): boolean {
  return (m.extensionFlags & EXT_TRIANGLES) !== 0 && m.geom_type[g2] === GEOM_MESH;
}

/** Triangles of the mesh of geom g, 0 for another shape. */
function faces(m: Model, g: i32): i32 {
  return m.geom_type[g] === GEOM_MESH ? m.mesh_facenum[m.geom_dataid[g]] : 0;
}

/**
 * Contacts of two geoms of which one is a mesh, triangle by triangle; of two meshes, the one with fewer triangles is taken as its hull.
 *
 * @reads geom_xpos geom_xmat
 */
export function soupContacts(m: Model, d: Data, out: F64, g1: i32, g2: i32, margin: f64): i32 {
  const turned = faces(m, g2) > faces(m, g1);
  const mesh = turned ? g2 : g1;
  const id = m.geom_dataid[mesh];
  setGeomShape(m, d, shapeB, turned ? g1 : g2, margin);
  const count = soupConvex(
    out,
    0,
    d.geom_xpos,
    3 * mesh,
    d.geom_xmat,
    9 * mesh,
    m.mesh_vert,
    m.mesh_vertadr[id],
    m.mesh_face,
    m.mesh_faceadr[id],
    m.bvh_aabb,
    m.bvh_child,
    m.bvh_nodeid,
    m.mesh_bvhadr[id],
    margin,
    m.opt_ccd_tolerance,
    m.opt_ccd_iterations,
  );
  if (turned) {
    for (let c = 0; c < count; c++) {
      for (let k = 0; k < 3; k++) out[c * CONTACT_STRIDE + NORMAL + k] = -out[c * CONTACT_STRIDE + NORMAL + k];
    }
  }
  return count;
}

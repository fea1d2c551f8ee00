import { type f64, type i32, toInt } from '../dialect.ts';
import type { ConvexShape } from '../geometry/convex-shape.ts';
import { setMeshOctree, setMeshPolygons, setMeshVertices, setShape } from '../geometry/shape.ts';
import { CALLBACK_PLUGIN_SDF, GEOM_MESH, GEOM_SDF } from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import type { Data, Model } from '../model/kernel.ts';

/** Makes `shape` geom g, inflated by half the margin. */
export function setGeomShape(m: Model, d: Data, shape: ConvexShape, g: i32, margin: f64): void {
  const type = m.geom_type[g];
  setShape(shape, type, d.geom_xpos, 3 * g, d.geom_xmat, 9 * g, m.geom_size, 3 * g, margin);
  if (type !== GEOM_MESH && type !== GEOM_SDF) return;
  const id = m.geom_dataid[g];
  if (id < 0) return;
  setMeshVertices(
    shape,
    m.mesh_vert,
    m.mesh_vertadr[id],
    m.mesh_vertnum[id],
    m.mesh_graph,
    m.mesh_graphadr[id],
    m.mesh_extrema,
    27 * id,
  );
  setMeshPolygons(
    shape,
    m.mesh_polynum[id],
    m.mesh_polyadr[id],
    m.mesh_polynormal,
    m.mesh_polyvertadr,
    m.mesh_polyvertnum,
    m.mesh_polyvert,
    m.mesh_polymapadr,
    m.mesh_polymapnum,
    m.mesh_polymap,
  );
  if (type === GEOM_SDF && m.geom_plugin[g] >= 0 && (m.callbackMask & CALLBACK_PLUGIN_SDF) !== 0)
    shape.field = toInt(hostCallback(CALLBACK_PLUGIN_SDF, m, d, g));
  if (m.mesh_octadr[id] >= 0) setMeshOctree(shape, m.mesh_octadr[id], m.oct_child, m.oct_aabb, m.oct_coeff);
}

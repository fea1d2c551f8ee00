import { type f64, type i32, toInt } from '../dialect.ts';
import { beginShape, type ConvexShape, useGraph } from '../geometry/convex/convex-shape.ts';
import type { Geom } from '../geometry/geom.ts';
import type { HeightField } from '../geometry/height-field.ts';
import { setOctree } from '../geometry/octree.ts';
import type { TriangleMesh } from '../geometry/triangle-mesh.ts';
import { copy } from '../math/linear/dense.ts';
import { copy9 } from '../math/mat3.ts';
import { copy3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { CALLBACK_PLUGIN_SDF, GEOM_MESH, GEOM_SDF } from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';

// Geoms of the model as the records of geometry/, which knows no Model.

/**
 * Makes `geom` geom g.
 *
 * @reads geom_xpos geom_xmat
 */
export function setGeom(m: Model, d: Data, geom: Geom, g: i32): void {
  const { geom_xpos: xpos, geom_xmat: xmat } = d;
  const size = m.geom_size;
  geom.type = m.geom_type[g];
  copy3(geom.pos, 0, xpos, 3 * g);
  copy9(geom.mat, 0, xmat, 9 * g);
  copy3(geom.size, 0, size, 3 * g);
}

/**
 * Makes `field` the height field of geom g.
 *
 * @reads geom_xpos geom_xmat
 */
export function setHeightField(m: Model, d: Data, field: HeightField, g: i32): void {
  const id = m.geom_dataid[g];
  copy3(field.pos, 0, d.geom_xpos, 3 * g);
  copy9(field.mat, 0, d.geom_xmat, 9 * g);
  copy(field.size, 0, m.hfield_size, 4 * id, 4);
  field.data = m.hfield_data;
  field.adr = m.hfield_adr[id];
  field.nrow = m.hfield_nrow[id];
  field.ncol = m.hfield_ncol[id];
}

/**
 * Makes `mesh` the triangles of geom g.
 *
 * @reads geom_xpos geom_xmat
 */
export function setTriangleMesh(m: Model, d: Data, mesh: TriangleMesh, g: i32): void {
  const id = m.geom_dataid[g];
  copy3(mesh.pos, 0, d.geom_xpos, 3 * g);
  copy9(mesh.mat, 0, d.geom_xmat, 9 * g);
  copy3(mesh.size, 0, m.geom_size, 3 * g);
  mesh.vert = m.mesh_vert;
  mesh.vertadr = m.mesh_vertadr[id];
  mesh.face = m.mesh_face;
  mesh.faceadr = m.mesh_faceadr[id];
  mesh.aabb = m.bvh_aabb;
  mesh.child = m.bvh_child;
  mesh.nodeid = m.bvh_nodeid;
  mesh.bvhadr = m.mesh_bvhadr[id];
}

/** Gives `shape` the hull of a mesh. */
export function setHull(m: Model, shape: ConvexShape, mesh: i32): void {
  shape.vert = m.mesh_vert;
  shape.vertadr = m.mesh_vertadr[mesh];
  shape.vertnum = m.mesh_vertnum[mesh];
  shape.graph = m.mesh_graph;
  shape.graphadr = m.mesh_graphadr[mesh];
  shape.extrema = m.mesh_extrema;
  shape.extremaadr = 27 * mesh;
  shape.polynum = m.mesh_polynum[mesh];
  shape.polyadr = m.mesh_polyadr[mesh];
  shape.polynormal = m.mesh_polynormal;
  shape.polyvertadr = m.mesh_polyvertadr;
  shape.polyvertnum = m.mesh_polyvertnum;
  shape.polyvert = m.mesh_polyvert;
  shape.polymapadr = m.mesh_polymapadr;
  shape.polymapnum = m.mesh_polymapnum;
  shape.polymap = m.mesh_polymap;
  useGraph(shape);
}

/**
 * Makes `shape` geom g, inflated by half the margin.
 *
 * @reads geom_xpos geom_xmat
 */
export function setGeomShape(m: Model, d: Data, shape: ConvexShape, g: i32, margin: f64): void {
  const type = m.geom_type[g];
  beginShape(shape, type, margin);
  copy3(shape.pos, 0, d.geom_xpos, 3 * g);
  copy9(shape.mat, 0, d.geom_xmat, 9 * g);
  copy3(shape.size, 0, m.geom_size, 3 * g);
  shape.radius = m.geom_rbound[g];
  const mesh = m.geom_dataid[g];
  if ((type !== GEOM_MESH && type !== GEOM_SDF) || mesh < 0) return;
  setHull(m, shape, mesh);
  if (type === GEOM_SDF && m.geom_plugin[g] >= 0 && (m.callbackMask & CALLBACK_PLUGIN_SDF) !== 0)
    shape.field = toInt(hostCallback(CALLBACK_PLUGIN_SDF, m, d, g));
  if (m.mesh_octadr[mesh] >= 0) setOctree(shape, m.mesh_octadr[mesh], m.oct_child, m.oct_aabb, m.oct_coeff);
}

// @cold

import { type i32, scratchF64 } from '../dialect.ts';
import type { Contacts } from '../geometry/contact.ts';
import { ConvexShape } from '../geometry/convex/convex-shape.ts';
import { octreeLeast } from '../geometry/octree.ts';
import { meshSdf, SdfOptions, shapeSdf } from '../geometry/sdf.ts';
import { TriangleMesh } from '../geometry/triangle-mesh.ts';
import { copy6 } from '../math/spatial.ts';
import type { Data, Model } from '../model/classes.ts';
import { GEOM_MESH } from '../model/constants.ts';
import { setGeomShape, setTriangleMesh } from './geom-shape.ts';

const shape = new ConvexShape();
const field = new ConvexShape();
const mesh = new TriangleMesh();
const options = new SdfOptions();
const shapeBox = scratchF64(6);
const fieldBox = scratchF64(6);

/**
 * Fills a shape for geom g; the smallest value of its octree is found once.
 *
 * @writes meshLeast
 */
export function setField(m: Model, d: Data, res: ConvexShape, g: i32): void {
  setGeomShape(m, d, res, g, 0);
  if (res.octadr < 0) return;
  const id = m.geom_dataid[g];
  if (d.meshLeast[id] === 0) d.meshLeast[id] = octreeLeast(res.octadr, m.mesh_octnum[id], m.oct_child, m.oct_coeff);
  res.least = d.meshLeast[id];
}

/** Contacts of geom g1 with signed distance field g2. */
export function sdfContacts(m: Model, d: Data, g1: i32, g2: i32, contacts: Contacts): void {
  setField(m, d, shape, g1);
  setField(m, d, field, g2);
  options.initPoints = m.opt_sdf_initpoints;
  options.iterations = m.opt_sdf_iterations;
  if (m.geom_type[g1] === GEOM_MESH) {
    setTriangleMesh(m, d, mesh, g1);
    meshSdf(shape, mesh, field, options, contacts);
    return;
  }
  copy6(shapeBox, 0, m.geom_aabb, 6 * g1);
  copy6(fieldBox, 0, m.geom_aabb, 6 * g2);
  shapeSdf(shape, shapeBox, field, fieldBox, options, contacts);
}

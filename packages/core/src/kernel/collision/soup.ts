// @cold

import type { f64, i32 } from '../dialect.ts';
import { type Contacts, turnNormals } from '../geometry/contact.ts';
import { CcdOptions } from '../geometry/convex/ccd-options.ts';
import { ConvexShape } from '../geometry/convex/convex-shape.ts';
import { soupConvex } from '../geometry/soup.ts';
import { TriangleMesh } from '../geometry/triangle-mesh.ts';
import type { Data, Model } from '../model/classes.ts';
import { EXT_TRIANGLES, GEOM_MESH } from '../model/constants.ts';
import { setCcdOptions } from './ccd-options.ts';
import { setGeomShape, setTriangleMesh } from './geom-shape.ts';

const mesh = new TriangleMesh();
const shape = new ConvexShape();
const options = new CcdOptions();

/** Whether the pair, in type order, includes a mesh that collides triangle by triangle. */
export function hasTriangles(m: Model, g2: i32): boolean {
  return (m.extensionFlags & EXT_TRIANGLES) !== 0 && m.geom_type[g2] === GEOM_MESH;
}

/** Triangles of the mesh of geom g, 0 for another shape. */
function faces(m: Model, g: i32): i32 {
  return m.geom_type[g] === GEOM_MESH ? m.mesh_facenum[m.geom_dataid[g]] : 0;
}

/** Contacts of two geoms of which one is a mesh, triangle by triangle; of two meshes, the one with fewer triangles is taken as its hull. */
export function soupContacts(m: Model, d: Data, g1: i32, g2: i32, margin: f64, contacts: Contacts): void {
  const turned = faces(m, g2) > faces(m, g1);
  setTriangleMesh(m, d, mesh, turned ? g2 : g1);
  setGeomShape(m, d, shape, turned ? g1 : g2, margin);
  setCcdOptions(m, options, 0);
  soupConvex(mesh, shape, options, margin, contacts);
  if (turned) turnNormals(contacts, 0);
}

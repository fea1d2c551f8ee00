// @cold

import { setHull } from '../collision/geom-shape.ts';
import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { ConvexShape } from '../geometry/convex/convex-shape.ts';
import { Geom } from '../geometry/geom.ts';
import { insideGeom, insideHull } from '../geometry/inside.ts';
import { copy9, mulMatTVec3 } from '../math/mat3.ts';
import { negQuat, rotVecQuat } from '../math/quat.ts';
import { copy3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { GEOM_MESH } from '../model/constants.ts';

const volume = new Geom();
const hull = new ConvexShape();
const local = scratchF64(3); // the point in the frame of the site, then of the mesh
const toMesh = scratchF64(4); // rotation from the frame in the file to the centred frame of the mesh

/**
 * Makes `geom` the volume of a site.
 *
 * @reads site_xpos site_xmat
 */
export function setSite(m: Model, d: Data, geom: Geom, site: i32): void {
  geom.type = m.site_type[site];
  copy3(geom.pos, 0, d.site_xpos, 3 * site);
  copy9(geom.mat, 0, d.site_xmat, 9 * site);
  copy3(geom.size, 0, m.site_size, 3 * site);
}

/**
 * Whether the world point `x` is inside the volume of a site; a mesh site has the volume of the mesh's convex hull.
 *
 * @see mj_insideSite
 */
export function insideSite(m: Model, d: Data, site: i32, x: F64, i: i32): boolean {
  setSite(m, d, volume, site);
  if (volume.type !== GEOM_MESH) return insideGeom(volume, x, i);

  const mesh = m.site_dataid[site];
  if (mesh < 0) return false;
  sub3(local, 0, x, i, volume.pos, 0);
  mulMatTVec3(local, 0, volume.mat, 0, local, 0);
  sub3(local, 0, local, 0, m.mesh_pos, 3 * mesh);
  negQuat(toMesh, 0, m.mesh_quat, 4 * mesh);
  rotVecQuat(local, 0, local, 0, toMesh, 0);
  setHull(m, hull, mesh);
  return insideHull(hull, local, 0);
}

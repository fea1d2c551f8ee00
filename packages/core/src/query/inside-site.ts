import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { insideHull, insideShape } from '../geometry/inside.ts';
import { mulMatTVec3 } from '../math/mat3.ts';
import { negQuat, rotVecQuat } from '../math/quat.ts';
import { sub3 } from '../math/vec3.ts';
import { GEOM_MESH } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';

const local = scratchF64(3); // the point in the frame of the site, then of the mesh
const toMesh = scratchF64(4); // rotation from the frame in the file to the centred frame of the mesh

/**
 * Whether the world point `x` is inside the volume of a site; a mesh site has the volume of the mesh's convex hull.
 *
 * @reads site_xpos site_xmat
 * @see mj_insideSite
 */
export function insideSite(m: Model, d: Data, site: i32, x: F64, i: i32): boolean {
  const type = m.site_type[site];
  if (type !== GEOM_MESH)
    return insideShape(type, d.site_xpos, 3 * site, d.site_xmat, 9 * site, m.site_size, 3 * site, x, i);

  const mesh = m.site_dataid[site];
  if (mesh < 0) return false;
  sub3(local, 0, x, i, d.site_xpos, 3 * site);
  mulMatTVec3(local, 0, d.site_xmat, 9 * site, local, 0);
  sub3(local, 0, local, 0, m.mesh_pos, 3 * mesh);
  negQuat(toMesh, 0, m.mesh_quat, 4 * mesh);
  rotVecQuat(local, 0, local, 0, toMesh, 0);
  return insideHull(
    m.mesh_polynormal,
    m.mesh_polyadr[mesh],
    m.mesh_polynum[mesh],
    m.mesh_polyvertadr,
    m.mesh_polyvert,
    m.mesh_vert,
    m.mesh_vertadr[mesh],
    local,
    0,
  );
}

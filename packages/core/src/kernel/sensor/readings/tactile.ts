// @cold

import { contactBody } from '../../collision/contact-body.ts';
import { setGeomShape } from '../../collision/geom-shape.ts';
import { type F32, type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { ConvexShape } from '../../geometry/convex/convex-shape.ts';
import { signedDistance } from '../../geometry/signed-distance.ts';
import { zero } from '../../math/linear/dense.ts';
import { mulMatTVec3, mulMatVec3 } from '../../math/mat3.ts';
import { max } from '../../math/scalar.ts';
import { translateSpatial } from '../../math/spatial.ts';
import { addTo3, dot3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { GEOM_HFIELD, GEOM_MESH, GEOM_SDF } from '../../model/constants.ts';

/** Numbers per vertex in `mesh_normal` when it holds a normal and two tangents. */
const FRAME: i32 = 9;

const shape = new ConvexShape(); // the other geom
const taxel = scratchF64(3); // a vertex of the sensing mesh, in the world
const local = scratchF64(3); // the same, in the frame of the other geom
const skinVelocity = scratchF64(6); // of the taxel
const otherVelocity = scratchF64(6); // of the other geom there
const slip = scratchF64(3); // their difference
const tangent = scratchF64(3);

/**
 * How deep each vertex of a mesh, carried by a geom, is inside the geoms that touch its body, and how fast they slide along its two tangents:
 * all depths first, then all speeds along one and the other tangent.
 *
 * @writes tactileGeom
 */
export function tactile(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const mesh = m.sensor_objid[s];
  const geom = m.sensor_refid[s];
  zero(res, r, m.sensor_dim[s]);
  const count = touchingGeoms(m, d, m.body_weldid[m.geom_bodyid[geom]]);
  for (let k = 0; k < count; k++) {
    const other = d.tactileGeom[k];
    if (!hasField(m, other)) continue;
    setGeomShape(m, d, shape, other, 0);
    addGeom(m, d, s, mesh, geom, other, res, r);
  }
}

/**
 * Lists each geom in contact with the bodies welded to `weld` once; returns their number.
 *
 * @reads ncon contact_geom
 */
function touchingGeoms(m: Model, d: Data, weld: i32): i32 {
  let count: i32 = 0;
  for (let c = 0; c < d.ncon; c++) {
    for (let side = 0; side < 2; side++) {
      if (m.body_weldid[contactBody(m, d, c, side)] === weld)
        count = addOnce(d, d.contact_geom[2 * c + 1 - side], count);
    }
  }
  return count;
}

/** @reads tactileGeom */
function addOnce(d: Data, geom: i32, count: i32): i32 {
  if (geom < 0) return count;
  for (let k = 0; k < count; k++) if (d.tactileGeom[k] === geom) return count;
  d.tactileGeom[count] = geom;
  return count + 1;
}

/** Whether a geom has a signed distance: all but height fields and meshes without an octree or a plugin. */
function hasField(m: Model, geom: i32): boolean {
  const type = m.geom_type[geom];
  if (type === GEOM_HFIELD) return false;
  if (type !== GEOM_MESH && type !== GEOM_SDF) return true;
  if (type === GEOM_SDF && m.geom_plugin[geom] >= 0) return true;
  return m.geom_dataid[geom] >= 0 && m.mesh_octadr[m.geom_dataid[geom]] >= 0;
}

/**
 * Adds what `other`, set up in `shape`, does to each taxel.
 *
 * @reads geom_xpos geom_xmat
 */
function addGeom(m: Model, d: Data, s: i32, mesh: i32, geom: i32, other: i32, res: F64, r: i32): void {
  const n = m.mesh_vertnum[mesh];
  const framed = m.mesh_normalnum[mesh] === 3 * n;
  const channels: i32 = framed ? m.sensor_dim[s] : n;
  for (let k = 0; k < n; k++) {
    vertex(local, m.mesh_vert, 3 * (m.mesh_vertadr[mesh] + k));
    mulMatVec3(taxel, 0, d.geom_xmat, 9 * geom, local, 0);
    addTo3(taxel, 0, d.geom_xpos, 3 * geom);
    sub3(local, 0, taxel, 0, d.geom_xpos, 3 * other);
    mulMatTVec3(local, 0, d.geom_xmat, 9 * other, local, 0);
    const depth: f64 = -signedDistance(shape, local, 0);
    if (!(depth > 0)) continue;
    res[r + k] = max(res[r + k], depth);
    if (channels <= n) continue;
    measureSlip(m, d, m.body_weldid[m.geom_bodyid[geom]], other);
    const frame = 3 * m.mesh_normaladr[mesh] + FRAME * k;
    for (let c = 1; c < 3 && c * n < channels; c++) res[r + c * n + k] += slipAlong(m, d, geom, frame + 3 * c);
  }
}

function vertex(res: F64, values: F32, i: i32): void {
  for (let k = 0; k < 3; k++) res[k] = values[i + k];
}

/**
 * slip = velocity of the taxel relative to the point of `other` that is there.
 *
 * @reads cvel subtree_com
 */
function measureSlip(m: Model, d: Data, weld: i32, other: i32): void {
  const body = m.geom_bodyid[other];
  const com = d.subtree_com;
  translateSpatial(skinVelocity, 0, d.cvel, 6 * weld, false, taxel, 0, com, 3 * m.body_rootid[weld]);
  translateSpatial(otherVelocity, 0, d.cvel, 6 * body, false, taxel, 0, com, 3 * m.body_rootid[body]);
  sub3(slip, 0, skinVelocity, 3, otherVelocity, 3);
}

/** Speed of `slip` along the tangent at `i` of mesh_normal, which turns with the geom. */
function slipAlong(m: Model, d: Data, geom: i32, i: i32): f64 {
  vertex(tangent, m.mesh_normal, i);
  mulMatVec3(tangent, 0, d.geom_xmat, 9 * geom, tangent, 0);
  return Math.abs(dot3(slip, 0, tangent, 0));
}

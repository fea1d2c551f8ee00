import { setGeomShape } from '../collision/geom-shape.ts';
import { type F64, type f64, type I32, type i32, scratchF64 } from '../dialect.ts';
import { shapeB } from '../geometry/convex-shape.ts';
import { rayBox } from '../geometry/ray/box.ts';
import { rayCapsule } from '../geometry/ray/capsule.ts';
import { rayCylinder } from '../geometry/ray/cylinder.ts';
import { rayEllipsoid } from '../geometry/ray/ellipsoid.ts';
import { rayHfield } from '../geometry/ray/hfield.ts';
import { rayMesh } from '../geometry/ray/mesh.ts';
import { rayPlane } from '../geometry/ray/plane.ts';
import { raySphere } from '../geometry/ray/sphere.ts';
import { raySdf } from '../geometry/sdf.ts';
import { copy3, dist3, dot3, zero3 } from '../math/vec3.ts';
import {
  GEOM_BOX,
  GEOM_CAPSULE,
  GEOM_CYLINDER,
  GEOM_ELLIPSOID,
  GEOM_HFIELD,
  GEOM_MESH,
  GEOM_PLANE,
  GEOM_SDF,
  GEOM_SPHERE,
  MINVAL,
} from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';

/** Number of geom groups that a mask can choose from; higher group numbers count as the last. */
const NGROUP: i32 = 6;

const geomNormal = scratchF64(3); // of the geom that is being tested

/**
 * Distance along `vec` from `pnt` to the surface of geom g, in units of its length, or -1; `normal` gets the surface
 * normal there, or zero.
 *
 * @reads geom_xpos geom_xmat
 */
export function rayGeom(m: Model, d: Data, g: i32, pnt: F64, p: i32, vec: F64, v: i32, normal: F64, n: i32): f64 {
  const pos = d.geom_xpos;
  const mat = d.geom_xmat;
  const size = m.geom_size;
  const q = 3 * g;
  const r = 9 * g;
  const id = m.geom_dataid[g];
  switch (m.geom_type[g]) {
    case GEOM_PLANE:
      return rayPlane(normal, n, pos, q, mat, r, size, q, pnt, p, vec, v);
    case GEOM_HFIELD:
      return rayHfield(
        normal,
        n,
        pos,
        q,
        mat,
        r,
        m.hfield_size,
        4 * id,
        pnt,
        p,
        vec,
        v,
        m.hfield_data,
        m.hfield_adr[id],
        m.hfield_nrow[id],
        m.hfield_ncol[id],
      );
    case GEOM_SPHERE:
      return raySphere(normal, n, pos, q, mat, r, size, q, pnt, p, vec, v);
    case GEOM_CAPSULE:
      return rayCapsule(normal, n, pos, q, mat, r, size, q, pnt, p, vec, v);
    case GEOM_ELLIPSOID:
      return rayEllipsoid(normal, n, pos, q, mat, r, size, q, pnt, p, vec, v);
    case GEOM_CYLINDER:
      return rayCylinder(normal, n, pos, q, mat, r, size, q, pnt, p, vec, v);
    case GEOM_BOX:
      return rayBox(normal, n, pos, q, mat, r, size, q, pnt, p, vec, v);
    case GEOM_MESH:
      return rayMesh(
        normal,
        n,
        pos,
        q,
        mat,
        r,
        size,
        q,
        pnt,
        p,
        vec,
        v,
        m.mesh_vert,
        m.mesh_vertadr[id],
        m.mesh_face,
        m.mesh_faceadr[id],
        m.bvh_aabb,
        m.bvh_child,
        m.bvh_nodeid,
        m.mesh_bvhadr[id],
      );
    case GEOM_SDF:
      if (rayBox(normal, n, pos, q, mat, r, size, q, pnt, p, vec, v) < 0) {
        zero3(normal, n);
        return -1;
      }
      setGeomShape(m, d, shapeB, g, 0);
      return raySdf(normal, n, pnt, p, vec, v);
    default:
      zero3(normal, n);
      return -1;
  }
}

/** Whether a ray sees geom g: visible, not on the excluded body, of a chosen group, static only if asked for. */
function isSeen(m: Model, g: i32, groups: i32, withStatic: boolean, bodyexclude: i32): boolean {
  const body = m.geom_bodyid[g];
  if (body === bodyexclude) return false;
  const material = m.geom_matid[g];
  const alpha = material < 0 ? m.geom_rgba[4 * g + 3] : m.mat_rgba[4 * material + 3];
  if (alpha === 0) return false;
  if (!withStatic && m.body_weldid[body] === 0) return false;
  if (groups < 0) return true;
  const group = m.geom_group[g];
  const bit = group < 0 ? 0 : group >= NGROUP ? NGROUP - 1 : group;
  return ((groups >> bit) & 1) !== 0;
}

/**
 * Distance along the ray to the nearest geom that it sees, in units of |vec|, or -1. `groups` is a mask of geom groups,
 * or -1 for all; `geomid` gets the geom or -1, `normal` its surface normal or zero. Geoms whose bounding sphere is
 * farther than `cutoff` are left out.
 *
 * @reads geom_xpos geom_xmat
 * @see mj_ray
 */
export function ray(
  m: Model,
  d: Data,
  pnt: F64,
  p: i32,
  vec: F64,
  v: i32,
  groups: i32,
  withStatic: boolean,
  bodyexclude: i32,
  cutoff: f64,
  geomid: I32,
  k: i32,
  normal: F64,
  n: i32,
): f64 {
  let nearest: f64 = -1;
  geomid[k] = -1;
  zero3(normal, n);
  if (dot3(vec, v, vec, v) < MINVAL * MINVAL) return -1;
  for (let g = 0; g < m.ngeom; g++) {
    if (!isSeen(m, g, groups, withStatic, bodyexclude)) continue;
    const radius = m.geom_rbound[g];
    if (radius > 0 && dist3(d.geom_xpos, 3 * g, pnt, p) > cutoff + radius) continue;
    const dist = rayGeom(m, d, g, pnt, p, vec, v, geomNormal, 0);
    if (dist < 0 || (nearest >= 0 && dist >= nearest)) continue;
    nearest = dist;
    geomid[k] = g;
    copy3(normal, n, geomNormal, 0);
  }
  return nearest;
}

/** Many rays from one point: `nray` directions in `vec`, results in `dist`, `geomid` and `normal`. */
export function multiRay(
  m: Model,
  d: Data,
  pnt: F64,
  vec: F64,
  groups: i32,
  withStatic: boolean,
  bodyexclude: i32,
  cutoff: f64,
  nray: i32,
  geomid: I32,
  dist: F64,
  normal: F64,
): void {
  for (let k = 0; k < nray; k++)
    dist[k] = ray(m, d, pnt, 0, vec, 3 * k, groups, withStatic, bodyexclude, cutoff, geomid, k, normal, 3 * k);
}

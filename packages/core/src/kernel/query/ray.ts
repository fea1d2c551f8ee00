// @cold

import { setGeom, setGeomShape, setHeightField, setTriangleMesh } from '../collision/geom-shape.ts';
import type { F64, f64, I32, i32 } from '../dialect.ts';
import { ConvexShape } from '../geometry/convex/convex-shape.ts';
import { Geom } from '../geometry/geom.ts';
import { HeightField } from '../geometry/height-field.ts';
import { rayHfield } from '../geometry/ray/hfield.ts';
import { rayMesh } from '../geometry/ray/mesh.ts';
import { rayPrimitive } from '../geometry/ray/primitive.ts';
import { keepNearer, miss, Ray, RayHit } from '../geometry/ray/ray.ts';
import { raySdf } from '../geometry/ray/sdf.ts';
import { TriangleMesh } from '../geometry/triangle-mesh.ts';
import { MINVAL } from '../math/scalar.ts';
import { copy3, dist3, dot3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { GEOM_BOX, GEOM_HFIELD, GEOM_MESH, GEOM_SDF } from '../model/constants.ts';

/** Number of geom groups that a mask can choose from; higher group numbers count as the last. */
const NGROUP: i32 = 6;

/** Which geoms a ray sees. */
export class RayFilter {
  /** Mask of geom groups, or -1 for all. */
  groups: i32 = 0;
  /** Geoms that are fixed to the world count too. */
  withStatic: boolean = false;
  /** A body whose geoms are left out, or -1. */
  bodyexclude: i32 = 0;
  /** Geoms whose bounding sphere is farther from the ray's origin are left out. */
  cutoff: f64 = 0;
}

const geom = new Geom();
const field = new HeightField();
const mesh = new TriangleMesh();
const sdf = new ConvexShape();
const geomHit = new RayHit();

/** Ray against the signed distance field of geom g, within its box. */
function rayField(m: Model, d: Data, g: i32, ray: Ray, hit: RayHit): void {
  setGeom(m, d, geom, g);
  geom.type = GEOM_BOX;
  rayPrimitive(geom, ray, hit);
  if (hit.dist < 0) return;
  setGeomShape(m, d, sdf, g, 0);
  raySdf(sdf, ray, hit);
}

/** Ray against the surface of geom g; distances are in units of the ray's length. */
function rayGeom(m: Model, d: Data, g: i32, ray: Ray, hit: RayHit): void {
  switch (m.geom_type[g]) {
    case GEOM_HFIELD:
      setHeightField(m, d, field, g);
      rayHfield(field, ray, hit);
      break;
    case GEOM_MESH:
      setTriangleMesh(m, d, mesh, g);
      rayMesh(mesh, ray, hit);
      break;
    case GEOM_SDF:
      rayField(m, d, g, ray, hit);
      break;
    default:
      setGeom(m, d, geom, g);
      rayPrimitive(geom, ray, hit);
      break;
  }
}

/** Whether a ray sees geom g: visible, not on the excluded body, of a chosen group, static only if asked for. */
function isSeen(m: Model, g: i32, filter: RayFilter): boolean {
  const body = m.geom_bodyid[g];
  if (body === filter.bodyexclude) return false;
  const material = m.geom_matid[g];
  const alpha = material < 0 ? m.geom_rgba[4 * g + 3] : m.mat_rgba[4 * material + 3];
  if (alpha === 0) return false;
  if (!filter.withStatic && m.body_weldid[body] === 0) return false;
  if (filter.groups < 0) return true;
  const group = m.geom_group[g];
  const bit = group < 0 ? 0 : group >= NGROUP ? NGROUP - 1 : group;
  return ((filter.groups >> bit) & 1) !== 0;
}

/**
 * The nearest geom that a ray sees, or -1; `hit` gets the distance along the ray, in units of its length, and the surface normal.
 *
 * @reads geom_xpos
 * @see mj_ray
 */
export function castRay(m: Model, d: Data, ray: Ray, filter: RayFilter, hit: RayHit): i32 {
  let nearest: i32 = -1;
  miss(hit);
  if (dot3(ray.vec, 0, ray.vec, 0) < MINVAL * MINVAL) return -1;
  for (let g = 0; g < m.ngeom; g++) {
    if (!isSeen(m, g, filter)) continue;
    const radius = m.geom_rbound[g];
    if (radius > 0 && dist3(d.geom_xpos, 3 * g, ray.pnt, 0) > filter.cutoff + radius) continue;
    rayGeom(m, d, g, ray, geomHit);
    if (keepNearer(hit, geomHit)) nearest = g;
  }
  return nearest;
}

const beam = new Ray();
const beamHit = new RayHit();
const beamFilter = new RayFilter();

/**
 * Many rays from one point: `nray` directions in `vec`, results in `dist`, `geomid` and `normal`. It is called from outside, where there are no
 * records: hence its parameters.
 */
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
  beamFilter.groups = groups;
  beamFilter.withStatic = withStatic;
  beamFilter.bodyexclude = bodyexclude;
  beamFilter.cutoff = cutoff;
  copy3(beam.pnt, 0, pnt, 0);
  for (let k = 0; k < nray; k++) {
    copy3(beam.vec, 0, vec, 3 * k);
    geomid[k] = castRay(m, d, beam, beamFilter, beamHit);
    dist[k] = beamHit.dist;
    copy3(normal, 3 * k, beamHit.normal, 0);
  }
}

/**
 * A ray against geom g alone, seen or not: the distance, or -1; `normal` gets the surface normal.
 *
 * @see mj_rayMesh, mj_rayHfield
 */
export function rayOneGeom(m: Model, d: Data, g: i32, pnt: F64, vec: F64, normal: F64): f64 {
  copy3(beam.pnt, 0, pnt, 0);
  copy3(beam.vec, 0, vec, 0);
  miss(beamHit);
  if (dot3(beam.vec, 0, beam.vec, 0) >= MINVAL * MINVAL) rayGeom(m, d, g, beam, beamHit);
  copy3(normal, 0, beamHit.normal, 0);
  return beamHit.dist;
}

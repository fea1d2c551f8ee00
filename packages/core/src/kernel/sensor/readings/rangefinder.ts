// @cold

import { type F64, type f64, type i32, scratchF64, toF64 } from '../../dialect.ts';
import { Ray, RayHit } from '../../geometry/ray/ray.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { add3, addScl3, copy3, normalize3, set3, sub3, zero3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import {
  MAXVAL,
  NSENS,
  OBJ_SITE,
  PROJ_PERSPECTIVE,
  RAYDATA_DEPTH,
  RAYDATA_DIR,
  RAYDATA_DIST,
  RAYDATA_NORMAL,
  RAYDATA_ORIGIN,
  RAYDATA_POINT,
} from '../../model/constants.ts';
import { castRay, RayFilter } from '../../query/ray.ts';
import { CENTRE, FOCAL, intrinsics, setIntrinsics } from './camera-intrinsics.ts';

const origin = scratchF64(3);
const direction = scratchF64(3);
const normal = scratchF64(3);
const point = scratchF64(3); // that the ray hit
const pixel = scratchF64(3); // direction to, or offset of, a pixel in the camera's frame
const beam = new Ray();
const hit = new RayHit();
const filter = new RayFilter();

/**
 * Distances to what is ahead: along the z axis of a site, or through every pixel of a camera, row by row. What is reported of each ray is a
 * mask of RAYDATA_*.
 */
export function rangefinder(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const id = m.sensor_objid[s];
  if (m.sensor_objtype[s] === OBJ_SITE) siteRay(m, d, id, m.sensor_intprm[NSENS * s], res, r);
  else cameraRays(m, d, id, m.sensor_intprm[NSENS * s], res, r);
}

/** @reads site_xpos site_xmat */
function siteRay(m: Model, d: Data, site: i32, mask: i32, res: F64, r: i32): void {
  const a = 9 * site;
  copy3(origin, 0, d.site_xpos, 3 * site);
  set3(direction, 0, d.site_xmat[a + 2], d.site_xmat[a + 5], d.site_xmat[a + 8]);
  const dist = cast(m, d, m.site_bodyid[site]);
  report(mask, dist, dist, res, r);
}

/** @reads cam_xpos cam_xmat */
function cameraRays(m: Model, d: Data, camera: i32, mask: i32, res: F64, r: i32): void {
  const width = m.cam_resolution[2 * camera];
  const height = m.cam_resolution[2 * camera + 1];
  const body = m.cam_bodyid[camera];
  setIntrinsics(m, camera);
  let slot = r;
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      aimPixel(m, d, camera, col, row);
      const dist = cast(m, d, body);
      slot = report(mask, dist, cameraDepth(d, camera, dist), res, slot);
    }
  }
}

/** Sets `origin` and `direction` of the ray through the middle of a pixel; row 0 is the top of the image. */
function aimPixel(m: Model, d: Data, camera: i32, col: i32, row: i32): void {
  const mat = d.cam_xmat;
  const a = 9 * camera;
  const x: f64 = (toF64(col) + 0.5 - intrinsics[CENTRE]) / intrinsics[FOCAL];
  const y: f64 = -(toF64(row) + 0.5 - intrinsics[CENTRE + 1]) / intrinsics[FOCAL + 1];
  if (m.cam_projection[camera] === PROJ_PERSPECTIVE) {
    copy3(origin, 0, d.cam_xpos, 3 * camera);
    set3(pixel, 0, x, y, -1);
    mulMatVec3(direction, 0, mat, a, pixel, 0);
    normalize3(direction, 0);
    return;
  }
  const extent: f64 = m.cam_fovy[camera] / 2; // of an orthographic image, from the middle
  set3(direction, 0, -mat[a + 2], -mat[a + 5], -mat[a + 8]);
  set3(pixel, 0, x * extent, y * extent, 0);
  mulMatVec3(point, 0, mat, a, pixel, 0);
  add3(origin, 0, d.cam_xpos, 3 * camera, point, 0);
}

/** Distance to the nearest geom that is not on `body`, or -1; sets `normal` and `point`. */
function cast(m: Model, d: Data, body: i32): f64 {
  copy3(beam.pnt, 0, origin, 0);
  copy3(beam.vec, 0, direction, 0);
  filter.groups = -1;
  filter.withStatic = true;
  filter.bodyexclude = body;
  filter.cutoff = MAXVAL;
  castRay(m, d, beam, filter, hit);
  copy3(normal, 0, hit.normal, 0);
  const dist = hit.dist;
  if (dist < 0) zero3(point, 0);
  else addScl3(point, 0, origin, 0, direction, 0, dist);
  return dist;
}

/** How far `point` is in front of the camera, or -1. */
function cameraDepth(d: Data, camera: i32, dist: f64): f64 {
  if (dist < 0) return -1;
  const a = 9 * camera;
  sub3(pixel, 0, point, 0, d.cam_xpos, 3 * camera);
  return -(pixel[0] * d.cam_xmat[a + 2] + pixel[1] * d.cam_xmat[a + 5] + pixel[2] * d.cam_xmat[a + 8]);
}

/** Writes what `mask` asks for of the last ray; returns the place after it. A miss has no direction, point or normal. */
function report(mask: i32, dist: f64, depth: f64, res: F64, r: i32): i32 {
  let slot = r;
  if ((mask & (1 << RAYDATA_DIST)) !== 0) res[slot++] = dist;
  if ((mask & (1 << RAYDATA_DIR)) !== 0) slot = reportHit(dist, direction, res, slot);
  if ((mask & (1 << RAYDATA_ORIGIN)) !== 0) slot = reportHit(0, origin, res, slot);
  if ((mask & (1 << RAYDATA_POINT)) !== 0) slot = reportHit(dist, point, res, slot);
  if ((mask & (1 << RAYDATA_NORMAL)) !== 0) slot = reportHit(dist, normal, res, slot);
  if ((mask & (1 << RAYDATA_DEPTH)) !== 0) res[slot++] = dist < 0 ? -1.0 : depth;
  return slot;
}

function reportHit(dist: f64, value: F64, res: F64, r: i32): i32 {
  if (dist < 0) zero3(res, r);
  else copy3(res, r, value, 0);
  return r + 3;
}

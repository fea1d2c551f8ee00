// @cold

import { type F64, type f64, type i32, scratchF64, toF64 } from '../../dialect.ts';
import { mulMatTVec } from '../../math/linear/dense.ts';
import { MINVAL } from '../../math/scalar.ts';
import { sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { fovyFocal, hasSensorSize, sensorPixels } from './camera-intrinsics.ts';

const offset = scratchF64(3); // from the camera to the site
const inCamera = scratchF64(3);

/**
 * res (2) = pixel coordinates of a site in the image of a camera, from the upper left corner.
 *
 * @reads site_xpos cam_xpos cam_xmat
 */
export function cameraProjection(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const site = m.sensor_objid[s];
  const camera = m.sensor_refid[s];
  const sensor = hasSensorSize(m, camera);
  const fx: f64 = sensor ? sensorPixels(m, camera, 0, 0) : fovyFocal(m, camera);
  const fy: f64 = sensor ? sensorPixels(m, camera, 1, 1) : fx;
  sub3(offset, 0, d.site_xpos, 3 * site, d.cam_xpos, 3 * camera);
  mulMatTVec(inCamera, 0, d.cam_xmat, 9 * camera, offset, 0, 3, 3);

  // a site in the plane of the camera is far away
  let depth: f64 = inCamera[2];
  if (Math.abs(depth) < MINVAL) depth = depth < 0 ? -MINVAL : MINVAL;
  res[r] = -fx * (inCamera[0] / depth) + 0.5 * toF64(m.cam_resolution[2 * camera]);
  res[r + 1] = fy * (inCamera[1] / depth) + 0.5 * toF64(m.cam_resolution[2 * camera + 1]);
}

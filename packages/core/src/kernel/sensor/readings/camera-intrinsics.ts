// @cold

import { type F64, type f64, fround, type i32, scratchF64, toF64 } from '../../dialect.ts';
import { tan } from '../../math/elementary/trig.ts';
import { PI } from '../../math/scalar.ts';
import type { Model } from '../../model/classes.ts';
import { PROJ_ORTHOGRAPHIC } from '../../model/constants.ts';

/** Focal lengths and principal point of the last camera, in pixels: fx, fy, cx, cy. */
export const intrinsics: F64 = scratchF64(4);
export const FOCAL: i32 = 0;
export const CENTRE: i32 = 2;

/** Whether a camera is given by the size of its sensor rather than by its field of view. */
export function hasSensorSize(m: Model, camera: i32): boolean {
  return m.cam_sensorsize[2 * camera] !== 0 && m.cam_sensorsize[2 * camera + 1] !== 0;
}

/** A length on the sensor (entry `k` of cam_intrinsic) in pixels along `axis`; the model has these in single precision. */
export function sensorPixels(m: Model, camera: i32, k: i32, axis: i32): f64 {
  const share = fround(m.cam_intrinsic[4 * camera + k] / m.cam_sensorsize[2 * camera + axis]);
  return fround(share * toF64(m.cam_resolution[2 * camera + axis]));
}

/** Focal length in pixels of a camera that is given by its vertical field of view. */
export function fovyFocal(m: Model, camera: i32): f64 {
  return (0.5 / tan((m.cam_fovy[camera] * PI) / 360)) * toF64(m.cam_resolution[2 * camera + 1]);
}

/** Fills `intrinsics`. For an orthographic camera they scale pixels to [-1, 1]. */
export function setIntrinsics(m: Model, camera: i32): void {
  const sensor = hasSensorSize(m, camera);
  for (let axis = 0; axis < 2; axis++) {
    const half: f64 = toF64(m.cam_resolution[2 * camera + axis]) / 2;
    if (m.cam_projection[camera] === PROJ_ORTHOGRAPHIC) {
      intrinsics[FOCAL + axis] = half;
      intrinsics[CENTRE + axis] = half;
    } else if (sensor) {
      intrinsics[FOCAL + axis] = sensorPixels(m, camera, axis, axis);
      intrinsics[CENTRE + axis] = sensorPixels(m, camera, 2 + axis, axis);
    } else {
      intrinsics[FOCAL + axis] = fovyFocal(m, camera);
      intrinsics[CENTRE + axis] = half;
    }
  }
}

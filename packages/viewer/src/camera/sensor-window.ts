import { enums, type Model } from '@qpos/core';

/** Edges of a picture at a distance of one from the camera, as its x and y axes have them. */
export type Window = [left: number, right: number, top: number, bottom: number];

/**
 * What a camera with a sensor sees: `sensorsize`, `focal` and `principal` fix all four edges of its picture, whatever the proportions of the
 * canvas.
 *
 * @returns Whether the camera has a sensor; otherwise its angle of view and the canvas decide.
 */
export function sensorWindow(out: Window, model: Model, camera: number): boolean {
  const [width, height] = [model.cam_sensorsize[2 * camera], model.cam_sensorsize[2 * camera + 1]];
  if (model.cam_projection[camera] !== enums.Projection.PERSPECTIVE || !(width > 0 && height > 0)) return false;
  const [fx, fy, cx, cy] = model.cam_intrinsic.subarray(4 * camera, 4 * camera + 4) as unknown as Window;
  out[0] = -(0.5 * width - cx) / fx;
  out[1] = (0.5 * width + cx) / fx;
  out[2] = (0.5 * height - cy) / fy;
  out[3] = -(0.5 * height + cy) / fy;
  return true;
}

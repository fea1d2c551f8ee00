import { checkIndex, checkLength, checkReal, checkSettings } from '../host/arguments.ts';
import { ArgumentError } from '../host/errors/argument-error.ts';
import type { Data } from '../host/model/data.ts';
import { backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';
import { mulMatVec3 } from '../kernel/math/mat3.ts';
import { add3, copy3, normalize3 } from '../kernel/math/vec3.ts';
import { PROJ_ORTHOGRAPHIC } from '../kernel/model/constants.ts';

/** A ray of a camera, in the world frame. */
export interface PixelRay {
  /** Where it starts: the camera, or for an orthographic one a point of the image plane. */
  readonly origin: Float64Array;
  /** Where it goes, of length one. */
  readonly direction: Float64Array;
}

/** The image that a pixel belongs to, and where the result goes. */
export interface PixelRayOptions extends Partial<PixelRay> {
  /** Width and height of the image in pixels; the camera's `resolution` by default. */
  readonly resolution?: ArrayLike<number> | undefined;
}

/** A coordinate of the image plane at unit depth, or from -1 to 1 across an orthographic image. */
function planeCoordinate(model: Model, camera: number, axis: number, pixel: number, sizes: ArrayLike<number>): number {
  const { cam_sensorsize: sensor, cam_intrinsic: intrinsic } = model;
  const size = sizes[axis] as number;
  if (model.cam_projection[camera] === PROJ_ORTHOGRAPHIC) return (pixel - size / 2) / (size / 2);
  if (sensor[2 * camera] !== 0 && sensor[2 * camera + 1] !== 0) {
    // the model has these lengths in single precision, and MuJoCo computes with them so
    const inPixels = (k: number): number =>
      Math.fround(Math.fround(intrinsic[4 * camera + k] / sensor[2 * camera + axis]) * size);
    return (pixel - inPixels(2 + axis)) / inPixels(axis);
  }
  const halfAngle = (model.cam_fovy[camera] * Math.PI) / 360;
  return (pixel - size / 2) / ((0.5 / model.backend.kernels.tan(halfAngle)) * (sizes[1] as number));
}

function checkResolution(sizes: ArrayLike<number>): void {
  checkLength('resolution', sizes, 2);
  if (!(sizes[0] > 0 && sizes[1] > 0)) throw new ArgumentError('resolution must be a width and a height above zero');
}

const corner = new Float64Array(3); // the pixel in the camera's frame

/**
 * The ray of a camera through a point of its image: what is under the mouse, or the direction of a pixel of a depth image. Pixel (0, 0) is
 * at the top left, and its middle is at (0.5, 0.5). The camera's field of view or its intrinsics (`sensorsize`, `focal`, `principal`) and
 * its projection decide, as for a rangefinder on a camera. Needs `camlight`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param camera Index of the camera.
 * @param x Pixels from the left edge of the image, fractions included.
 * @param y Pixels from its top edge.
 * @param options The size of the image, and where the result goes.
 * @returns Origin and direction of the ray, for `castRay`.
 * @example
 * const { origin, direction } = pixelRay(model, data, model.camera('side').id, 320, 240, { resolution: [640, 480] });
 * console.log(castRay(model, data, origin, direction).geom); // what is in the middle of the picture
 */
export function pixelRay(
  model: Model,
  data: Data,
  camera: number,
  x: number,
  y: number,
  options: PixelRayOptions = {},
): PixelRay {
  backendOf(model, data);
  checkIndex('camera', camera, model.ncam);
  checkReal('x', x);
  checkReal('y', y);
  checkSettings('options', options);
  const { origin = new Float64Array(3), direction = new Float64Array(3) } = options;
  const sizes = options.resolution ?? model.cam_resolution.subarray(2 * camera, 2 * camera + 2);
  checkLength('origin', origin, 3);
  checkLength('direction', direction, 3);
  checkResolution(sizes);
  const u = planeCoordinate(model, camera, 0, x, sizes);
  const v = -planeCoordinate(model, camera, 1, y, sizes);
  if (model.cam_projection[camera] === PROJ_ORTHOGRAPHIC) aimParallel(model, data, camera, u, v, origin, direction);
  else aimFromEye(data, camera, u, v, origin, direction);
  return { origin, direction };
}

function aimFromEye(
  data: Data,
  camera: number,
  u: number,
  v: number,
  origin: Float64Array,
  direction: Float64Array,
): void {
  copy3(origin, 0, data.cam_xpos, 3 * camera);
  corner[0] = u;
  corner[1] = v;
  corner[2] = -1;
  mulMatVec3(direction, 0, data.cam_xmat, 9 * camera, corner, 0);
  normalize3(direction, 0);
}

function aimParallel(
  model: Model,
  data: Data,
  camera: number,
  u: number,
  v: number,
  origin: Float64Array,
  direction: Float64Array,
): void {
  const { cam_xmat: mat, cam_xpos: eye } = data;
  const extent = model.cam_fovy[camera] / 2;
  corner[0] = u * extent;
  corner[1] = v * extent;
  corner[2] = 0;
  mulMatVec3(origin, 0, mat, 9 * camera, corner, 0);
  add3(origin, 0, eye, 3 * camera, origin, 0);
  for (let k = 0; k < 3; k++) direction[k] = -mat[9 * camera + 3 * k + 2];
}

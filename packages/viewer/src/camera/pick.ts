import { ArgumentError, castRay, type Data, type Model } from '@qpos/core';
import { type Camera, Vector3 } from 'three';
import type { ViewOptions } from '../options.ts';

/** What is seen at a point of a picture. */
export interface Picked {
  /** Index of the geom. */
  readonly geom: number;
  /** Index of its body. */
  readonly body: number;
  /** Where it was hit, in the world frame. */
  readonly point: Float64Array;
  /** Where it was hit, in the frame of its body. */
  readonly local: Float64Array;
}

const near = new Vector3();
const far = new Vector3();

/**
 * What a camera sees at a point of its picture.
 *
 * @param model The model.
 * @param data Its Data.
 * @param camera The camera, up to date.
 * @param at The point: x from -1 at the left to 1 at the right, y from -1 at the bottom to 1 at the top.
 * @param options What is drawn: groups that are hidden are not hit.
 * @returns The geom and where it was hit; undefined for the background.
 * @example
 * const rig = new CameraRig(model);
 * rig.update(data);
 * const picked = pick(model, data, rig.camera, { x: 0, y: 0 }, defaultOptions());
 * console.log(picked?.geom);
 */
export function pick(
  model: Model,
  data: Data,
  camera: Camera,
  at: { readonly x: number; readonly y: number },
  options: ViewOptions,
): Picked | undefined {
  if (!(camera?.isCamera === true)) throw new ArgumentError('a camera of three.js is needed');
  if (typeof at?.x !== 'number' || typeof at.y !== 'number') throw new ArgumentError('a place is given as { x, y }');
  if (typeof options !== 'object' || options === null) throw new ArgumentError('options must be an object');
  near.set(at.x, at.y, -1).unproject(camera);
  far.set(at.x, at.y, 1).unproject(camera).sub(near).normalize();
  const from = Float64Array.of(near.x, near.y, near.z);
  const direction = Float64Array.of(far.x, far.y, far.z);
  const hit = castRay(model, data, from, direction, { groups: options.geomGroup, withStatic: options.staticBody });
  if (hit.geom < 0) return undefined;
  const body = model.geom_bodyid[hit.geom];
  const point = from.map((v, k) => v + hit.distance * (direction[k] ?? 0));
  const local = new Float64Array(3);
  for (let k = 0; k < 3; k++)
    for (let a = 0; a < 3; a++) local[k] += data.xmat[9 * body + 3 * a + k] * (point[a] - data.xpos[3 * body + a]);
  return { geom: hit.geom, body, point, local };
}

import { type Data, type Model, ray } from '@qpos/core';
import { type Camera, Vector3 } from 'three';
import type { ViewOptions } from './options.ts';

export interface Picked {
  readonly geom: number;
  readonly body: number;
  /** Where the ray met the geom, in the world and in its body's frame. */
  readonly point: Float64Array;
  readonly local: Float64Array;
}

const near = new Vector3();
const far = new Vector3();

/** What is seen at a point of the picture: x to the right and y up, from -1 to 1. */
export function pick(
  model: Model,
  data: Data,
  camera: Camera,
  x: number,
  y: number,
  options: ViewOptions,
): Picked | undefined {
  near.set(x, y, -1).unproject(camera);
  far.set(x, y, 1).unproject(camera).sub(near).normalize();
  const from = Float64Array.of(near.x, near.y, near.z);
  const direction = Float64Array.of(far.x, far.y, far.z);
  const hit = ray(model, data, from, direction, { groups: options.geomGroup, withStatic: options.staticBody });
  if (hit.geom < 0) return undefined;
  const body = model.geom_bodyid[hit.geom];
  const point = from.map((v, k) => v + hit.distance * (direction[k] ?? 0));
  const local = new Float64Array(3);
  for (let k = 0; k < 3; k++)
    for (let a = 0; a < 3; a++) local[k] += data.xmat[9 * body + 3 * a + k] * (point[a] - data.xpos[3 * body + a]);
  return { geom: hit.geom, body, point, local };
}

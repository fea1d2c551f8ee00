// @cold

import { MINVAL } from '../../math/scalar.ts';
import type { Geom } from '../geom.ts';
import { enterFrame, miss, Ray, type RayHit } from './ray.ts';

const local = new Ray();

/** Ray against a plane, from its front, within its rendered rectangle where that has a size. */
export function rayPlane(geom: Geom, ray: Ray, hit: RayHit): void {
  const size = geom.size;
  const { pnt, vec } = local;
  miss(hit);
  enterFrame(local, ray, geom.pos, geom.mat);
  if (!(vec[2] <= -MINVAL)) return;
  const x = -pnt[2] / vec[2];
  if (!(x >= 0)) return;
  if (size[0] > 0 && Math.abs(pnt[0] + x * vec[0]) > size[0]) return;
  if (size[1] > 0 && Math.abs(pnt[1] + x * vec[1]) > size[1]) return;
  hit.dist = x;
  for (let k = 0; k < 3; k++) hit.normal[k] = geom.mat[2 + 3 * k];
}

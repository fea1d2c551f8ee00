// @cold

import { addScl3, normalize3, sub3 } from '../../math/vec3.ts';
import type { Geom } from '../geom.ts';
import { hitBall, miss, type Ray, type RayHit } from './ray.ts';

/** Ray against a sphere. */
export function raySphere(geom: Geom, ray: Ray, hit: RayHit): void {
  const x = hitBall(ray, geom.pos, geom.size[0] * geom.size[0]);
  miss(hit);
  if (x < 0) return;
  hit.dist = x;
  addScl3(hit.normal, 0, ray.pnt, 0, ray.vec, 0, x);
  sub3(hit.normal, 0, hit.normal, 0, geom.pos, 0);
  normalize3(hit.normal, 0);
}

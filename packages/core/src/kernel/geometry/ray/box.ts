// @cold

import { type F64, type i32, idiv, scratchF64 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { MINVAL } from '../../math/scalar.ts';
import { zero3 } from '../../math/vec3.ts';
import type { Geom } from '../geom.ts';
import { enterFrame, hitBall, miss, Ray, type RayHit } from './ray.ts';

const local = new Ray();
const sides = scratchF64(6);
const outward = scratchF64(3);

/**
 * Where a ray crosses each side of a box, -x +x -y +y -z +z; -1 where it does not. Returns the side that it crosses first, or -1.
 */
export function crossSides(res: F64, geom: Geom, ray: Ray): i32 {
  const size = geom.size;
  const { pnt: p, vec: v } = local;
  for (let k = 0; k < 6; k++) res[k] = -1;
  if (hitBall(ray, geom.pos, size[0] * size[0] + size[1] * size[1] + size[2] * size[2]) < 0) return -1;
  enterFrame(local, ray, geom.pos, geom.mat);
  let first = -1;
  for (let side = 0; side < 6; side++) {
    const k = idiv(side, 2);
    if (!(Math.abs(v[k]) > MINVAL)) continue;
    const i = k === 0 ? 1 : 0;
    const j = k === 2 ? 1 : 2;
    const x = ((side % 2 === 0 ? -size[k] : size[k]) - p[k]) / v[k];
    if (!(x >= 0)) continue;
    if (!(Math.abs(p[i] + x * v[i]) <= size[i])) continue;
    if (!(Math.abs(p[j] + x * v[j]) <= size[j])) continue;
    if (first < 0 || x < res[first]) first = side;
    res[side] = x;
  }
  return first;
}

/** Ray against a box. */
export function rayBox(geom: Geom, ray: Ray, hit: RayHit): void {
  miss(hit);
  const side = crossSides(sides, geom, ray);
  if (side < 0) return;
  hit.dist = sides[side];
  zero3(outward, 0);
  outward[idiv(side, 2)] = side % 2 === 0 ? -1 : 1;
  mulMatVec3(hit.normal, 0, geom.mat, 0, outward, 0);
}

// @cold

import { type f64, type i32, isNaN64, scratchF64 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { addScl3, normalize3 } from '../../math/vec3.ts';
import type { ConvexShape } from '../convex/convex-shape.ts';
import { signedDistance, signedGradient } from '../signed-distance.ts';
import { enterFrame, miss, Ray, type RayHit } from './ray.ts';

const MARCH_STEPS: i32 = 40;
const MARCH_CLOSE: f64 = 1e-7;
const MARCH_FAR: f64 = 1e6;

const local = new Ray();
const point = scratchF64(3);
const gradient = scratchF64(3);

/**
 * Sphere tracing of a ray against a signed distance field; the distance is along the unit direction of the ray. The caller rejects rays that miss the
 * field's box.
 */
export function raySdf(field: ConvexShape, ray: Ray, hit: RayHit): void {
  miss(hit);
  enterFrame(local, ray, field.pos, field.mat);
  normalize3(local.vec, 0);
  let total: f64 = 0;
  for (let i = 0; i < MARCH_STEPS; i++) {
    addScl3(point, 0, local.pnt, 0, local.vec, 0, total);
    const dist = Math.abs(signedDistance(field, point, 0));
    total += dist;
    if (dist > MARCH_FAR || isNaN64(dist)) return;
    if (!(dist < MARCH_CLOSE)) continue;
    addScl3(point, 0, local.pnt, 0, local.vec, 0, total);
    signedGradient(gradient, 0, field, point, 0);
    normalize3(gradient, 0);
    mulMatVec3(hit.normal, 0, field.mat, 0, gradient, 0);
    hit.dist = total;
    return;
  }
}

// @cold

import { type f64, type i32, toF64 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { normalize3, set3 } from '../../math/vec3.ts';
import type { Geom } from '../geom.ts';
import { hitSide } from './cylinder.ts';
import { enterFrame, hitBall, miss, Ray, type RayHit, Roots, solveQuadratic } from './ray.ts';

const local = new Ray();
const roots = new Roots();

/** Is the point at x of the local ray beyond an end (1 the upper, -1 the lower) of the segment? */
function isBeyond(x: f64, end: i32, half: f64): boolean {
  const z = local.pnt[2] + x * local.vec[2];
  return end > 0 ? z >= half : z <= -half;
}

/** Ray against a capsule: its round side between the ends, and the outer half of either end's sphere. */
export function rayCapsule(geom: Geom, ray: Ray, hit: RayHit): void {
  const radius = geom.size[0];
  const half = geom.size[1];
  const bound = radius + half;
  const { pnt: p, vec: v } = local;
  miss(hit);
  if (hitBall(ray, geom.pos, bound * bound) < 0) return;
  enterFrame(local, ray, geom.pos, geom.mat);

  // round side, then the upper and the lower sphere
  let best = hitSide(local, radius, half);
  let part = 0; // the end, or 0 for the side
  const a = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  for (let end = 1; end >= -1; end -= 2) {
    const dz = end > 0 ? p[2] - half : p[2] + half;
    const b = v[0] * p[0] + v[1] * p[1] + v[2] * dz;
    solveQuadratic(a, b, p[0] * p[0] + p[1] * p[1] + dz * dz - radius * radius, roots);
    for (let k = 0; k < 2; k++) {
      const x = k === 0 ? roots.low : roots.high;
      if (x >= 0 && isBeyond(x, end, half) && (best < 0 || x < best)) {
        best = x;
        part = end;
      }
    }
  }
  if (best < 0) return;

  hit.dist = best;
  const z: f64 = part === 0 ? 0 : p[2] + v[2] * best - half * toF64(part);
  set3(hit.normal, 0, p[0] + v[0] * best, p[1] + v[1] * best, z);
  normalize3(hit.normal, 0);
  mulMatVec3(hit.normal, 0, geom.mat, 0, hit.normal, 0);
}

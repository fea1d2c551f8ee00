// @cold

import { type f64, toF64 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { MINVAL } from '../../math/scalar.ts';
import { normalize3, set3 } from '../../math/vec3.ts';
import type { Geom } from '../geom.ts';
import { enterFrame, hitBall, miss, Ray, type RayHit, Roots, solveQuadratic } from './ray.ts';

const local = new Ray();
const roots = new Roots();

/** Where a local ray meets the round side of a cylinder or capsule, or -1. */
export function hitSide(ray: Ray, radius: f64, half: f64): f64 {
  const { pnt: p, vec: v } = ray;
  const c = p[0] * p[0] + p[1] * p[1] - radius * radius;
  const x = solveQuadratic(v[0] * v[0] + v[1] * v[1], v[0] * p[0] + v[1] * p[1], c, roots);
  return x >= 0 && Math.abs(p[2] + x * v[2]) <= half ? x : -1;
}

/** Ray against a cylinder: its caps, then its round side. */
export function rayCylinder(geom: Geom, ray: Ray, hit: RayHit): void {
  const radius = geom.size[0];
  const half = geom.size[1];
  const { pnt: p, vec: v } = local;
  miss(hit);
  if (hitBall(ray, geom.pos, radius * radius + half * half) < 0) return;
  enterFrame(local, ray, geom.pos, geom.mat);

  let best: f64 = -1;
  let part = 0; // the cap, or 0 for the side
  for (let cap = -1; cap <= 1 && Math.abs(v[2]) > MINVAL; cap += 2) {
    const x = (toF64(cap) * half - p[2]) / v[2];
    const hx = p[0] + x * v[0];
    const hy = p[1] + x * v[1];
    if (x >= 0 && hx * hx + hy * hy <= radius * radius && (best < 0 || x < best)) {
      best = x;
      part = cap;
    }
  }
  const side = hitSide(local, radius, half);
  if (side >= 0 && (best < 0 || side < best)) {
    best = side;
    part = 0;
  }
  if (best < 0) return;

  hit.dist = best;
  if (part === 0) set3(hit.normal, 0, p[0] + v[0] * best, p[1] + v[1] * best, 0);
  else hit.normal[2] = toF64(part);
  if (part === 0) normalize3(hit.normal, 0);
  mulMatVec3(hit.normal, 0, geom.mat, 0, hit.normal, 0);
}

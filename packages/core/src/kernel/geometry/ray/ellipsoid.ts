// @cold

import type { f64, i32 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { normalize3, set3 } from '../../math/vec3.ts';
import type { Geom } from '../geom.ts';
import { enterFrame, miss, Ray, type RayHit, Roots, solveQuadratic } from './ray.ts';

const local = new Ray();
const roots = new Roots();

/** 1 / size² along axis k. */
function weight(geom: Geom, k: i32): f64 {
  return 1 / (geom.size[k] * geom.size[k]);
}

/** Ray against an ellipsoid. */
export function rayEllipsoid(geom: Geom, ray: Ray, hit: RayHit): void {
  const { pnt: p, vec: v } = local;
  miss(hit);
  enterFrame(local, ray, geom.pos, geom.mat);
  const wx = weight(geom, 0);
  const wy = weight(geom, 1);
  const wz = weight(geom, 2);
  const a = wx * v[0] * v[0] + wy * v[1] * v[1] + wz * v[2] * v[2];
  const b = wx * v[0] * p[0] + wy * v[1] * p[1] + wz * v[2] * p[2];
  const c = wx * p[0] * p[0] + wy * p[1] * p[1] + wz * p[2] * p[2] - 1;
  const x = solveQuadratic(a, b, c, roots);
  if (x < 0) return;

  // gradient of the ellipsoid's function
  hit.dist = x;
  set3(hit.normal, 0, wx * (p[0] + v[0] * x), wy * (p[1] + v[1] * x), wz * (p[2] + v[2] * x));
  normalize3(hit.normal, 0);
  mulMatVec3(hit.normal, 0, geom.mat, 0, hit.normal, 0);
}

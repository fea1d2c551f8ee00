import type { F64, f64, i32 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { normalize3, zero3 } from '../../math/vec3.ts';
import { enterFrame, ray, solveQuadratic } from './local-ray.ts';

/** Ray against an ellipsoid. */
export function rayEllipsoid(
  normal: F64,
  n: i32,
  pos: F64,
  p: i32,
  mat: F64,
  m: i32,
  size: F64,
  s: i32,
  pnt: F64,
  q: i32,
  vec: F64,
  v: i32,
): f64 {
  zero3(normal, n);
  enterFrame(pos, p, mat, m, pnt, q, vec, v);
  const wx = 1 / (size[s] * size[s]);
  const wy = 1 / (size[s + 1] * size[s + 1]);
  const wz = 1 / (size[s + 2] * size[s + 2]);
  const px = ray[0];
  const py = ray[1];
  const pz = ray[2];
  const vx = ray[3];
  const vy = ray[4];
  const vz = ray[5];
  const x = solveQuadratic(
    wx * vx * vx + wy * vy * vy + wz * vz * vz,
    wx * vx * px + wy * vy * py + wz * vz * pz,
    wx * px * px + wy * py * py + wz * pz * pz - 1,
  );
  if (x < 0) return x;

  // gradient of the ellipsoid's function
  normal[n] = wx * (px + vx * x);
  normal[n + 1] = wy * (py + vy * x);
  normal[n + 2] = wz * (pz + vz * x);
  normalize3(normal, n);
  mulMatVec3(normal, n, mat, m, normal, n);
  return x;
}

import { type F64, type f64, type i32, toF64 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { normalize3, zero3 } from '../../math/vec3.ts';
import { MINVAL } from '../contact.ts';
import { enterFrame, hitBall, ray, solveQuadratic } from './local-ray.ts';

/** Ray against a cylinder: its caps, then its round side. */
export function rayCylinder(
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
  const radius = size[s];
  const half = size[s + 1];
  if (hitBall(pos, p, radius * radius + half * half, pnt, q, vec, v) < 0) return -1;
  enterFrame(pos, p, mat, m, pnt, q, vec, v);
  const px = ray[0];
  const py = ray[1];
  const pz = ray[2];
  const vx = ray[3];
  const vy = ray[4];
  const vz = ray[5];

  let best: f64 = -1;
  let part = 0;
  if (Math.abs(vz) > MINVAL) {
    for (let cap = -1; cap <= 1; cap += 2) {
      const x = (toF64(cap) * half - pz) / vz;
      const hx = px + x * vx;
      const hy = py + x * vy;
      if (x >= 0 && hx * hx + hy * hy <= radius * radius && (best < 0 || x < best)) {
        best = x;
        part = cap;
      }
    }
  }
  const side = solveQuadratic(vx * vx + vy * vy, vx * px + vy * py, px * px + py * py - radius * radius);
  if (side >= 0 && Math.abs(pz + side * vz) <= half && (best < 0 || side < best)) {
    best = side;
    part = 0;
  }
  if (best < 0) return best;

  if (part === 0) {
    normal[n] = px + vx * best;
    normal[n + 1] = py + vy * best;
    normalize3(normal, n);
  } else {
    normal[n + 2] = toF64(part);
  }
  mulMatVec3(normal, n, mat, m, normal, n);
  return best;
}

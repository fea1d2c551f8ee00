import { type F64, type f64, type i32, toF64 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { normalize3, zero3 } from '../../math/vec3.ts';
import { enterFrame, hitBall, ray, roots, solveQuadratic } from './local-ray.ts';

/** Ray against a capsule: its round side between the ends, and the outer half of either end's sphere. */
export function rayCapsule(
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
  const bound = radius + half;
  if (hitBall(pos, p, bound * bound, pnt, q, vec, v) < 0) return -1;
  enterFrame(pos, p, mat, m, pnt, q, vec, v);
  const px = ray[0];
  const py = ray[1];
  const pz = ray[2];
  const vx = ray[3];
  const vy = ray[4];
  const vz = ray[5];

  // round side
  let best: f64 = -1;
  let part = 0;
  const side = solveQuadratic(vx * vx + vy * vy, vx * px + vy * py, px * px + py * py - radius * radius);
  if (side >= 0 && Math.abs(pz + side * vz) <= half) best = side;

  // end spheres, top then bottom
  const a = vx * vx + vy * vy + vz * vz;
  for (let end = 1; end >= -1; end -= 2) {
    const dz = end > 0 ? pz - half : pz + half;
    solveQuadratic(a, vx * px + vy * py + vz * dz, px * px + py * py + dz * dz - radius * radius);
    for (let k = 0; k < 2; k++) {
      const x = roots[k];
      const beyond = end > 0 ? pz + x * vz >= half : pz + x * vz <= -half;
      if (x >= 0 && beyond && (best < 0 || x < best)) {
        best = x;
        part = end;
      }
    }
  }
  if (best < 0) return best;

  normal[n] = px + vx * best;
  normal[n + 1] = py + vy * best;
  normal[n + 2] = part === 0 ? 0 : pz + vz * best - half * toF64(part);
  normalize3(normal, n);
  mulMatVec3(normal, n, mat, m, normal, n);
  return best;
}

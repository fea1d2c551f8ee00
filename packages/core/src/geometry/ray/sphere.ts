import type { F64, f64, i32 } from '../../dialect.ts';
import { normalize3, zero3 } from '../../math/vec3.ts';
import { hitBall } from './local-ray.ts';

/** Ray against a sphere. */
export function raySphere(
  normal: F64,
  n: i32,
  pos: F64,
  p: i32,
  _mat: F64,
  _m: i32,
  size: F64,
  s: i32,
  pnt: F64,
  q: i32,
  vec: F64,
  v: i32,
): f64 {
  const x = hitBall(pos, p, size[s] * size[s], pnt, q, vec, v);
  zero3(normal, n);
  if (x < 0) return x;
  for (let k = 0; k < 3; k++) normal[n + k] = pnt[q + k] + vec[v + k] * x - pos[p + k];
  normalize3(normal, n);
  return x;
}

import type { F64, f64, i32 } from '../../dialect.ts';
import { zero3 } from '../../math/vec3.ts';
import { MINVAL } from '../contact.ts';
import { enterFrame, ray } from './local-ray.ts';

/** Ray against a plane, from its front, within its rendered rectangle where that has a size. */
export function rayPlane(
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
  if (!(ray[5] <= -MINVAL)) return -1;
  const x = -ray[2] / ray[5];
  if (!(x >= 0)) return -1;
  if (size[s] > 0 && Math.abs(ray[0] + x * ray[3]) > size[s]) return -1;
  if (size[s + 1] > 0 && Math.abs(ray[1] + x * ray[4]) > size[s + 1]) return -1;
  for (let k = 0; k < 3; k++) normal[n + k] = mat[m + 2 + 3 * k];
  return x;
}

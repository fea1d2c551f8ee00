import { type F64, type f64, type i32, scratchF64, toF64 } from '../../dialect.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { zero3 } from '../../math/vec3.ts';
import { MINVAL } from '../contact.ts';
import { enterFrame, hitBall, ray } from './local-ray.ts';

/** Where the last ray crossed each side of the last box, -x +x -y +y -z +z; -1 where it does not. */
export const boxSides = scratchF64(6);

const local = scratchF64(3);

/** Ray against a box. All crossings are left in `boxSides`. */
export function rayBox(
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
  for (let k = 0; k < 6; k++) boxSides[k] = -1;
  const bound = size[s] * size[s] + size[s + 1] * size[s + 1] + size[s + 2] * size[s + 2];
  if (hitBall(pos, p, bound, pnt, q, vec, v) < 0) return -1;
  enterFrame(pos, p, mat, m, pnt, q, vec, v);

  let best: f64 = -1;
  let axis = 0;
  let sign = 0;
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(ray[3 + k]) > MINVAL)) continue;
    const i = k === 0 ? 1 : 0;
    const j = k === 2 ? 1 : 2;
    for (let side = -1; side <= 1; side += 2) {
      const x = (toF64(side) * size[s + k] - ray[k]) / ray[3 + k];
      if (!(x >= 0)) continue;
      if (!(Math.abs(ray[i] + x * ray[3 + i]) <= size[s + i])) continue;
      if (!(Math.abs(ray[j] + x * ray[3 + j]) <= size[s + j])) continue;
      if (best < 0 || x < best) {
        best = x;
        axis = k;
        sign = side;
      }
      boxSides[2 * k + (side > 0 ? 1 : 0)] = x;
    }
  }
  if (best < 0) return best;
  zero3(local, 0);
  local[axis] = toF64(sign);
  mulMatVec3(normal, n, mat, m, local, 0);
  return best;
}

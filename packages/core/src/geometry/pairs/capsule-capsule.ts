import type { F64, f64, i32 } from '../../dialect.ts';
import { clip } from '../../math/scalar.ts';
import { CONTACT_STRIDE, MINVAL } from '../contact.ts';
import { ballBall } from './sphere-sphere.ts';

/**
 * Capsule : capsule. The closest points of the two segments x1 = p1 + s·a1, x2 = p2 + t·a2 (s, t in [-1, 1]) solve
 *
 *     [ a1·a1  -a1·a2 ] [s]   [-a1·(p1-p2)]
 *     [-a1·a2   a2·a2 ] [t] = [ a2·(p1-p2)]
 *
 * One contact in general; parallel segments try their ends in turn until two contacts are found.
 */
export function capsuleCapsule(
  out: F64,
  o: i32,
  pos1: F64,
  p1: i32,
  mat1: F64,
  m1: i32,
  size1: F64,
  s1: i32,
  pos2: F64,
  p2: i32,
  mat2: F64,
  m2: i32,
  size2: F64,
  s2: i32,
  margin: f64,
): i32 {
  const x1 = pos1[p1];
  const y1 = pos1[p1 + 1];
  const z1 = pos1[p1 + 2];
  const x2 = pos2[p2];
  const y2 = pos2[p2 + 1];
  const z2 = pos2[p2 + 2];
  const r1 = size1[s1];
  const r2 = size2[s2];
  const h1 = size1[s1 + 1];
  const h2 = size2[s2 + 1];
  const ax = mat1[m1 + 2] * h1;
  const ay = mat1[m1 + 5] * h1;
  const az = mat1[m1 + 8] * h1;
  const bx = mat2[m2 + 2] * h2;
  const by = mat2[m2 + 5] * h2;
  const bz = mat2[m2 + 8] * h2;
  const dx = x1 - x2;
  const dy = y1 - y2;
  const dz = z1 - z2;

  const aa = ax * ax + ay * ay + az * az;
  const ab = -(ax * bx + ay * by + az * bz);
  const bb = bx * bx + by * by + bz * bz;
  const u = -(ax * dx + ay * dy + az * dz);
  const v = bx * dx + by * dy + bz * dz;
  const det = aa * bb - ab * ab;

  if (Math.abs(det) >= MINVAL) {
    let s = (bb * u - ab * v) / det;
    let t = (aa * v - ab * u) / det;
    if (s > 1) {
      s = 1;
      t = (v - ab) / bb;
    } else if (s < -1) {
      s = -1;
      t = (v + ab) / bb;
    }
    if (t > 1) {
      t = 1;
      s = clip((u - ab) / aa, -1, 1);
    } else if (t < -1) {
      t = -1;
      s = clip((u + ab) / aa, -1, 1);
    }
    return ballBall(
      out,
      o,
      ax * s + x1,
      ay * s + y1,
      az * s + z1,
      r1,
      mat1,
      m1,
      bx * t + x2,
      by * t + y2,
      bz * t + z2,
      r2,
      mat2,
      m2,
      margin,
    );
  }

  // parallel: each end of the first segment against the second, then the other way round
  let n = 0;
  for (let end = 0; end < 4 && n < 2; end++) {
    const sign: f64 = end % 2 === 0 ? 1 : -1;
    let s = sign;
    let t = sign;
    if (end < 2) t = clip((v - sign * ab) / bb, -1, 1);
    else s = clip((u - sign * ab) / aa, -1, 1);
    n += ballBall(
      out,
      o + n * CONTACT_STRIDE,
      ax * s + x1,
      ay * s + y1,
      az * s + z1,
      r1,
      mat1,
      m1,
      bx * t + x2,
      by * t + y2,
      bz * t + z2,
      r2,
      mat2,
      m2,
      margin,
    );
  }
  return n;
}

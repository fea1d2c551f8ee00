import type { F64, f64, i32 } from '../../dialect.ts';
import { clip } from '../../math/scalar.ts';
import { ballBall } from './sphere-sphere.ts';

/** Sphere : capsule, at most one contact, with the ball at the nearest point of the capsule's segment. */
export function sphereCapsule(
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
  const half = size2[s2 + 1];
  const ax = mat2[m2 + 2];
  const ay = mat2[m2 + 5];
  const az = mat2[m2 + 8];
  const x1 = pos1[p1];
  const y1 = pos1[p1 + 1];
  const z1 = pos1[p1 + 2];
  const x2 = pos2[p2];
  const y2 = pos2[p2 + 1];
  const z2 = pos2[p2 + 2];
  const t = clip(ax * (x1 - x2) + ay * (y1 - y2) + az * (z1 - z2), -half, half);
  return ballBall(
    out,
    o,
    x1,
    y1,
    z1,
    size1[s1],
    mat1,
    m1,
    ax * t + x2,
    ay * t + y2,
    az * t + z2,
    size2[s2],
    mat2,
    m2,
    margin,
  );
}

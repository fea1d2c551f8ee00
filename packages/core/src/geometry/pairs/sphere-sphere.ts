import type { F64, f64, i32 } from '../../dialect.ts';
import { MINVAL, writeContact } from '../contact.ts';

/**
 * Contact of two balls: none or one row. Coincident centres take the cross product of the frames' z axes as normal, or
 * (1, 0, 0) when those are parallel too.
 */
export function ballBall(
  out: F64,
  o: i32,
  x1: f64,
  y1: f64,
  z1: f64,
  r1: f64,
  mat1: F64,
  m1: i32,
  x2: f64,
  y2: f64,
  z2: f64,
  r2: f64,
  mat2: F64,
  m2: i32,
  margin: f64,
): i32 {
  let nx = x2 - x1;
  let ny = y2 - y1;
  let nz = z2 - z1;
  const len2 = nx * nx + ny * ny + nz * nz;
  const reach = margin + r1 + r2;
  if (len2 > reach * reach) return 0;

  const len = Math.sqrt(len2);
  const dist = len - r1 - r2;
  if (len < MINVAL) {
    const ax = mat1[m1 + 2];
    const ay = mat1[m1 + 5];
    const az = mat1[m1 + 8];
    const bx = mat2[m2 + 2];
    const by = mat2[m2 + 5];
    const bz = mat2[m2 + 8];
    nx = ay * bz - az * by;
    ny = az * bx - ax * bz;
    nz = ax * by - ay * bx;
    const cross = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (cross < MINVAL) {
      nx = 1;
      ny = 0;
      nz = 0;
    } else {
      const inv = 1 / cross;
      nx *= inv;
      ny *= inv;
      nz *= inv;
    }
  } else {
    const inv = 1 / len;
    nx *= inv;
    ny *= inv;
    nz *= inv;
  }
  const reach1 = r1 + dist / 2;
  writeContact(out, o, dist, nx * reach1 + x1, ny * reach1 + y1, nz * reach1 + z1, nx, ny, nz);
  return 1;
}

/** Sphere : sphere, at most one contact. */
export function sphereSphere(
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
  return ballBall(
    out,
    o,
    pos1[p1],
    pos1[p1 + 1],
    pos1[p1 + 2],
    size1[s1],
    mat1,
    m1,
    pos2[p2],
    pos2[p2 + 1],
    pos2[p2 + 2],
    size2[s2],
    mat2,
    m2,
    margin,
  );
}

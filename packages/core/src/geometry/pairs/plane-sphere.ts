import type { F64, f64, i32 } from '../../dialect.ts';
import { writeContact } from '../contact.ts';

/** Contact of a plane (frame `mat1`, outward axis z) with a ball of centre (x, y, z): none or one row. */
export function planeBall(
  out: F64,
  o: i32,
  pos1: F64,
  p1: i32,
  mat1: F64,
  m1: i32,
  x: f64,
  y: f64,
  z: f64,
  radius: f64,
  margin: f64,
): i32 {
  const nx = mat1[m1 + 2];
  const ny = mat1[m1 + 5];
  const nz = mat1[m1 + 8];
  const height = (x - pos1[p1]) * nx + (y - pos1[p1 + 1]) * ny + (z - pos1[p1 + 2]) * nz;
  if (height > margin + radius) return 0;

  const dist = height - radius;
  const down = -dist / 2 - radius;
  writeContact(out, o, dist, x + nx * down, y + ny * down, z + nz * down, nx, ny, nz);
  return 1;
}

/** Plane : sphere, at most one contact. */
export function planeSphere(
  out: F64,
  o: i32,
  pos1: F64,
  p1: i32,
  mat1: F64,
  m1: i32,
  _size1: F64,
  _s1: i32,
  pos2: F64,
  p2: i32,
  _mat2: F64,
  _m2: i32,
  size2: F64,
  s2: i32,
  margin: f64,
): i32 {
  return planeBall(out, o, pos1, p1, mat1, m1, pos2[p2], pos2[p2 + 1], pos2[p2 + 2], size2[s2], margin);
}

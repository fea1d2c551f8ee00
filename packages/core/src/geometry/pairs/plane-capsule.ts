import type { F64, f64, i32 } from '../../dialect.ts';
import { CONTACT_STRIDE } from '../contact.ts';
import { planeBall } from './plane-sphere.ts';

/** Plane : capsule, one contact for each end that is within the margin; tangents follow the capsule's axis. */
export function planeCapsule(
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
  mat2: F64,
  m2: i32,
  size2: F64,
  s2: i32,
  margin: f64,
): i32 {
  const ax = mat2[m2 + 2];
  const ay = mat2[m2 + 5];
  const az = mat2[m2 + 8];
  const radius = size2[s2];
  const half = size2[s2 + 1];
  const x = pos2[p2];
  const y = pos2[p2 + 1];
  const z = pos2[p2 + 2];

  let n = planeBall(out, o, pos1, p1, mat1, m1, x + half * ax, y + half * ay, z + half * az, radius, margin);
  const second = o + n * CONTACT_STRIDE;
  n += planeBall(out, second, pos1, p1, mat1, m1, x - half * ax, y - half * ay, z - half * az, radius, margin);
  for (let k = 0; k < n; k++) {
    const t = o + k * CONTACT_STRIDE + 7;
    out[t] = ax;
    out[t + 1] = ay;
    out[t + 2] = az;
  }
  return n;
}

import type { F64, f64, i32 } from '../../dialect.ts';
import { CONTACT_STRIDE, writeContact } from '../contact.ts';

/** Plane : box, the first four corners (in order of their sign bits) that are below the centre and within the margin. */
export function planeBox(
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
  const nx = mat1[m1 + 2];
  const ny = mat1[m1 + 5];
  const nz = mat1[m1 + 8];
  const x = pos2[p2];
  const y = pos2[p2 + 1];
  const z = pos2[p2 + 2];
  const height = (x - pos1[p1]) * nx + (y - pos1[p1 + 1]) * ny + (z - pos1[p1 + 2]) * nz;

  let n = 0;
  for (let corner = 0; corner < 8; corner++) {
    const a = (corner & 1) !== 0 ? size2[s2] : -size2[s2];
    const b = (corner & 2) !== 0 ? size2[s2 + 1] : -size2[s2 + 1];
    const c = (corner & 4) !== 0 ? size2[s2 + 2] : -size2[s2 + 2];
    const cx = mat2[m2] * a + mat2[m2 + 1] * b + mat2[m2 + 2] * c;
    const cy = mat2[m2 + 3] * a + mat2[m2 + 4] * b + mat2[m2 + 5] * c;
    const cz = mat2[m2 + 6] * a + mat2[m2 + 7] * b + mat2[m2 + 8] * c;
    const rise = nx * cx + ny * cy + nz * cz;
    const dist = height + rise;
    if (dist > margin || rise > 0) continue;

    const lift = -dist / 2;
    const row = o + n * CONTACT_STRIDE;
    writeContact(out, row, dist, cx + x + nx * lift, cy + y + ny * lift, cz + z + nz * lift, nx, ny, nz);
    n++;
    if (n === 4) break;
  }
  return n;
}

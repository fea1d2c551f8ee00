import type { F64, f64, i32 } from '../../dialect.ts';
import { writeContact } from '../contact.ts';
import { ballBall } from './sphere-sphere.ts';

/**
 * Sphere : cylinder, at most one contact: with the round side, a cap, or the rim. A centre inside the cylinder leaves through
 * whichever of side and cap is nearer.
 */
export function sphereCylinder(
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
  const radius = size2[s2];
  const half = size2[s2 + 1];
  const ax = mat2[m2 + 2];
  const ay = mat2[m2 + 5];
  const az = mat2[m2 + 8];

  // split the centre difference into an axial and a radial part
  const dx = x1 - x2;
  const dy = y1 - y2;
  const dz = z1 - z2;
  const t = ax * dx + ay * dy + az * dz;
  const rx = dx - ax * t;
  const ry = dy - ay * t;
  const rz = dz - az * t;
  const radial2 = rx * rx + ry * ry + rz * rz;

  let side = Math.abs(t) < half;
  let cap = radial2 < radius * radius;
  if (side && cap) {
    side = half - Math.abs(t) >= radius - Math.sqrt(radial2);
    cap = !side;
  }

  if (side) {
    return ballBall(out, o, x1, y1, z1, r1, mat1, m1, ax * t + x2, ay * t + y2, az * t + z2, radius, mat2, m2, margin);
  }

  // the cap's outward normal is ±axis; the contact normal points back into the cylinder
  if (cap) {
    const up: f64 = t > 0 ? 1 : -1;
    const nx = ax * up;
    const ny = ay * up;
    const nz = az * up;
    const lift = half * up;
    const height = (x1 - (x2 + ax * lift)) * nx + (y1 - (y2 + ay * lift)) * ny + (z1 - (z2 + az * lift)) * nz;
    if (height > margin + r1) return 0;
    const dist = height - r1;
    const down = -dist / 2 - r1;
    writeContact(out, o, dist, x1 + nx * down, y1 + ny * down, z1 + nz * down, -nx, -ny, -nz);
    return 1;
  }

  // rim: a ball of radius zero
  const scale = radius / Math.sqrt(radial2);
  const edge = t > 0 ? half : -half;
  return ballBall(
    out,
    o,
    x1,
    y1,
    z1,
    r1,
    mat1,
    m1,
    ax * edge + rx * scale + x2,
    ay * edge + ry * scale + y2,
    az * edge + rz * scale + z2,
    0,
    mat2,
    m2,
    margin,
  );
}

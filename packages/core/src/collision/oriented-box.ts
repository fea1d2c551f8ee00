import type { F64, f64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/kernel.ts';

/**
 * Whether two oriented boxes are within `margin` along each of their six face normals. A box is (centre, half size) in
 * the frame of its pose. Never false for boxes that touch; the nine edge directions are not tried.
 */
export function orientedBoxesMeet(
  aabb1: F64,
  a1: i32,
  pos1: F64,
  p1: i32,
  mat1: F64,
  m1: i32,
  aabb2: F64,
  a2: i32,
  pos2: F64,
  p2: i32,
  mat2: F64,
  m2: i32,
  margin: f64,
): boolean {
  const cx = aabb2[a2];
  const cy = aabb2[a2 + 1];
  const cz = aabb2[a2 + 2];
  const hx = aabb2[a2 + 3];
  const hy = aabb2[a2 + 4];
  const hz = aabb2[a2 + 5];
  const xx = mat2[m2];
  const xy = mat2[m2 + 1];
  const xz = mat2[m2 + 2];
  const yx = mat2[m2 + 3];
  const yy = mat2[m2 + 4];
  const yz = mat2[m2 + 5];
  const zx = mat2[m2 + 6];
  const zy = mat2[m2 + 7];
  const zz = mat2[m2 + 8];

  // from the origin of the first pose to the centre of the second box
  const x = pos2[p2] - pos1[p1] + (xx * cx + xy * cy + xz * cz);
  const y = pos2[p2 + 1] - pos1[p1 + 1] + (yx * cx + yy * cy + yz * cz);
  const z = pos2[p2 + 2] - pos1[p1 + 2] + (zx * cx + zy * cy + zz * cz);

  // faces of the first box; what it takes to look along those of the second is summed on the way
  let reachX: f64 = 0;
  let reachY: f64 = 0;
  let reachZ: f64 = 0;
  let alongX: f64 = 0;
  let alongY: f64 = 0;
  let alongZ: f64 = 0;
  for (let k = 0; k < 3; k++) {
    const ax = mat1[m1 + k];
    const ay = mat1[m1 + 3 + k];
    const az = mat1[m1 + 6 + k];
    const half = aabb1[a1 + 3 + k];
    const span = ax * x + ay * y + az * z - aabb1[a1 + k];
    const tx = ax * xx + ay * yx + az * zx;
    const ty = ax * xy + ay * yy + az * zy;
    const tz = ax * xz + ay * yz + az * zz;
    const absX = Math.abs(tx);
    const absY = Math.abs(ty);
    const absZ = Math.abs(tz);
    if (Math.abs(span) > half + (absX * hx + absY * hy + absZ * hz) + margin) return false;
    reachX += absX * half;
    reachY += absY * half;
    reachZ += absZ * half;
    alongX += span * tx;
    alongY += span * ty;
    alongZ += span * tz;
  }

  // faces of the second box
  if (Math.abs(alongX) > hx + reachX + margin) return false;
  if (Math.abs(alongY) > hy + reachY + margin) return false;
  return !(Math.abs(alongZ) > hz + reachZ + margin);
}

/** Vertices of meshes are rounded to 32 bits after their box was measured: they may be this part of their distance outside of it. */
const ROUNDING: f64 = 1e-7;

/** Whether the bounding boxes of two geoms are within `margin`. */
export function boxesMeet(m: Model, d: Data, g1: i32, g2: i32, margin: f64): boolean {
  const geom_aabb = m.geom_aabb;
  const xpos = d.geom_xpos;
  const xmat = d.geom_xmat;
  return orientedBoxesMeet(
    geom_aabb,
    6 * g1,
    xpos,
    3 * g1,
    xmat,
    9 * g1,
    geom_aabb,
    6 * g2,
    xpos,
    3 * g2,
    xmat,
    9 * g2,
    margin + ROUNDING * (m.geom_rbound[g1] + m.geom_rbound[g2]),
  );
}

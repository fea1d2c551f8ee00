import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import type { Data, Model } from '../model/kernel.ts';

const turn = scratchF64(9); // axes of the second box in the frame of the first
const span = scratchF64(3); // vector between the centres in the frame of the first box

/** Centres and relative orientation of two boxes given by local centre and pose. */
function relate(
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
): void {
  let x = pos2[p2] - pos1[p1];
  let y = pos2[p2 + 1] - pos1[p1 + 1];
  let z = pos2[p2 + 2] - pos1[p1 + 2];
  x += mat2[m2] * aabb2[a2] + mat2[m2 + 1] * aabb2[a2 + 1] + mat2[m2 + 2] * aabb2[a2 + 2];
  y += mat2[m2 + 3] * aabb2[a2] + mat2[m2 + 4] * aabb2[a2 + 1] + mat2[m2 + 5] * aabb2[a2 + 2];
  z += mat2[m2 + 6] * aabb2[a2] + mat2[m2 + 7] * aabb2[a2 + 1] + mat2[m2 + 8] * aabb2[a2 + 2];
  for (let k = 0; k < 3; k++) {
    const ax = mat1[m1 + k];
    const ay = mat1[m1 + 3 + k];
    const az = mat1[m1 + 6 + k];
    span[k] = ax * x + ay * y + az * z - aabb1[a1 + k];
    for (let l = 0; l < 3; l++) turn[3 * k + l] = ax * mat2[m2 + l] + ay * mat2[m2 + 3 + l] + az * mat2[m2 + 6 + l];
  }
}

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
  relate(aabb1, a1, pos1, p1, mat1, m1, aabb2, a2, pos2, p2, mat2, m2);
  const h1x = aabb1[a1 + 3];
  const h1y = aabb1[a1 + 4];
  const h1z = aabb1[a1 + 5];
  const h2x = aabb2[a2 + 3];
  const h2y = aabb2[a2 + 4];
  const h2z = aabb2[a2 + 5];
  for (let k = 0; k < 3; k++) {
    const reach = Math.abs(turn[3 * k]) * h2x + Math.abs(turn[3 * k + 1]) * h2y + Math.abs(turn[3 * k + 2]) * h2z;
    if (Math.abs(span[k]) > aabb1[a1 + 3 + k] + reach + margin) return false;
  }
  for (let l = 0; l < 3; l++) {
    const reach = Math.abs(turn[l]) * h1x + Math.abs(turn[3 + l]) * h1y + Math.abs(turn[6 + l]) * h1z;
    const along = span[0] * turn[l] + span[1] * turn[3 + l] + span[2] * turn[6 + l];
    if (Math.abs(along) > aabb2[a2 + 3 + l] + reach + margin) return false;
  }
  return true;
}

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
    margin,
  );
}

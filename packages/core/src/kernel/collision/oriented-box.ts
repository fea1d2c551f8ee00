import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy9, mulMatVec3 } from '../math/mat3.ts';
import { copy6 } from '../math/spatial.ts';
import { copy3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';

/** A box that is aligned with a frame in the world. */
export class OrientedBox {
  /** The frame. */
  readonly pos: F64 = scratchF64(3);
  readonly mat: F64 = scratchF64(9);
  /** Centre and half sizes in it. */
  readonly aabb: F64 = scratchF64(6);
}

const boxA = new OrientedBox();
const boxB = new OrientedBox();
const centre = scratchF64(3); // of the second box, from the origin of its frame

/**
 * Whether two oriented boxes are within `margin` along each of their six face normals. Never false for boxes that touch; the nine edge directions
 * are not tried.
 */
export function orientedBoxesMeet(a: OrientedBox, b: OrientedBox, margin: f64): boolean {
  const { mat: matA, aabb: aabbA } = a;
  const matB = b.mat;
  const hx = b.aabb[3];
  const hy = b.aabb[4];
  const hz = b.aabb[5];

  // from the origin of the first frame to the centre of the second box
  mulMatVec3(centre, 0, matB, 0, b.aabb, 0);
  const x = b.pos[0] - a.pos[0] + centre[0];
  const y = b.pos[1] - a.pos[1] + centre[1];
  const z = b.pos[2] - a.pos[2] + centre[2];

  // faces of the first box, accumulating what the faces of the second need
  let reachX: f64 = 0;
  let reachY: f64 = 0;
  let reachZ: f64 = 0;
  let alongX: f64 = 0;
  let alongY: f64 = 0;
  let alongZ: f64 = 0;
  for (let k = 0; k < 3; k++) {
    const ax = matA[k];
    const ay = matA[3 + k];
    const az = matA[6 + k];
    const half = aabbA[3 + k];
    const span = ax * x + ay * y + az * z - aabbA[k];
    const tx = ax * matB[0] + ay * matB[3] + az * matB[6];
    const ty = ax * matB[1] + ay * matB[4] + az * matB[7];
    const tz = ax * matB[2] + ay * matB[5] + az * matB[8];
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

/** Mesh vertices are rounded to 32 bits after their box is measured, and may lie outside it by this fraction of their distance. */
const ROUNDING: f64 = 1e-7;

/**
 * Makes `box` the bounding box of geom g.
 *
 * @reads geom_xpos geom_xmat
 */
function setBox(m: Model, d: Data, box: OrientedBox, g: i32): void {
  copy3(box.pos, 0, d.geom_xpos, 3 * g);
  copy9(box.mat, 0, d.geom_xmat, 9 * g);
  copy6(box.aabb, 0, m.geom_aabb, 6 * g);
}

/** Whether the bounding boxes of two geoms are within `margin`. */
export function boxesMeet(m: Model, d: Data, g1: i32, g2: i32, margin: f64): boolean {
  setBox(m, d, boxA, g1);
  setBox(m, d, boxB, g2);
  return orientedBoxesMeet(boxA, boxB, margin + ROUNDING * (m.geom_rbound[g1] + m.geom_rbound[g2]));
}

/**
 * Poses: a position (3) and a unit quaternion (4) in arrays of their own. Every output may alias an input.
 */
import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { copy4, mulQuat, negQuat, normalize4, rotVecQuat } from './quat.ts';
import { add3, set3 } from './vec3.ts';

const moved = scratchF64(3); // rotated position
const turned = scratchF64(4); // rotated orientation

/** (pos, quat) = (pos1, quat1)·(pos2, quat2): first the second pose, then the first. The quaternion is normalised. */
export function mulPose(
  pos: F64,
  p: i32,
  quat: F64,
  q: i32,
  pos1: F64,
  p1: i32,
  quat1: F64,
  q1: i32,
  pos2: F64,
  p2: i32,
  quat2: F64,
  q2: i32,
): void {
  mulQuat(turned, 0, quat1, q1, quat2, q2);
  normalize4(turned, 0);
  rotVecQuat(moved, 0, pos2, p2, quat1, q1);
  add3(pos, p, moved, 0, pos1, p1);
  copy4(quat, q, turned, 0);
}

/** (resPos, resQuat) = inverse of (pos, quat) */
export function negPose(resPos: F64, rp: i32, resQuat: F64, rq: i32, pos: F64, p: i32, quat: F64, q: i32): void {
  negQuat(turned, 0, quat, q);
  rotVecQuat(moved, 0, pos, p, turned, 0);
  copy4(resQuat, rq, turned, 0);
  set3(resPos, rp, -moved[0], -moved[1], -moved[2]);
}

/** res = quat·vec + pos */
export function trnVecPose(res: F64, r: i32, pos: F64, p: i32, quat: F64, q: i32, vec: F64, v: i32): void {
  rotVecQuat(moved, 0, vec, v, quat, q);
  add3(res, r, moved, 0, pos, p);
}

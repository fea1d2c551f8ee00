import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { copy9, mulMatVec3 } from '../math/mat3.ts';
import { mulQuat, quat2Mat } from '../math/quat.ts';
import { addTo3, copy3 } from '../math/vec3.ts';
import { SAMEFRAME_BODY, SAMEFRAME_BODYROT, SAMEFRAME_INERTIA, SAMEFRAME_NONE } from '../model/constants.ts';
import type { Data } from '../model/kernel.ts';

const orientation = scratchF64(4); // of the frame, in the world

/** res = the point `pos` of the frame of `body`, in the world. */
export function localPoint(d: Data, res: F64, r: i32, pos: F64, p: i32, body: i32): void {
  mulMatVec3(res, r, d.xmat, 9 * body, pos, p);
  addTo3(res, r, d.xpos, 3 * body);
}

/**
 * The pose (xpos, xmat) in the world of a frame (pos, quat) of `body`. `sameframe` (SAMEFRAME_*) says which part of
 * it coincides with the body's own or inertial frame and is copied.
 *
 * @reads xpos xquat xmat xipos ximat
 * @see mj_local2Global
 */
export function localFrame(
  d: Data,
  xpos: F64,
  xp: i32,
  xmat: F64,
  xm: i32,
  pos: F64,
  p: i32,
  quat: F64,
  q: i32,
  body: i32,
  sameframe: i32,
): void {
  if (sameframe === SAMEFRAME_BODY) copy3(xpos, xp, d.xpos, 3 * body);
  else if (sameframe === SAMEFRAME_INERTIA) copy3(xpos, xp, d.xipos, 3 * body);
  else localPoint(d, xpos, xp, pos, p, body);

  if (sameframe === SAMEFRAME_NONE) {
    mulQuat(orientation, 0, d.xquat, 4 * body, quat, q);
    quat2Mat(xmat, xm, orientation, 0);
  } else if (sameframe === SAMEFRAME_BODY || sameframe === SAMEFRAME_BODYROT) copy9(xmat, xm, d.xmat, 9 * body);
  else copy9(xmat, xm, d.ximat, 9 * body);
}

import { EMPTY_F64, type F64, type i32, scratchF64 } from '../dialect.ts';
import { copy9, mulMatVec3 } from '../math/mat3.ts';
import { mulQuat, quat2Mat } from '../math/quat.ts';
import { addTo3, copy3 } from '../math/vec3.ts';
import type { Data } from '../model/classes.ts';
import { SAMEFRAME_BODY, SAMEFRAME_BODYROT, SAMEFRAME_INERTIA, SAMEFRAME_NONE } from '../model/constants.ts';

const orientation = scratchF64(4); // of the frame, in the world

/** res = the point `pos` of the frame of `body`, in the world. */
export function localPoint(d: Data, res: F64, r: i32, pos: F64, p: i32, body: i32): void {
  mulMatVec3(res, r, d.xmat, 9 * body, pos, p);
  addTo3(res, r, d.xpos, 3 * body);
}

/** Frames of objects of one kind: in the world (results), and in their bodies. */
export class FrameList {
  xpos: F64 = EMPTY_F64;
  xmat: F64 = EMPTY_F64;
  pos: F64 = EMPTY_F64;
  quat: F64 = EMPTY_F64;
}

/**
 * The pose in the world of object `id`, which is on `body`. `sameframe` (SAMEFRAME_*) says which part of it coincides with the body's
 * own or inertial frame and is copied.
 *
 * @reads xpos xquat xmat xipos ximat
 */
export function placeFrame(d: Data, list: FrameList, id: i32, body: i32, sameframe: i32): void {
  const { xpos, xmat } = list;
  if (sameframe === SAMEFRAME_BODY) copy3(xpos, 3 * id, d.xpos, 3 * body);
  else if (sameframe === SAMEFRAME_INERTIA) copy3(xpos, 3 * id, d.xipos, 3 * body);
  else localPoint(d, xpos, 3 * id, list.pos, 3 * id, body);

  if (sameframe === SAMEFRAME_NONE) {
    mulQuat(orientation, 0, d.xquat, 4 * body, list.quat, 4 * id);
    quat2Mat(xmat, 9 * id, orientation, 0);
  } else if (sameframe === SAMEFRAME_BODY || sameframe === SAMEFRAME_BODYROT) copy9(xmat, 9 * id, d.xmat, 9 * body);
  else copy9(xmat, 9 * id, d.ximat, 9 * body);
}

/** Says where the frames of a list are. */
export function setFrames(list: FrameList, xpos: F64, xmat: F64, pos: F64, quat: F64): void {
  list.xpos = xpos;
  list.xmat = xmat;
  list.pos = pos;
  list.quat = quat;
}

const single = new FrameList();

/**
 * The pose (xpos, xmat) in the world of a frame (pos, quat) of `body`, with `sameframe` as in `placeFrame`.
 *
 * @see mj_local2Global
 */
export function localFrame(d: Data, xpos: F64, xmat: F64, pos: F64, quat: F64, body: i32, sameframe: i32): void {
  setFrames(single, xpos, xmat, pos, quat);
  placeFrame(d, single, 0, body, sameframe);
}

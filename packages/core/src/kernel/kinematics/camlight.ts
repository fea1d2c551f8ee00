// @cold

import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { copy9, transpose3 } from '../math/mat3.ts';
import { rotVecQuat } from '../math/quat.ts';
import { add3, copy3, cross3, normalize3, set3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CAMLIGHT_FIXED,
  CAMLIGHT_TARGETBODY,
  CAMLIGHT_TRACK,
  CAMLIGHT_TRACKCOM,
  ENBL_SLEEP,
  S_AWAKE,
  SAMEFRAME_NONE,
} from '../model/constants.ts';
import { FrameList, localPoint, placeFrame, setFrames } from './frame.ts';

const cameras = new FrameList();
const axes = scratchF64(9); // rows are the axes of a camera
const target = scratchF64(3); // point that the camera or light looks at

/**
 * Poses of cameras and lights. When trees can sleep, those on a static body keep the pose set at reset, unless they look at a body that is awake.
 *
 * @reads xpos xquat xmat xipos ximat subtree_com cam_xpos light_xpos
 * @writes cam_xpos cam_xmat light_xpos light_xdir
 * @see mj_camlight
 */
export function camlight(m: Model, d: Data): void {
  const filter = (m.opt_enableflags & ENBL_SLEEP) !== 0;
  setFrames(cameras, d.cam_xpos, d.cam_xmat, m.cam_pos, m.cam_quat);
  for (let c = 0; c < m.ncam; c++) {
    if (filter && isStill(d, m.cam_bodyid[c], m.cam_targetbodyid[c])) continue;
    placeCamera(m, d, c);
  }
  for (let k = 0; k < m.nlight; k++) {
    if (filter && isStill(d, m.light_bodyid[k], m.light_targetbodyid[k])) continue;
    placeLight(m, d, k);
  }
}

/** Whether neither the body nor the target (or -1) is awake. @reads body_awake */
function isStill(d: Data, body: i32, target: i32): boolean {
  return d.body_awake[body] !== S_AWAKE && (target < 0 || d.body_awake[target] !== S_AWAKE);
}

function placeCamera(m: Model, d: Data, c: i32): void {
  const body = m.cam_bodyid[c];
  const mode = m.cam_mode[c];
  placeFrame(d, cameras, c, body, SAMEFRAME_NONE);
  if (mode === CAMLIGHT_FIXED) return;
  if (mode === CAMLIGHT_TRACK || mode === CAMLIGHT_TRACKCOM) {
    copy9(d.cam_xmat, 9 * c, m.cam_mat0, 9 * c);
    if (mode === CAMLIGHT_TRACK) add3(d.cam_xpos, 3 * c, d.xpos, 3 * body, m.cam_pos0, 3 * c);
    else add3(d.cam_xpos, 3 * c, d.subtree_com, 3 * body, m.cam_poscom0, 3 * c);
    return;
  }
  if (m.cam_targetbodyid[c] < 0) return;
  setTarget(d, mode, m.cam_targetbodyid[c]);
  lookAt(d.cam_xmat, 9 * c, d.cam_xpos, 3 * c);
}

/** The point that a light or camera of this mode looks at. */
function setTarget(d: Data, mode: i32, body: i32): void {
  if (mode === CAMLIGHT_TARGETBODY) copy3(target, 0, d.xpos, 3 * body);
  else copy3(target, 0, d.subtree_com, 3 * body);
}

/** Camera axes at `pos`: it looks along -z at the target, with x level. */
function lookAt(mat: F64, r: i32, pos: F64, p: i32): void {
  sub3(axes, 6, pos, p, target, 0);
  normalize3(axes, 6);
  set3(axes, 3, 0, 0, 1);
  cross3(axes, 0, axes, 3, axes, 6);
  normalize3(axes, 0);
  cross3(axes, 3, axes, 6, axes, 0);
  normalize3(axes, 3);
  transpose3(mat, r, axes, 0);
}

function placeLight(m: Model, d: Data, k: i32): void {
  const body = m.light_bodyid[k];
  const mode = m.light_mode[k];
  localPoint(d, d.light_xpos, 3 * k, m.light_pos, 3 * k, body);
  rotVecQuat(d.light_xdir, 3 * k, m.light_dir, 3 * k, d.xquat, 4 * body);
  if (mode === CAMLIGHT_TRACK || mode === CAMLIGHT_TRACKCOM) {
    copy3(d.light_xdir, 3 * k, m.light_dir0, 3 * k);
    if (mode === CAMLIGHT_TRACK) add3(d.light_xpos, 3 * k, d.xpos, 3 * body, m.light_pos0, 3 * k);
    else add3(d.light_xpos, 3 * k, d.subtree_com, 3 * body, m.light_poscom0, 3 * k);
  } else if (mode !== CAMLIGHT_FIXED && m.light_targetbodyid[k] >= 0) {
    setTarget(d, mode, m.light_targetbodyid[k]);
    sub3(d.light_xdir, 3 * k, target, 0, d.light_xpos, 3 * k);
  }
  normalize3(d.light_xdir, 3 * k);
}

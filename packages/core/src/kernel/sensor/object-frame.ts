// @cold

import type { F64, i32 } from '../dialect.ts';
import { copy4, mulQuat } from '../math/quat.ts';
import type { Data, Model } from '../model/classes.ts';
import { OBJ_BODY, OBJ_GEOM, OBJ_SITE, OBJ_XBODY } from '../model/constants.ts';

/**
 * Positions of all objects of a type: OBJ_BODY (inertial frames), OBJ_XBODY, OBJ_GEOM, OBJ_SITE, OBJ_CAMERA.
 *
 * @reads xipos xpos geom_xpos site_xpos cam_xpos
 */
export function objectOrigins(d: Data, type: i32): F64 {
  switch (type) {
    case OBJ_BODY:
      return d.xipos;
    case OBJ_XBODY:
      return d.xpos;
    case OBJ_GEOM:
      return d.geom_xpos;
    case OBJ_SITE:
      return d.site_xpos;
    default:
      return d.cam_xpos;
  }
}

/**
 * Orientations of all objects of a type, as matrices.
 *
 * @reads ximat xmat geom_xmat site_xmat cam_xmat
 */
export function objectAxes(d: Data, type: i32): F64 {
  switch (type) {
    case OBJ_BODY:
      return d.ximat;
    case OBJ_XBODY:
      return d.xmat;
    case OBJ_GEOM:
      return d.geom_xmat;
    case OBJ_SITE:
      return d.site_xmat;
    default:
      return d.cam_xmat;
  }
}

/**
 * res (4) = orientation of an object, as its body carries it: a camera that tracks is taken as fixed.
 *
 * @reads xquat
 */
export function objectQuat(m: Model, d: Data, type: i32, id: i32, res: F64, r: i32): void {
  switch (type) {
    case OBJ_BODY:
      mulQuat(res, r, d.xquat, 4 * id, m.body_iquat, 4 * id);
      return;
    case OBJ_XBODY:
      copy4(res, r, d.xquat, 4 * id);
      return;
    case OBJ_GEOM:
      mulQuat(res, r, d.xquat, 4 * m.geom_bodyid[id], m.geom_quat, 4 * id);
      return;
    case OBJ_SITE:
      mulQuat(res, r, d.xquat, 4 * m.site_bodyid[id], m.site_quat, 4 * id);
      return;
    default:
      mulQuat(res, r, d.xquat, 4 * m.cam_bodyid[id], m.cam_quat, 4 * id);
  }
}

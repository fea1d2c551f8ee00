// @cold

import type { F64, i32 } from '../../dialect.ts';
import type { PointPair } from '../../kinematics/jacobian.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { copy4, mulQuat } from '../../math/quat.ts';
import { addTo3, copy3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { EQ_CONNECT, NEQDATA, OBJ_BODY } from '../../model/constants.ts';

/** The body of one of the two objects (`side` 0 or 1) of a connect or weld. */
export function anchorBody(m: Model, e: i32, side: i32): i32 {
  const id: i32 = side === 0 ? m.eq_obj1id[e] : m.eq_obj2id[e];
  return m.eq_objtype[e] === OBJ_BODY ? id : m.site_bodyid[id];
}

/**
 * anchors = those of a connect or weld
 *
 * @reads xpos xmat site_xpos
 */
export function loadAnchors(anchors: PointPair, m: Model, d: Data, e: i32): void {
  const points = anchors.points;
  const first = m.eq_obj1id[e];
  const second = m.eq_obj2id[e];
  anchors.body1 = anchorBody(m, e, 0);
  anchors.body2 = anchorBody(m, e, 1);
  if (m.eq_objtype[e] !== OBJ_BODY) {
    copy3(points, 0, d.site_xpos, 3 * first);
    copy3(points, 3, d.site_xpos, 3 * second);
    return;
  }
  // a weld keeps the anchor of its second body first
  const connect = m.eq_type[e] === EQ_CONNECT;
  const data = NEQDATA * e;
  mulMatVec3(points, 0, d.xmat, 9 * first, m.eq_data, data + (connect ? 0 : 3));
  addTo3(points, 0, d.xpos, 3 * first);
  mulMatVec3(points, 3, d.xmat, 9 * second, m.eq_data, data + (connect ? 3 : 0));
  addTo3(points, 3, d.xpos, 3 * second);
}

/**
 * res = orientation that the weld compares, of object 1 (with the relative pose of the weld) or object 2
 *
 * @reads xquat
 */
export function anchorQuat(res: F64, r: i32, m: Model, d: Data, e: i32, side: i32): void {
  const body = anchorBody(m, e, side);
  if (m.eq_objtype[e] !== OBJ_BODY) {
    const site: i32 = side === 0 ? m.eq_obj1id[e] : m.eq_obj2id[e];
    mulQuat(res, r, d.xquat, 4 * body, m.site_quat, 4 * site);
  } else if (side === 0) {
    mulQuat(res, r, d.xquat, 4 * body, m.eq_data, NEQDATA * e + 6);
  } else {
    copy4(res, r, d.xquat, 4 * body);
  }
}

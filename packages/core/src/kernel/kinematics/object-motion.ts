import { EMPTY_F64, type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { mulMatTVec3 } from '../math/mat3.ts';
import { transformSpatial, translateSpatial, zero6 } from '../math/spatial.ts';
import { addTo3, cross3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { OBJ_BODY, OBJ_CAMERA, OBJ_GEOM, OBJ_SITE, OBJ_XBODY } from '../model/constants.ts';

const velocity = scratchF64(6); // of the object, in the frame of the result
const coriolis = scratchF64(3); // correction for the rotating frame

/** The body that carries an object, or -1 for a type without a frame. */
export function objectBody(m: Model, type: i32, id: i32): i32 {
  switch (type) {
    case OBJ_BODY:
    case OBJ_XBODY:
      return id;
    case OBJ_GEOM:
      return m.geom_bodyid[id];
    case OBJ_SITE:
      return m.site_bodyid[id];
    case OBJ_CAMERA:
      return m.cam_bodyid[id];
    default:
      return -1;
  }
}

/** An object: its number, the body that carries it (-1 for none), and the frames of its kind. */
class PlacedObject {
  id: i32 = 0;
  body: i32 = 0;
  xpos: F64 = EMPTY_F64;
  xmat: F64 = EMPTY_F64;
}

const object = new PlacedObject();

/**
 * object = the one of type OBJ_BODY (its inertial frame), OBJ_XBODY, OBJ_GEOM, OBJ_SITE or OBJ_CAMERA; false if it has no frame or
 * cannot move
 *
 * @reads xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat
 */
function findObject(m: Model, d: Data, type: i32, id: i32): boolean {
  object.id = id;
  object.body = objectBody(m, type, id);
  if (type === OBJ_BODY) setPlace(d.xipos, d.ximat);
  else if (type === OBJ_XBODY) setPlace(d.xpos, d.xmat);
  else if (type === OBJ_GEOM) setPlace(d.geom_xpos, d.geom_xmat);
  else if (type === OBJ_SITE) setPlace(d.site_xpos, d.site_xmat);
  else setPlace(d.cam_xpos, d.cam_xmat);
  return object.body >= 0 && m.body_dofnum[m.body_weldid[object.body]] > 0;
}

function setPlace(xpos: F64, xmat: F64): void {
  object.xpos = xpos;
  object.xmat = xmat;
}

/** res = the motion `vec` (6 per body) of the object's body, taken to its origin, with world axes or its own. @reads subtree_com */
function atObject(m: Model, d: Data, res: F64, r: i32, vec: F64, local: boolean): void {
  const b = object.body;
  const com = 3 * m.body_rootid[b];
  const p = 3 * object.id;
  if (local)
    transformSpatial(res, r, vec, 6 * b, false, object.xpos, p, d.subtree_com, com, object.xmat, 9 * object.id);
  else translateSpatial(res, r, vec, 6 * b, false, object.xpos, p, d.subtree_com, com);
}

/**
 * res (6) = velocity (rotation, translation) of an object (OBJ_BODY: its inertial frame, OBJ_XBODY, OBJ_GEOM, OBJ_SITE,
 * OBJ_CAMERA) at its origin; the axes are its own when `local`, else the world's.
 *
 * @reads cvel
 * @see mj_objectVelocity
 */
export function objectVelocity(m: Model, d: Data, type: i32, id: i32, res: F64, r: i32, local: boolean): void {
  if (findObject(m, d, type, id)) atObject(m, d, res, r, d.cvel, local);
  else zero6(res, r);
}

/**
 * res (6) = acceleration of an object at its origin, as `objectVelocity`; needs `rnePostConstraint`.
 *
 * @reads cacc cvel
 * @see mj_objectAcceleration
 */
export function objectAcceleration(m: Model, d: Data, type: i32, id: i32, res: F64, r: i32, local: boolean): void {
  if (!findObject(m, d, type, id)) {
    zero6(res, r);
    return;
  }
  atObject(m, d, res, r, d.cacc, local);
  atObject(m, d, velocity, 0, d.cvel, local);
  cross3(coriolis, 0, velocity, 0, velocity, 3);
  addTo3(res, r + 3, coriolis, 0);
}

const momentum = scratchF64(3); // angular momentum in the inertial frame

/** res = ximat·diag(body_inertia)·ximatᵀ·w: angular momentum of body `b` about its com. */
export function spinMomentum(m: Model, d: Data, res: F64, r: i32, w: F64, i: i32, b: i32): void {
  const I = m.body_inertia;
  const R = d.ximat;
  mulMatTVec3(momentum, 0, R, 9 * b, w, i);
  const x: f64 = momentum[0] * I[3 * b];
  const y: f64 = momentum[1] * I[3 * b + 1];
  const z: f64 = momentum[2] * I[3 * b + 2];
  const a = 9 * b;
  res[r] = R[a] * x + R[a + 1] * y + R[a + 2] * z;
  res[r + 1] = R[a + 3] * x + R[a + 4] * y + R[a + 5] * z;
  res[r + 2] = R[a + 6] * x + R[a + 7] * y + R[a + 8] * z;
}

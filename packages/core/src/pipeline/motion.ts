import { stage, stageResult, unstage } from '../backend/staging.ts';
import { OBJ_BODY, OBJ_CAMERA, OBJ_GEOM, OBJ_SITE, OBJ_XBODY } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { at, backendOf, checkIndex, checkLength } from '../model/handle.ts';
import type { Model } from '../model/model.ts';

/** Refuses an object (`Obj`) that is not there or has no frame. */
function checkObject(model: Model, type: number, id: number): void {
  const counts: Readonly<Record<number, number>> = {
    [OBJ_BODY]: model.nbody,
    [OBJ_XBODY]: model.nbody,
    [OBJ_GEOM]: model.ngeom,
    [OBJ_SITE]: model.nsite,
    [OBJ_CAMERA]: model.ncam,
  };
  const count = counts[type];
  if (count === undefined) throw new RangeError(`objects of type ${type} have no frame`);
  checkIndex('object', id, count);
}

/** res (6) = velocity (rotation, translation) of an object at its origin, with its own axes when `local`, else the world's. */
export function objectVelocity(
  model: Model,
  data: Data,
  type: number,
  id: number,
  res: Float64Array,
  local = false,
): void {
  const backend = backendOf(model, data);
  checkObject(model, type, id);
  checkLength('res', res, 6);
  backend.kernels.objectVelocity(at(model), at(data), type, id, stageResult(backend, res), 0, local);
  unstage(backend);
}

/** res (6) = acceleration of an object, as `objectVelocity`; needs `rnePostConstraint`. */
export function objectAcceleration(
  model: Model,
  data: Data,
  type: number,
  id: number,
  res: Float64Array,
  local = false,
): void {
  const backend = backendOf(model, data);
  checkObject(model, type, id);
  checkLength('res', res, 6);
  backend.kernels.objectAcceleration(at(model), at(data), type, id, stageResult(backend, res), 0, local);
  unstage(backend);
}

/** qfrc (nv) += the joint forces of a force and a torque (world axes) at a world point of `body`. */
export function applyFT(
  model: Model,
  data: Data,
  force: ArrayLike<number>,
  torque: ArrayLike<number>,
  point: ArrayLike<number>,
  body: number,
  qfrc: Float64Array,
): void {
  const backend = backendOf(model, data);
  checkIndex('body', body, model.nbody);
  checkLength('force', force, 3);
  checkLength('torque', torque, 3);
  checkLength('point', point, 3);
  checkLength('qfrc', qfrc, model.nv);
  const f = stage(backend, force);
  const t = stage(backend, torque);
  const p = stage(backend, point);
  backend.kernels.applyFT(at(model), at(data), f, 0, t, 0, p, 0, body, stageResult(backend, qfrc), 0);
  unstage(backend);
}

/** qfrc (nv) += the joint forces of `xfrc_applied`. */
export function xfrcAccumulate(model: Model, data: Data, qfrc: Float64Array): void {
  const backend = backendOf(model, data);
  checkLength('qfrc', qfrc, model.nv);
  backend.kernels.xfrcAccumulate(at(model), at(data), stageResult(backend, qfrc), 0);
  unstage(backend);
}

/** (xpos, xmat) = pose in the world of the frame (pos, quat) of `body`; `sameframe` as in the model (`SameFrame`). */
export function local2Global(
  model: Model,
  data: Data,
  xpos: Float64Array,
  xmat: Float64Array,
  pos: ArrayLike<number>,
  quat: ArrayLike<number>,
  body: number,
  sameframe = 0,
): void {
  const backend = backendOf(model, data);
  checkIndex('body', body, model.nbody);
  checkLength('xpos', xpos, 3);
  checkLength('xmat', xmat, 9);
  checkLength('pos', pos, 3);
  checkLength('quat', quat, 4);
  const p = stage(backend, pos);
  const q = stage(backend, quat);
  backend.kernels.localFrame(
    at(data),
    stageResult(backend, xpos),
    0,
    stageResult(backend, xmat),
    0,
    p,
    0,
    q,
    0,
    body,
    sameframe,
  );
  unstage(backend);
}

/** qpos moves with the velocity qvel for the time dt, in place. */
export function integratePos(model: Model, qpos: Float64Array, qvel: ArrayLike<number>, dt: number): void {
  const { backend } = model;
  checkLength('qpos', qpos, model.nq);
  checkLength('qvel', qvel, model.nv);
  const v = stage(backend, qvel);
  backend.kernels.integratePos(at(model), stageResult(backend, qpos), 0, v, 0, dt);
  unstage(backend);
}

/** qvel = the constant velocity that leads from qpos1 to qpos2 in the time dt. */
export function differentiatePos(
  model: Model,
  qvel: Float64Array,
  dt: number,
  qpos1: ArrayLike<number>,
  qpos2: ArrayLike<number>,
): void {
  const { backend } = model;
  checkLength('qvel', qvel, model.nv);
  checkLength('qpos1', qpos1, model.nq);
  checkLength('qpos2', qpos2, model.nq);
  const q1 = stage(backend, qpos1);
  const q2 = stage(backend, qpos2);
  backend.kernels.differentiatePos(at(model), stageResult(backend, qvel), 0, dt, q1, 0, q2, 0);
  unstage(backend);
}

/** Scales the quaternions of qpos to unit length. */
export function normalizeQuat(model: Model, qpos: Float64Array): void {
  const { backend } = model;
  checkLength('qpos', qpos, model.nq);
  backend.kernels.normalizeQuat(at(model), stageResult(backend, qpos), 0);
  unstage(backend);
}

/** Sum of the masses of all bodies. */
export function getTotalmass(model: Model): number {
  let sum = 0;
  for (let b = 1; b < model.nbody; b++) sum += model.body_mass[b] as number;
  return sum;
}

const LEAST_SCALE = 1e-15; // masses stay above zero

/** Scales all masses and inertias to the given total mass. Constants derived from them are not updated. */
export function setTotalmass(model: Model, mass: number): void {
  const scale = Math.max(LEAST_SCALE, mass / Math.max(LEAST_SCALE, getTotalmass(model)));
  for (let b = 1; b < model.nbody; b++) {
    model.body_mass[b] = (model.body_mass[b] as number) * scale;
    for (let k = 3 * b; k < 3 * b + 3; k++) model.body_inertia[k] = (model.body_inertia[k] as number) * scale;
  }
}

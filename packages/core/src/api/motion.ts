import { checkFlag, checkIndex, checkLength, checkReal, checkSettings } from '../host/arguments.ts';
import { withArrays } from '../host/backend/staging.ts';
import { ArgumentError } from '../host/errors/argument-error.ts';
import type { Data } from '../host/model/data.ts';
import { at, backendOf, checkModel } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';
import { OBJ_BODY, OBJ_CAMERA, OBJ_GEOM, OBJ_SITE, OBJ_XBODY } from '../kernel/model/constants.ts';

/** Refuses an object (`ObjType`) that is not there or has no frame, and a result that is too short. */
function checkObject(model: Model, type: number, id: number, res: Float64Array): void {
  const counts: Readonly<Record<number, number>> = {
    [OBJ_BODY]: model.nbody,
    [OBJ_XBODY]: model.nbody,
    [OBJ_GEOM]: model.ngeom,
    [OBJ_SITE]: model.nsite,
    [OBJ_CAMERA]: model.ncam,
  };
  const count = counts[type];
  if (count === undefined) throw new ArgumentError(`objects of type ${type} have no frame`);
  checkIndex('object', id, count);
  checkLength('res', res, 6);
}

/**
 * Velocity of an object at its origin. Needs `comVel`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param type Kind of object (`enums.ObjType`): a body (inertial or regular frame), geom, site or camera.
 * @param id Index of the object.
 * @param res Receives 6 numbers: angular velocity, then linear velocity.
 * @param local Whether they are along the axes of the object instead of the world; false by default.
 * @see mj_objectVelocity
 * @example
 * const velocity = new Float64Array(6);
 * objectVelocity(model, data, enums.ObjType.SITE, model.site('hand').id, velocity);
 */
export function objectVelocity(
  model: Model,
  data: Data,
  type: number,
  id: number,
  res: Float64Array,
  local = false,
): void {
  const backend = backendOf(model, data);
  checkObject(model, type, id, res);
  checkFlag('local', local);
  withArrays(backend, (kernels, use) =>
    kernels.objectVelocity(at(model), at(data), type, id, use.result(res), 0, local),
  );
}

/**
 * Acceleration of an object at its origin. Gravity counts as an upward acceleration, as in an accelerometer. Needs `rnePostConstraint`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param type Kind of object (`enums.ObjType`): a body (inertial or regular frame), geom, site or camera.
 * @param id Index of the object.
 * @param res Receives 6 numbers: angular acceleration, then linear acceleration.
 * @param local Whether they are along the axes of the object instead of the world; false by default.
 * @see mj_objectAcceleration
 * @example
 * rnePostConstraint(model, data);
 * const acceleration = new Float64Array(6);
 * objectAcceleration(model, data, enums.ObjType.SITE, model.site('hand').id, acceleration);
 */
export function objectAcceleration(
  model: Model,
  data: Data,
  type: number,
  id: number,
  res: Float64Array,
  local = false,
): void {
  const backend = backendOf(model, data);
  checkObject(model, type, id, res);
  checkFlag('local', local);
  withArrays(backend, (kernels, use) =>
    kernels.objectAcceleration(at(model), at(data), type, id, use.result(res), 0, local),
  );
}

/**
 * Adds the generalised force of a force and a torque that act on a body. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param force Force in the world frame, 3 numbers in newtons.
 * @param torque Torque in the world frame, 3 numbers in N·m.
 * @param point Where the force acts, in the world frame.
 * @param body Index of the body.
 * @param qfrc nv numbers that the result is added to, such as `data.qfrc_applied`.
 * @see mj_applyFT
 * @example
 * const { id } = model.body('forearm');
 * applyFT(model, data, [0, 0, 2], [0, 0, 0], data.body(id).xipos, id, data.qfrc_applied);
 */
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
  withArrays(backend, (kernels, use) => {
    const f = use.input(force);
    const t = use.input(torque);
    kernels.applyFT(at(model), at(data), f, t, use.input(point), body, use.result(qfrc));
  });
}

/**
 * Adds the generalised force of everything in `xfrc_applied`. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param qfrc nv numbers that the result is added to.
 * @see mj_xfrcAccumulate
 * @example
 * data.body('ball').xfrc_applied[2] = 5; // 5 N upwards
 * const force = new Float64Array(model.nv);
 * xfrcAccumulate(model, data, force);
 */
export function xfrcAccumulate(model: Model, data: Data, qfrc: Float64Array): void {
  const backend = backendOf(model, data);
  checkLength('qfrc', qfrc, model.nv);
  withArrays(backend, (kernels, use) => kernels.xfrcAccumulate(at(model), at(data), use.result(qfrc), 0));
}

/** A frame fixed to a body, and where its pose in the world goes. */
export interface LocalFrame {
  /** Position in the frame of the body, 3 numbers. */
  readonly pos: ArrayLike<number>;
  /** Orientation in the frame of the body, a unit quaternion (w, x, y, z). */
  readonly quat: ArrayLike<number>;
  /** How the frame coincides with that of the body (`SameFrame`); 0, not at all, by default. */
  readonly sameframe?: number | undefined;
  /** Receives the position in the world, 3 numbers; allocated if not given. */
  readonly xpos?: Float64Array | undefined;
  /** Receives the orientation in the world, a 3×3 matrix by rows; allocated if not given. */
  readonly xmat?: Float64Array | undefined;
}

/** The pose of a frame in the world. */
export interface WorldFrame {
  /** Position, 3 numbers. */
  readonly xpos: Float64Array;
  /** Orientation, a 3×3 matrix by rows. */
  readonly xmat: Float64Array;
}

/**
 * The pose in the world of a frame that is fixed to a body. Needs `kinematics`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param body Index of the body.
 * @param frame The frame, and where the result goes.
 * @returns The pose in the world.
 * @see mj_local2Global
 * @example
 * const { xpos } = local2Global(model, data, model.body('arm').id, { pos: [0.3, 0, 0], quat: [1, 0, 0, 0] });
 * console.log(xpos); // 0.3 0 0.5
 */
export function local2Global(model: Model, data: Data, body: number, frame: LocalFrame): WorldFrame {
  checkSettings('frame', frame);
  const { pos, quat, sameframe = 0, xpos = new Float64Array(3), xmat = new Float64Array(9) } = frame;
  const backend = backendOf(model, data);
  checkIndex('body', body, model.nbody);
  checkLength('xpos', xpos, 3);
  checkLength('xmat', xmat, 9);
  checkLength('pos', pos, 3);
  checkLength('quat', quat, 4);
  checkIndex('sameframe', sameframe, 5);
  withArrays(backend, (kernels, use) =>
    kernels.localFrame(at(data), use.result(xpos), use.result(xmat), use.input(pos), use.input(quat), body, sameframe),
  );
  return { xpos, xmat };
}

/**
 * Moves a position along a velocity: qpos ⊕ qvel·dt, with quaternions integrated as rotations.
 *
 * @param model The model.
 * @param qpos nq numbers, changed in place.
 * @param qvel nv numbers.
 * @param dt Time in seconds.
 * @see mj_integratePos
 * @example
 * const qpos = data.qpos.slice();
 * integratePos(model, qpos, data.qvel, 0.01);
 */
export function integratePos(model: Model, qpos: Float64Array, qvel: ArrayLike<number>, dt: number): void {
  checkModel(model);
  checkReal('dt', dt);
  const { backend } = model;
  checkLength('qpos', qpos, model.nq);
  checkLength('qvel', qvel, model.nv);
  withArrays(backend, (kernels, use) => kernels.integratePos(at(model), use.result(qpos), 0, use.input(qvel), 0, dt));
}

/**
 * The constant velocity that leads from one position to another: qpos2 ⊖ qpos1, divided by the time. The inverse of `integratePos`.
 *
 * @param model The model.
 * @param qvel Receives nv numbers.
 * @param dt Time in seconds.
 * @param qpos1 The position at the start, nq numbers.
 * @param qpos2 The position at the end, nq numbers.
 * @see mj_differentiatePos
 * @example
 * const before = data.qpos.slice();
 * step(model, data);
 * const velocity = new Float64Array(model.nv);
 * differentiatePos(model, velocity, model.opt.timestep, before, data.qpos);
 */
export function differentiatePos(
  model: Model,
  qvel: Float64Array,
  dt: number,
  qpos1: ArrayLike<number>,
  qpos2: ArrayLike<number>,
): void {
  checkModel(model);
  checkReal('dt', dt);
  const { backend } = model;
  checkLength('qvel', qvel, model.nv);
  checkLength('qpos1', qpos1, model.nq);
  checkLength('qpos2', qpos2, model.nq);
  withArrays(backend, (kernels, use) =>
    kernels.differentiatePos(at(model), use.result(qvel), 0, use.input(qpos1), 0, use.input(qpos2), 0, dt),
  );
}

/**
 * Scales all quaternions of a position to unit length.
 *
 * @param model The model.
 * @param qpos nq numbers, changed in place.
 * @see mj_normalizeQuat
 * @example
 * data.joint('free').qpos.set([2, 0, 0, 0], 3);
 * normalizeQuat(model, data.qpos);
 * console.log(data.joint('free').qpos[3]); // 1
 */
export function normalizeQuat(model: Model, qpos: Float64Array): void {
  checkModel(model);
  const { backend } = model;
  checkLength('qpos', qpos, model.nq);
  withArrays(backend, (kernels, use) => kernels.normalizeQuat(at(model), use.result(qpos), 0));
}

/**
 * Sum of the masses of all bodies.
 *
 * @param model The model.
 * @returns The mass in kilograms.
 * @see mj_getTotalmass
 * @example
 * console.log(getTotalmass(model));
 */
export function getTotalmass(model: Model): number {
  checkModel(model);
  let sum = 0;
  for (let b = 1; b < model.nbody; b++) sum += model.body_mass[b] as number;
  return sum;
}

const LEAST_SCALE = 1e-15; // masses stay above zero

/**
 * Scales all masses and inertias so that the total mass is the given one. Call `setConst` afterwards, which updates the constants that
 * depend on them.
 *
 * @param model The model.
 * @param mass The new total mass in kilograms.
 * @see mj_setTotalmass
 * @example
 * setTotalmass(model, 10);
 * setConst(model);
 * console.log(getTotalmass(model)); // 10
 */
export function setTotalmass(model: Model, mass: number): void {
  checkReal('mass', mass);
  const scale = Math.max(LEAST_SCALE, mass / Math.max(LEAST_SCALE, getTotalmass(model)));
  for (let b = 1; b < model.nbody; b++) {
    model.body_mass[b] = (model.body_mass[b] as number) * scale;
    for (let k = 3 * b; k < 3 * b + 3; k++) model.body_inertia[k] = (model.body_inertia[k] as number) * scale;
  }
}

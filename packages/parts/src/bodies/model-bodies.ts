import { type Data, enums, type Model, objectVelocity } from '@qpos/core';
import { negQuat, quat2Mat, rotVecQuat } from '@qpos/core/math';
import { PartsError } from '../errors.ts';
import { type MassProperties, rotated } from './mass-properties.ts';
import { checkModel, checkPair } from './model-checks.ts';
import { type RigidBodyState, readBodyState } from './rigid-body-state.ts';

/** Position, velocity, acceleration and effort of a joint, in the numbers that the engine has for it. */
export interface JointState {
  /** Position: 1 number, a quaternion (4) or a pose (7). */
  readonly position: Float64Array;
  /** Velocity: 1, 3 or 6 numbers. */
  readonly velocity: Float64Array;
  /** Acceleration, in the same numbers. */
  readonly acceleration: Float64Array;
  /** Force or torque of its actuators. */
  readonly effort: Float64Array;
}

/**
 * Mass properties of a body of a model, in the frame of the body.
 *
 * @param model The model.
 * @param body Name or index of the body.
 * @returns Its mass, centre of mass and inertia.
 * @example
 * console.log(massOfBody(model, 'arm').mass);
 */
export function massOfBody(model: Model, body: string | number): MassProperties {
  checkModel(model);
  const b = model.body(body).id;
  const mass = model.body_mass[b];
  if (!(mass > 0)) throw new PartsError('unphysical', `the body '${body}' has no mass`);
  const [ix, iy, iz] = model.body_inertia.subarray(3 * b, 3 * b + 3);
  const axes = quat2Mat(new Float64Array(9), model.body_iquat.subarray(4 * b, 4 * b + 4));
  const inertia = rotated(new Float64Array(9), [ix, 0, 0, 0, iy, 0, 0, 0, iz], axes);
  return { mass, com: model.body_ipos.slice(3 * b, 3 * b + 3), inertia };
}

/**
 * Pose and velocity of a body of a model. Needs `forward` or a step.
 *
 * @param model The model.
 * @param data Its Data.
 * @param body Name or index of the body.
 * @returns Its state in the world.
 * @example
 * console.log(stateOfBody(model, data, 'arm').pose.pos);
 */
export function stateOfBody(model: Model, data: Data, body: string | number): RigidBodyState {
  checkPair(model, data);
  const b = model.body(body).id;
  const velocity = new Float64Array(6);
  objectVelocity(model, data, enums.ObjType.XBODY, b, velocity);
  return {
    pose: { pos: data.xpos.slice(3 * b, 3 * b + 3), quat: data.xquat.slice(4 * b, 4 * b + 4) },
    twist: { angular: velocity.slice(0, 3), linear: velocity.slice(3) },
  };
}

/**
 * Moves a body that has a free joint: sets `qpos` and `qvel`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param body Name or index of the body.
 * @param state Where it goes and how fast.
 * @example
 * setStateOfBody(model, data, 'ball', makeBodyState({ pos: [0, 0, 2] }));
 */
export function setStateOfBody(model: Model, data: Data, body: string | number, state: RigidBodyState): void {
  checkPair(model, data);
  const b = model.body(body).id;
  const { pose, twist } = readBodyState('state', state);
  const j = model.body_jntadr[b];
  if (j < 0 || model.jnt_type[j] !== enums.JointType.FREE)
    throw new PartsError('bad-argument', `the body '${body}' has no free joint`);
  const [q, v] = [model.jnt_qposadr[j], model.jnt_dofadr[j]];
  data.qpos.set(pose.pos, q);
  data.qpos.set(pose.quat, q + 3);
  data.qvel.set(twist.linear, v);
  data.qvel.set(rotVecQuat(new Float64Array(3), twist.angular, negQuat(new Float64Array(4), pose.quat)), v + 3);
}

/**
 * State of a joint of a model.
 *
 * @param model The model.
 * @param data Its Data.
 * @param joint Name or index of the joint.
 * @returns Copies of its position, velocity, acceleration and actuator forces.
 * @example
 * console.log(stateOfJoint(model, data, 'elbow').position[0]);
 */
export function stateOfJoint(model: Model, data: Data, joint: string | number): JointState {
  checkPair(model, data);
  const j = model.joint(joint).id;
  const [nq, nv] = SIZES[model.jnt_type[j]];
  const [q, v] = [model.jnt_qposadr[j], model.jnt_dofadr[j]];
  return {
    position: data.qpos.slice(q, q + nq),
    velocity: data.qvel.slice(v, v + nv),
    acceleration: data.qacc.slice(v, v + nv),
    effort: data.qfrc_actuator.slice(v, v + nv),
  };
}

const SIZES = [[7, 6], [4, 3], [1, 1], [1, 1]]; // biome-ignore format: of free, ball, slide and hinge

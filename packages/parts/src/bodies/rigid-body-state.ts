import { cross, rotVecQuat } from '@qpos/core/math';
import { numbers, PartsError, settings } from '../errors.ts';
import { type Pose, type PoseInput, readPose } from './pose.ts';

/** Velocity of a frame, along the axes of the world. */
export interface Twist {
  /** Angular velocity, rad/s. */
  readonly angular: Float64Array;
  /** Linear velocity of the origin of the frame, m/s. */
  readonly linear: Float64Array;
}

/** What a velocity is read from. */
export interface TwistInput {
  /** Angular velocity; zero by default. */
  readonly angular?: ArrayLike<number>;
  /** Linear velocity of the origin; zero by default. */
  readonly linear?: ArrayLike<number>;
}

/** Where a body is and how it moves: pose and velocity of its frame in the world. */
export interface RigidBodyState {
  /** Pose of the frame of the body. */
  readonly pose: Pose;
  /** Velocity of that frame. */
  readonly twist: Twist;
}

/** A velocity from what a user gave. */
export function readTwist(name: string, twist: TwistInput): Twist {
  settings(name, twist);
  return {
    angular: numbers(`${name}.angular`, twist.angular ?? [0, 0, 0], 3),
    linear: numbers(`${name}.linear`, twist.linear ?? [0, 0, 0], 3),
  };
}

/**
 * A velocity.
 *
 * @param angular Angular velocity; zero by default.
 * @param linear Linear velocity of the origin of the frame; zero by default.
 * @returns The velocity, with copies of both.
 * @example
 * const spinning = makeTwist([0, 0, 3]);
 * console.log(spinning.linear); // 0 0 0
 */
export function makeTwist(angular: ArrayLike<number> = [0, 0, 0], linear: ArrayLike<number> = [0, 0, 0]): Twist {
  return { angular: numbers('angular', angular, 3), linear: numbers('linear', linear, 3) };
}

/**
 * The state of a body.
 *
 * @param pose Pose of its frame in the world; at the origin by default.
 * @param twist Velocity of its frame; at rest by default.
 * @returns The state, with copies of both.
 * @example
 * const thrown = makeBodyState({ pos: [0, 0, 1] }, { linear: [2, 0, 0] });
 * console.log(thrown.twist.angular); // 0 0 0
 */
export function makeBodyState(pose: PoseInput = {}, twist: TwistInput = {}): RigidBodyState {
  return { pose: readPose('pose', pose), twist: readTwist('twist', twist) };
}

/** A state from what a user gave. */
export function readBodyState(name: string, state: RigidBodyState): RigidBodyState {
  settings(name, state);
  return { pose: readPose(`${name}.pose`, state.pose), twist: readTwist(`${name}.twist`, state.twist) };
}

/** Refuses what is not a state that can be written to; makes nothing. */
export function checkBodyState(name: string, state: RigidBodyState): void {
  const isState =
    isVector(state?.pose?.pos, 3) &&
    isVector(state.pose.quat, 4) &&
    isVector(state.twist?.angular, 3) &&
    isVector(state.twist.linear, 3);
  if (!isState)
    throw new PartsError('bad-argument', `${name} must be a state of a body`, { hint: 'use makeBodyState' });
}

function isVector(x: Float64Array | undefined, size: number): boolean {
  if (!(x instanceof Float64Array) || x.length !== size) return false;
  for (let k = 0; k < size; k++) if (!Number.isFinite(x[k])) return false;
  return true;
}

/**
 * The velocity of a point that moves with a body.
 *
 * @param state State of the body.
 * @param point The point in the frame of the body.
 * @returns Its velocity in the world.
 * @example
 * const wheel = makeBodyState({}, { angular: [0, 0, 2] });
 * console.log(pointVelocity(wheel, [1, 0, 0])); // 0 2 0
 */
export function pointVelocity(state: RigidBodyState, point: ArrayLike<number>): Float64Array {
  const { pose, twist } = readBodyState('state', state);
  const arm = rotVecQuat(new Float64Array(3), numbers('point', point, 3), pose.quat);
  return cross(arm, twist.angular, arm).map((v, k) => v + twist.linear[k]);
}

import { mulPose, negPose, rotVecQuat, subQuat, trnVecPose } from '@qpos/core/math';
import { numbers, PartsError, rotation } from '../errors.ts';

/** Where a frame is and how it is turned, in the frame around it. */
export interface Pose {
  /** Position of its origin. */
  readonly pos: Float64Array;
  /** Orientation, a unit quaternion (w, x, y, z). */
  readonly quat: Float64Array;
}

/** What a pose is read from. */
export interface PoseInput {
  /** Position of the origin; 0 0 0 by default. */
  readonly pos?: ArrayLike<number>;
  /** Orientation, a quaternion (w, x, y, z) of any length; 1 0 0 0 by default. */
  readonly quat?: ArrayLike<number>;
}

/**
 * A pose.
 *
 * @param pos Position; the origin by default.
 * @param quat Orientation, a quaternion (w, x, y, z) of any length; not turned by default.
 * @returns The pose, with copies of both.
 * @example
 * const raised = makePose([0, 0, 1]);
 * console.log(raised.quat); // 1 0 0 0
 */
export function makePose(pos: ArrayLike<number> = [0, 0, 0], quat: ArrayLike<number> = [1, 0, 0, 0]): Pose {
  return { pos: numbers('pos', pos, 3), quat: rotation('quat', quat) };
}

/** A pose from what a user gave. */
export function readPose(name: string, pose: PoseInput): Pose {
  if (typeof pose !== 'object' || pose === null)
    throw new PartsError('bad-argument', `${name} must be a pose, { pos, quat }`);
  return {
    pos: numbers(`${name}.pos`, pose.pos ?? [0, 0, 0], 3),
    quat: rotation(`${name}.quat`, pose.quat ?? [1, 0, 0, 0]),
  };
}

/**
 * The pose of an inner frame that is given in an outer one.
 *
 * @param outer Pose of the outer frame.
 * @param inner Pose of the inner frame in the outer one.
 * @returns Pose of the inner frame where the outer one is given.
 * @example
 * const stacked = composePoses(makePose([0, 0, 1]), makePose([0, 0, 2]));
 * console.log(stacked.pos); // 0 0 3
 */
export function composePoses(outer: PoseInput, inner: PoseInput): Pose {
  const [a, b] = [readPose('outer', outer), readPose('inner', inner)];
  const res = { pos: new Float64Array(3), quat: new Float64Array(4) };
  mulPose(res.pos, res.quat, a.pos, a.quat, b.pos, b.quat);
  return res;
}

/**
 * The inverse of a pose: the outer frame as the inner one sees it.
 *
 * @param pose The pose.
 * @returns Its inverse.
 * @example
 * console.log(invertPose(makePose([0, 0, 1])).pos); // 0 0 -1
 */
export function invertPose(pose: PoseInput): Pose {
  const { pos, quat } = readPose('pose', pose);
  const res = { pos: new Float64Array(3), quat: new Float64Array(4) };
  negPose(res.pos, res.quat, pos, quat);
  return res;
}

/**
 * A point of a frame, in the frame around it.
 *
 * @param pose Pose of the frame.
 * @param point The point in the frame.
 * @returns The point outside.
 * @example
 * console.log(transformPoint(makePose([0, 0, 1]), [1, 0, 0])); // 1 0 1
 */
export function transformPoint(pose: PoseInput, point: ArrayLike<number>): Float64Array {
  const { pos, quat } = readPose('pose', pose);
  return trnVecPose(new Float64Array(3), pos, quat, numbers('point', point, 3));
}

/**
 * A direction of a frame, in the frame around it: turned, not moved.
 *
 * @param pose Pose of the frame.
 * @param vector The direction in the frame.
 * @returns The direction outside.
 * @example
 * console.log(transformVector(makePose([0, 0, 1]), [1, 0, 0])); // 1 0 0
 */
export function transformVector(pose: PoseInput, vector: ArrayLike<number>): Float64Array {
  const { quat } = readPose('pose', pose);
  return rotVecQuat(new Float64Array(3), numbers('vector', vector, 3), quat);
}

/**
 * The velocity that leads from one pose to another in one second.
 *
 * @param to Where it leads.
 * @param from Where it starts.
 * @returns 6 numbers: the angular velocity in the frame of `from`, then the linear velocity of its origin outside.
 * @example
 * console.log(poseDifference(makePose([0, 0, 1]), makePose())); // 0 0 0 0 0 1
 */
export function poseDifference(to: PoseInput, from: PoseInput): Float64Array {
  const [a, b] = [readPose('to', to), readPose('from', from)];
  const res = new Float64Array(6);
  subQuat(res.subarray(0, 3), a.quat, b.quat);
  for (let k = 0; k < 3; k++) res[3 + k] = a.pos[k] - b.pos[k];
  return res;
}

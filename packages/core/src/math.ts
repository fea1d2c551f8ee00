/**
 * Rotations, poses and small matrices, as controllers, rewards and tools need them: MuJoCo's `mju_` functions without the prefix;
 * and the elementary functions, which unlike those of `Math` give the same bits in every JavaScript engine.
 * Quaternions are (w, x, y, z), matrices are stored by rows, angles are in radians. A result goes to the first argument, which is
 * returned and may be an input as well. The engine computes with the same functions, so the bits are its own.
 */
import { checkLength, checkReal, checkText } from './host/arguments.ts';
import { ArgumentError } from './host/errors/argument-error.ts';
import type { F64 } from './kernel/dialect.ts';
import * as eigen from './kernel/math/eig3.ts';
import * as matrix from './kernel/math/mat3.ts';
import * as pose from './kernel/math/pose.ts';
import * as quaternion from './kernel/math/quat.ts';
import * as spatial from './kernel/math/spatial.ts';
import * as vector from './kernel/math/vec3.ts';

export { quatIntegrateJacobian, subQuatJacobian } from './api/derivatives/quaternion-jacobians.ts';
export {
  acos,
  asin,
  atan,
  atan2,
  cbrt,
  cos,
  exp,
  hypot,
  log,
  pow,
  sin,
  tan,
  tanh,
} from './api/elementary.ts';

/** Numbers that a function reads: any array. */
export type Input = ArrayLike<number>;
/** An array that a function writes to. */
export type Output = Float64Array | number[];

/** An array to read; it is only indexed. */
function from(x: Input, least: number): F64 {
  checkLength('an array of numbers', x, least);
  return x as F64;
}

/** An array to write to; a plain one grows. */
function to(x: Output, least: number): F64 {
  checkLength('an array for results', x, Array.isArray(x) ? 0 : least);
  return x as F64;
}

/**
 * Cross product a × b.
 *
 * @param res Receives 3 numbers; may be an input.
 * @param a A vector of 3.
 * @param b A vector of 3.
 * @returns `res`.
 * @see mju_cross
 * @example
 * console.log(cross([0, 0, 0], [1, 0, 0], [0, 1, 0])); // 0 0 1
 */
export function cross<T extends Output>(res: T, a: Input, b: Input): T {
  vector.cross3(to(res, 3), 0, from(a, 3), 0, from(b, 3), 0);
  return res;
}

/**
 * Scales a vector of 3 to unit length, in place. The null vector becomes (1, 0, 0).
 *
 * @param vec The vector.
 * @returns Its length before.
 * @see mju_normalize3
 * @example
 * const axis = [0, 3, 4];
 * console.log(normalize3(axis), axis); // 5, and 0 0.6 0.8
 */
export function normalize3(vec: Output): number {
  return vector.normalize3(from(vec, 3), 0);
}

/**
 * Scales a quaternion to unit length, in place. The null quaternion becomes the identity.
 *
 * @param quat The quaternion (w, x, y, z).
 * @returns Its length before.
 * @see mju_normalize4
 * @example
 * const quat = [2, 0, 0, 0];
 * console.log(normalize4(quat), quat); // 2, and 1 0 0 0
 */
export function normalize4(quat: Output): number {
  return quaternion.normalize4(from(quat, 4), 0);
}

/**
 * Product of two quaternions: the rotation b, then a.
 *
 * @param res Receives 4 numbers; may be an input.
 * @param a A quaternion (w, x, y, z).
 * @param b A quaternion.
 * @returns `res`.
 * @see mju_mulQuat
 * @example
 * console.log(mulQuat([0, 0, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0])); // -1 0 0 0: half a turn twice
 */
export function mulQuat<T extends Output>(res: T, a: Input, b: Input): T {
  quaternion.mulQuat(to(res, 4), 0, from(a, 4), 0, from(b, 4), 0);
  return res;
}

/**
 * The inverse of a rotation.
 *
 * @param res Receives 4 numbers; may be the input.
 * @param quat A unit quaternion (w, x, y, z).
 * @returns `res`.
 * @see mju_negQuat
 * @example
 * console.log(negQuat([0, 0, 0, 0], [0, 1, 0, 0])); // 0 -1 0 0
 */
export function negQuat<T extends Output>(res: T, quat: Input): T {
  quaternion.negQuat(to(res, 4), 0, from(quat, 4), 0);
  return res;
}

/**
 * Product of a quaternion and a vector, taken as the quaternion (0, axis).
 *
 * @param res Receives 4 numbers; may be the quaternion.
 * @param quat A quaternion (w, x, y, z).
 * @param axis A vector of 3.
 * @returns `res`.
 * @see mju_mulQuatAxis
 * @example
 * console.log(mulQuatAxis([0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 1])); // 0 0 0 1
 */
export function mulQuatAxis<T extends Output>(res: T, quat: Input, axis: Input): T {
  quaternion.mulQuatAxis(to(res, 4), 0, from(quat, 4), 0, from(axis, 3), 0);
  return res;
}

/**
 * Rotates a vector.
 *
 * @param res Receives 3 numbers; may be the vector.
 * @param vec A vector of 3.
 * @param quat A unit quaternion (w, x, y, z).
 * @returns `res`.
 * @see mju_rotVecQuat
 * @example
 * console.log(rotVecQuat([0, 0, 0], [1, 0, 0], data.body('arm').xquat));
 */
export function rotVecQuat<T extends Output>(res: T, vec: Input, quat: Input): T {
  quaternion.rotVecQuat(to(res, 3), 0, from(vec, 3), 0, from(quat, 4), 0);
  return res;
}

/**
 * The rotation about an axis by an angle.
 *
 * @param res Receives a quaternion (w, x, y, z).
 * @param axis A unit vector.
 * @param angle Angle in radians.
 * @returns `res`.
 * @see mju_axisAngle2Quat
 * @example
 * const quarter = axisAngle2Quat(new Float64Array(4), [0, 0, 1], Math.PI / 2);
 * console.log(rotVecQuat([0, 0, 0], [1, 0, 0], quarter)); // 0 1 0, up to rounding
 */
export function axisAngle2Quat<T extends Output>(res: T, axis: Input, angle: number): T {
  checkReal('angle', angle);
  quaternion.axisAngle2Quat(to(res, 4), 0, from(axis, 3), 0, angle);
  return res;
}

/**
 * The rotation that three Euler angles describe.
 *
 * @param res Receives a quaternion (w, x, y, z).
 * @param euler Three angles in radians.
 * @param seq The axes in order: lower case letters turn with the frame, capitals are fixed. 'xyz' by default.
 * @returns `res`.
 * @see mju_euler2Quat
 * @example
 * console.log(euler2Quat([0, 0, 0, 0], [0, 0, Math.PI], 'XYZ')); // half a turn about z
 */
export function euler2Quat<T extends Output>(res: T, euler: Input, seq = 'xyz'): T {
  checkText('seq', seq);
  if (!/^[xyzXYZ]{3}$/.test(seq))
    throw new ArgumentError(`'${seq}' is not a sequence of three axes, such as 'xyz' or 'ZYX'`);
  from(euler, 3);
  to(res, 4);
  const angles = [euler[0], euler[1], euler[2]];
  const [turn, axis] = [new Float64Array(4), new Float64Array(3)];
  const total = Float64Array.of(1, 0, 0, 0);
  for (const [k, letter] of [...seq].entries()) {
    const lower = letter.toLowerCase();
    axis.fill(0)['xyz'.indexOf(lower)] = 1;
    axisAngle2Quat(turn, axis, angles[k] as number);
    if (letter === lower) mulQuat(total, total, turn);
    else mulQuat(total, turn, total);
  }
  for (let k = 0; k < 4; k++) res[k] = total[k] as number;
  return res;
}

/**
 * The angular velocity that makes a rotation in a given time.
 *
 * @param res Receives 3 numbers in rad/s.
 * @param quat A unit quaternion (w, x, y, z).
 * @param dt Time in seconds.
 * @returns `res`.
 * @see mju_quat2Vel
 * @example
 * console.log(quat2Vel([0, 0, 0], [0, 0, 0, 1], 2)); // 0 0 π/2
 */
export function quat2Vel<T extends Output>(res: T, quat: Input, dt: number): T {
  checkReal('dt', dt);
  quaternion.quat2Vel(to(res, 3), 0, from(quat, 4), 0, dt);
  return res;
}

/**
 * Difference of two rotations: the angular velocity that leads from b to a in one second, in the frame of b.
 *
 * @param res Receives 3 numbers in rad/s.
 * @param a A unit quaternion (w, x, y, z).
 * @param b A unit quaternion.
 * @returns `res`.
 * @see mju_subQuat
 * @example
 * console.log(subQuat([0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0])); // 0 0 π
 */
export function subQuat<T extends Output>(res: T, a: Input, b: Input): T {
  quaternion.subQuat(to(res, 3), 0, from(a, 4), 0, from(b, 4), 0);
  return res;
}

/**
 * Turns a quaternion by an angular velocity, in place.
 *
 * @param quat A unit quaternion (w, x, y, z).
 * @param vel Angular velocity in the frame of the quaternion, in rad/s.
 * @param dt Time in seconds.
 * @returns `quat`.
 * @see mju_quatIntegrate
 * @example
 * console.log(quatIntegrate([1, 0, 0, 0], [0, 0, Math.PI], 1)); // half a turn about z
 */
export function quatIntegrate<T extends Output>(quat: T, vel: Input, dt: number): T {
  checkReal('dt', dt);
  quaternion.quatIntegrate(from(quat, 4), 0, from(vel, 3), 0, dt);
  return quat;
}

/**
 * Time derivative of a quaternion that turns with an angular velocity.
 *
 * @param res Receives 4 numbers; may be the quaternion.
 * @param quat A unit quaternion (w, x, y, z).
 * @param vel Angular velocity in the world frame, in rad/s.
 * @returns `res`.
 * @see mju_derivQuat
 * @example
 * console.log(derivQuat([0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 2])); // 0 0 0 1
 */
export function derivQuat<T extends Output>(res: T, quat: Input, vel: Input): T {
  quaternion.derivQuat(to(res, 4), 0, from(quat, 4), 0, from(vel, 3), 0);
  return res;
}

/**
 * The shortest rotation that turns the z axis into the direction of a vector.
 *
 * @param res Receives a quaternion (w, x, y, z).
 * @param vec A vector of 3, of any length.
 * @returns `res`.
 * @see mju_quatZ2Vec
 * @example
 * console.log(quatZ2Vec([0, 0, 0, 0], [0, 0, 5])); // 1 0 0 0
 */
export function quatZ2Vec<T extends Output>(res: T, vec: Input): T {
  quaternion.quatZ2Vec(to(res, 4), 0, from(vec, 3), 0);
  return res;
}

/**
 * The matrix of a rotation.
 *
 * @param res Receives a 3×3 matrix by rows.
 * @param quat A unit quaternion (w, x, y, z).
 * @returns `res`.
 * @see mju_quat2Mat
 * @example
 * console.log(quat2Mat(new Float64Array(9), [1, 0, 0, 0])); // the identity
 */
export function quat2Mat<T extends Output>(res: T, quat: Input): T {
  quaternion.quat2Mat(to(res, 9), 0, from(quat, 4), 0);
  return res;
}

/**
 * The quaternion of a rotation matrix.
 *
 * @param res Receives a quaternion (w, x, y, z).
 * @param mat A 3×3 rotation matrix by rows.
 * @returns `res`.
 * @see mju_mat2Quat
 * @example
 * console.log(mat2Quat([0, 0, 0, 0], data.body('arm').xmat));
 */
export function mat2Quat<T extends Output>(res: T, mat: Input): T {
  quaternion.mat2Quat(to(res, 4), 0, from(mat, 9), 0);
  return res;
}

/**
 * Product of a 3×3 matrix and a vector.
 *
 * @param res Receives 3 numbers; must not be an input.
 * @param mat A 3×3 matrix by rows.
 * @param vec A vector of 3.
 * @returns `res`.
 * @see mju_mulMatVec3
 * @example
 * console.log(mulMatVec3([0, 0, 0], data.body('arm').xmat, [1, 0, 0])); // the x axis of the arm in the world
 */
export function mulMatVec3<T extends Output>(res: T, mat: Input, vec: Input): T {
  matrix.mulMatVec3(to(res, 3), 0, from(mat, 9), 0, from(vec, 3), 0);
  return res;
}

/**
 * Product of a transposed 3×3 matrix and a vector: from the world into a frame whose axes are the columns of the matrix.
 *
 * @param res Receives 3 numbers; must not be an input.
 * @param mat A 3×3 matrix by rows.
 * @param vec A vector of 3.
 * @returns `res`.
 * @see mju_mulMatTVec3
 * @example
 * console.log(mulMatTVec3([0, 0, 0], data.body('arm').xmat, [0, 0, -9.81])); // gravity as the arm sees it
 */
export function mulMatTVec3<T extends Output>(res: T, mat: Input, vec: Input): T {
  matrix.mulMatTVec3(to(res, 3), 0, from(mat, 9), 0, from(vec, 3), 0);
  return res;
}

/**
 * Product of two poses: a frame (pos2, quat2) that is given in the frame (pos1, quat1).
 *
 * @param pos Receives the position.
 * @param quat Receives the orientation, a quaternion (w, x, y, z).
 * @param pos1 Position of the outer frame.
 * @param quat1 Orientation of the outer frame, a unit quaternion.
 * @param pos2 Position in the outer frame.
 * @param quat2 Orientation in the outer frame, a unit quaternion.
 * @see mju_mulPose
 * @example
 * const [pos, quat] = [[0, 0, 0], [0, 0, 0, 0]];
 * mulPose(pos, quat, [0, 0, 1], [1, 0, 0, 0], [0, 0, 1], [1, 0, 0, 0]);
 * console.log(pos); // 0 0 2
 */
export function mulPose(pos: Output, quat: Output, pos1: Input, quat1: Input, pos2: Input, quat2: Input): void {
  pose.mulPose(to(pos, 3), 0, to(quat, 4), 0, from(pos1, 3), 0, from(quat1, 4), 0, from(pos2, 3), 0, from(quat2, 4), 0);
}

/**
 * The inverse of a pose.
 *
 * @param resPos Receives the position.
 * @param resQuat Receives the orientation, a quaternion (w, x, y, z).
 * @param pos Position.
 * @param quat Orientation, a unit quaternion.
 * @see mju_negPose
 * @example
 * const [pos, quat] = [[0, 0, 0], [0, 0, 0, 0]];
 * negPose(pos, quat, [0, 0, 1], [1, 0, 0, 0]);
 * console.log(pos); // 0 0 -1
 */
export function negPose(resPos: Output, resQuat: Output, pos: Input, quat: Input): void {
  pose.negPose(to(resPos, 3), 0, to(resQuat, 4), 0, from(pos, 3), 0, from(quat, 4), 0);
}

/**
 * A point of a frame in the coordinates of the frame around it: quat·vec + pos.
 *
 * @param res Receives 3 numbers; may be an input.
 * @param pos Position of the frame.
 * @param quat Orientation of the frame, a unit quaternion (w, x, y, z).
 * @param vec The point in the frame.
 * @returns `res`.
 * @see mju_trnVecPose
 * @example
 * const { xpos, xquat } = data.body('arm');
 * console.log(trnVecPose([0, 0, 0], xpos, xquat, [0.3, 0, 0])); // where the elbow is
 */
export function trnVecPose<T extends Output>(res: T, pos: Input, quat: Input, vec: Input): T {
  pose.trnVecPose(to(res, 3), 0, from(pos, 3), 0, from(quat, 4), 0, from(vec, 3), 0);
  return res;
}

/**
 * Moves a spatial vector to another point, and turns it into another frame.
 *
 * @param res Receives 6 numbers.
 * @param vec A velocity or force of 6 numbers: rotation first.
 * @param kind Whether it is a velocity ('motion') or a force.
 * @param newpos The point that it is moved to.
 * @param oldpos The point that it is given at.
 * @param rotnew2old The new frame: a 3×3 matrix by rows, whose columns are its axes.
 * @returns `res`.
 * @see mju_transformSpatial
 * @example
 * const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1];
 * const moved = transformSpatial(new Float64Array(6), [0, 0, 1, 0, 0, 0], 'motion', [1, 0, 0], [0, 0, 0], unit);
 * console.log(moved); // 0 0 1 0 1 0: turning about z moves the point along y
 */
export function transformSpatial<T extends Output>(
  res: T,
  vec: Input,
  kind: 'motion' | 'force',
  newpos: Input,
  oldpos: Input,
  rotnew2old: Input,
): T {
  if (kind !== 'force' && kind !== 'motion') throw new ArgumentError(`kind must be 'force' or 'motion'`);
  const force = kind === 'force';
  spatial.transformSpatial(
    to(res, 6),
    0,
    from(vec, 6),
    0,
    force,
    from(newpos, 3),
    0,
    from(oldpos, 3),
    0,
    from(rotnew2old, 9),
    0,
  );
  return res;
}

/**
 * Eigenvalues and eigenvectors of a symmetric 3×3 matrix.
 *
 * @param values Receives the eigenvalues, largest first.
 * @param vectors Receives the eigenvectors as columns of a 3×3 matrix.
 * @param quat Receives the same rotation as a quaternion (w, x, y, z).
 * @param mat A symmetric 3×3 matrix.
 * @see mju_eig3
 * @example
 * const [values, vectors, quat] = [new Float64Array(3), new Float64Array(9), new Float64Array(4)];
 * eig3(values, vectors, quat, [1, 0, 0, 0, 2, 0, 0, 0, 3]);
 * console.log(values); // 3 2 1
 */
export function eig3(values: Output, vectors: Output, quat: Output, mat: Input): void {
  eigen.eig3(to(values, 3), 0, to(vectors, 9), 0, to(quat, 4), 0, from(mat, 9), 0);
}

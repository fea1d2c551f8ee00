/**
 * Rotations, poses and small matrices, as controllers, rewards and tools need them: MuJoCo's `mju_` functions without the prefix.
 * Quaternions are (w, x, y, z), matrices are stored by rows, angles are in radians. A result goes to the first argument, which is
 * returned and may be an input as well. The engine computes with the same functions, so the bits are its own.
 */
import type { F64 } from './dialect.ts';
import * as eigen from './math/eig3.ts';
import * as matrix from './math/mat3.ts';
import * as pose from './math/pose.ts';
import * as quaternion from './math/quat.ts';
import * as spatial from './math/spatial.ts';
import * as vector from './math/vec3.ts';

/** What is read. */
export type Input = ArrayLike<number>;
/** What is written. */
export type Output = Float64Array | number[];

const f64 = (x: Input): F64 => x as F64; // only indexed

/** a × b */
export function cross<T extends Output>(res: T, a: Input, b: Input): T {
  vector.cross3(f64(res), 0, f64(a), 0, f64(b), 0);
  return res;
}

/** Gives a vector of three length 1, in place; returns its length before. A null vector becomes (1, 0, 0). */
export function normalize3(vec: Output): number {
  return vector.normalize3(f64(vec), 0);
}

/** Gives a quaternion length 1, in place; returns its length before. A null quaternion becomes the identity. */
export function normalize4(quat: Output): number {
  return quaternion.normalize4(f64(quat), 0);
}

/** a·b: first the rotation b, then a. */
export function mulQuat<T extends Output>(res: T, a: Input, b: Input): T {
  quaternion.mulQuat(f64(res), 0, f64(a), 0, f64(b), 0);
  return res;
}

/** The inverse rotation. */
export function negQuat<T extends Output>(res: T, quat: Input): T {
  quaternion.negQuat(f64(res), 0, f64(quat), 0);
  return res;
}

/** quat·(0, axis) */
export function mulQuatAxis<T extends Output>(res: T, quat: Input, axis: Input): T {
  quaternion.mulQuatAxis(f64(res), 0, f64(quat), 0, f64(axis), 0);
  return res;
}

/** The vector turned by the quaternion. */
export function rotVecQuat<T extends Output>(res: T, vec: Input, quat: Input): T {
  quaternion.rotVecQuat(f64(res), 0, f64(vec), 0, f64(quat), 0);
  return res;
}

/** The rotation by `angle` around a unit axis. */
export function axisAngle2Quat<T extends Output>(res: T, axis: Input, angle: number): T {
  quaternion.axisAngle2Quat(f64(res), 0, f64(axis), 0, angle);
  return res;
}

/** The rotation by three angles around the axes that `seq` names: 'xyz' around axes that turn along, 'XYZ' around fixed ones. */
export function euler2Quat<T extends Output>(res: T, euler: Input, seq = 'xyz'): T {
  if (!/^[xyzXYZ]{3}$/.test(seq))
    throw new RangeError(`'${seq}' is not a sequence of three axes, such as 'xyz' or 'ZYX'`);
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

/** The angular velocity that makes the rotation in time `dt`. */
export function quat2Vel<T extends Output>(res: T, quat: Input, dt: number): T {
  quaternion.quat2Vel(f64(res), 0, f64(quat), 0, dt);
  return res;
}

/** a - b: the angular velocity that leads from b to a in unit time, in the frame of b. */
export function subQuat<T extends Output>(res: T, a: Input, b: Input): T {
  quaternion.subQuat(f64(res), 0, f64(a), 0, f64(b), 0);
  return res;
}

/** Turns a quaternion, in place, by an angular velocity in its own frame over time `dt`. */
export function quatIntegrate<T extends Output>(quat: T, vel: Input, dt: number): T {
  quaternion.quatIntegrate(f64(quat), 0, f64(vel), 0, dt);
  return quat;
}

/** The rate of change of a quaternion with an angular velocity in the world. */
export function derivQuat<T extends Output>(res: T, quat: Input, vel: Input): T {
  quaternion.derivQuat(f64(res), 0, f64(quat), 0, f64(vel), 0);
  return res;
}

/** The shortest rotation from the z axis to the direction of a vector. */
export function quatZ2Vec<T extends Output>(res: T, vec: Input): T {
  quaternion.quatZ2Vec(f64(res), 0, f64(vec), 0);
  return res;
}

/** The 3×3 matrix of a rotation. */
export function quat2Mat<T extends Output>(res: T, quat: Input): T {
  quaternion.quat2Mat(f64(res), 0, f64(quat), 0);
  return res;
}

/** The quaternion of a 3×3 rotation matrix. */
export function mat2Quat<T extends Output>(res: T, mat: Input): T {
  quaternion.mat2Quat(f64(res), 0, f64(mat), 0);
  return res;
}

/** mat·vec, 3×3 */
export function mulMatVec3<T extends Output>(res: T, mat: Input, vec: Input): T {
  matrix.mulMatVec3(f64(res), 0, f64(mat), 0, f64(vec), 0);
  return res;
}

/** matᵀ·vec, 3×3: from the world into a frame whose axes are the columns of mat. */
export function mulMatTVec3<T extends Output>(res: T, mat: Input, vec: Input): T {
  matrix.mulMatTVec3(f64(res), 0, f64(mat), 0, f64(vec), 0);
  return res;
}

/** One pose after another: (pos1, quat1)·(pos2, quat2). */
export function mulPose(pos: Output, quat: Output, pos1: Input, quat1: Input, pos2: Input, quat2: Input): void {
  pose.mulPose(f64(pos), 0, f64(quat), 0, f64(pos1), 0, f64(quat1), 0, f64(pos2), 0, f64(quat2), 0);
}

/** The inverse of a pose. */
export function negPose(resPos: Output, resQuat: Output, pos: Input, quat: Input): void {
  pose.negPose(f64(resPos), 0, f64(resQuat), 0, f64(pos), 0, f64(quat), 0);
}

/** A point of a frame, in the world: quat·vec + pos. */
export function trnVecPose<T extends Output>(res: T, pos: Input, quat: Input, vec: Input): T {
  pose.trnVecPose(f64(res), 0, f64(pos), 0, f64(quat), 0, f64(vec), 0);
  return res;
}

/**
 * A velocity or force of six numbers (rotation first), moved from the point `oldpos` to `newpos` and turned into the frame `rotnew2old`, whose
 * axes are the columns of that matrix.
 */
export function transformSpatial<T extends Output>(
  res: T,
  vec: Input,
  kind: 'motion' | 'force',
  newpos: Input,
  oldpos: Input,
  rotnew2old: Input,
): T {
  const force = kind === 'force';
  spatial.transformSpatial(f64(res), 0, f64(vec), 0, force, f64(newpos), 0, f64(oldpos), 0, f64(rotnew2old), 0);
  return res;
}

/** Eigenvalues of a symmetric 3×3 matrix in falling order, its eigenvectors as columns of a matrix, and the same as a quaternion. */
export function eig3(values: Output, vectors: Output, quat: Output, mat: Input): void {
  eigen.eig3(f64(values), 0, f64(vectors), 0, f64(quat), 0, f64(mat), 0);
}

import { quaternion } from '@qpos/core/numerics';

type Numbers = ArrayLike<number>;
type Vec = Float64Array;

/** Three numbers of an array. */
export const at3 = (from: Numbers, k = 0): Vec =>
  Float64Array.of(from[3 * k] as number, from[3 * k + 1] as number, from[3 * k + 2] as number);

/** `a + s·b`. */
export const plus = (a: Numbers, b: Numbers, s = 1): Vec =>
  Float64Array.from({ length: 3 }, (_, k) => (a[k] as number) + s * (b[k] as number));

export const times = (a: Numbers, s: number): Vec => plus([0, 0, 0], a, s);

export const dot = (a: Numbers, b: Numbers): number =>
  (a[0] as number) * (b[0] as number) + (a[1] as number) * (b[1] as number) + (a[2] as number) * (b[2] as number);

export const cross = (a: Numbers, b: Numbers): Vec =>
  Float64Array.from({ length: 3 }, (_, k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return (a[i] as number) * (b[j] as number) - (a[j] as number) * (b[i] as number);
  });

/** A vector of length one; x where there is none. */
export function unit(a: Numbers): Vec {
  const length = Math.sqrt(dot(a, a));
  return length < 1e-15 ? Float64Array.of(1, 0, 0) : times(a, 1 / length);
}

/** The vector with these coordinates along three axes. */
export const inAxes = (v: Numbers, x: Numbers, y: Numbers, z: Numbers): Vec =>
  plus(plus(times(x, v[0] as number), y, v[1]), z, v[2]);

/** A vector turned by a quaternion. */
export function turn(v: Numbers, quat: Numbers): Vec {
  const res = new Float64Array(3);
  quaternion.rotVecQuat(res, 0, Float64Array.from(v), 0, Float64Array.from(quat), 0);
  return res;
}

/** The product of two quaternions. */
export function product(a: Numbers, b: Numbers): Vec {
  const res = new Float64Array(4);
  quaternion.mulQuat(res, 0, Float64Array.from(a), 0, Float64Array.from(b), 0);
  return res;
}

export const conjugate = (q: Numbers): Vec =>
  Float64Array.of(q[0] as number, -(q[1] as number), -(q[2] as number), -(q[3] as number));

/** The rotation about a vector by its length. */
export function rotation(by: Numbers): Vec {
  const res = new Float64Array(4);
  quaternion.axisAngle2Quat(res, 0, unit(by), 0, Math.sqrt(dot(by, by)));
  return res;
}

/** The vector about which, by its length, a quaternion turns. */
export function rotationVector(quat: Vec): Vec {
  const res = new Float64Array(3);
  quaternion.quat2Vel(res, 0, quat, 0, 1);
  return res;
}

/** The quaternion of the rotation matrix `k` of an array. */
export function quatOf(mats: Float64Array, k: number): Vec {
  const res = new Float64Array(4);
  quaternion.mat2Quat(res, 0, mats, 9 * k);
  return res;
}

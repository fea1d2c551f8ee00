/** Derivatives of functions of quaternions by small rotations. */
import { checkLength, checkReal, checkResult } from '../../host/arguments.ts';
import { atan2, cos, sin, tan } from '../elementary.ts';

/** Below this angle the coefficients are taken from their series, whose next term is beyond the last digit. */
const SMALL = 0.03125;

const jacobian = new Float64Array(9); // where the derivative by velocity is not wanted itself

/** The rotation vector from `qb` to `qa`, in the frame of `qb`. */
function difference(qa: ArrayLike<number>, qb: ArrayLike<number>): [number, number, number, number] {
  const [aw, ax, ay, az] = [qa[0], qa[1], qa[2], qa[3]] as [number, number, number, number];
  const [bw, bx, by, bz] = [qb[0], qb[1], qb[2], qb[3]] as [number, number, number, number];
  return [
    bw * aw + bx * ax + by * ay + bz * az,
    bw * ax - bx * aw - by * az + bz * ay,
    bw * ay - by * aw - bz * ax + bx * az,
    bw * az - bz * aw - bx * ay + by * ax,
  ];
}

/**
 * Derivatives of the difference of two rotations, `subQuat(qa, qb)`, by rotations of each: Da = 1 + θ/2·K + (1 - θ/2/tan(θ/2))·K² with K
 * the cross product with the axis, and Db = -Daᵀ.
 *
 * @param qa A unit quaternion (w, x, y, z).
 * @param qb A unit quaternion.
 * @param Da Receives the derivative by rotations of qa, 3×3 by rows, or `null`.
 * @param Db Receives the derivative by rotations of qb, 3×3 by rows, or `null`.
 * @see mjd_subQuat
 * @example
 * const Da = new Float64Array(9);
 * subQuatJacobian([1, 0, 0, 0], [1, 0, 0, 0], Da, null);
 * console.log(Da); // the identity
 */
export function subQuatJacobian(
  qa: ArrayLike<number>,
  qb: ArrayLike<number>,
  Da: Float64Array | null,
  Db: Float64Array | null,
): void {
  checkLength('qa', qa, 4);
  checkLength('qb', qb, 4);
  if (Da !== null) checkResult('Da', Da, 9);
  if (Db !== null) checkResult('Db', Db, 9);
  const [w, x, y, z] = difference(qa, qb);
  const length = Math.sqrt(x * x + y * y + z * z);
  let half = atan2(length, w);
  if (half > Math.PI / 2) half -= Math.PI;
  const axis = length < 1e-15 ? [1, 0, 0] : [x / length, y / length, z / length];
  const [kx, ky, kz] = axis as [number, number, number];
  const K = [0, -kz, ky, kz, 0, -kx, -ky, kx, 0];
  const square = 1 - (Math.abs(half) < 6e-8 ? 1 : half / tan(half));
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const same = r === c ? 1 : 0;
      const value =
        same + half * (K[3 * r + c] as number) + square * ((axis[r] as number) * (axis[c] as number) - same);
      if (Da !== null) Da[3 * r + c] = value;
      if (Db !== null) Db[3 * c + r] = -value;
    }
  }
}

/**
 * Derivatives of `quatIntegrate(quat, vel, scale)`.
 *
 * @param vel Angular velocity in the frame of the quaternion, in rad/s.
 * @param scale Time in seconds.
 * @param Dquat Receives the derivative by rotations of the quaternion, 3×3 by rows, or `null`.
 * @param Dvel Receives the derivative by scale·vel, 3×3 by rows, or `null`.
 * @param Dscale Receives the derivative by scale, 3 numbers, or `null`.
 * @see Solà et al., A micro Lie theory for state estimation in robotics (2018), eq. 183
 * @see mjd_quatIntegrate
 * @example
 * const Dquat = new Float64Array(9);
 * quatIntegrateJacobian([0, 0, 0], 1, Dquat, null, null);
 * console.log(Dquat); // the identity
 */
export function quatIntegrateJacobian(
  vel: ArrayLike<number>,
  scale: number,
  Dquat: Float64Array | null,
  Dvel: Float64Array | null,
  Dscale: Float64Array | null,
): void {
  checkLength('vel', vel, 3);
  checkReal('scale', scale);
  if (Dquat !== null) checkResult('Dquat', Dquat, 9);
  if (Dvel !== null) checkResult('Dvel', Dvel, 9);
  if (Dscale !== null) checkResult('Dscale', Dscale, 3);
  const [x, y, z] = [scale * (vel[0] as number), scale * (vel[1] as number), scale * (vel[2] as number)];
  const square = x * x + y * y + z * z;
  const angle = Math.sqrt(square);
  const a = cos(angle);
  let b = 1 + (square / 6) * ((square / 20) * (1 - square / 42) - 1);
  let c = (1 + (square / 12) * ((square / 30) * (1 - square / 56) - 1)) / 2;
  let e = (1 + (square / 20) * ((square / 42) * (1 - square / 72) - 1)) / 6;
  if (angle > SMALL) {
    b = sin(angle) / angle;
    c = (1 - a) / square;
    e = (1 - b) / square;
  }
  const byVel = Dvel ?? jacobian;
  writeSeries(byVel, x, y, z, b, c, e);
  if (Dquat !== null) writeSeries(Dquat, x, y, z, a, b, c);
  if (Dscale !== null)
    for (let i = 0; i < 3; i++)
      Dscale[i] =
        (byVel[3 * i] as number) * (vel[0] as number) +
        (byVel[3 * i + 1] as number) * (vel[1] as number) +
        (byVel[3 * i + 2] as number) * (vel[2] as number);
}

/** res = same·1 - turn·(s)× + outer·s·sᵀ for s = (x, y, z). */
function writeSeries(
  res: Float64Array,
  x: number,
  y: number,
  z: number,
  same: number,
  turn: number,
  outer: number,
): void {
  res[0] = same + outer * x * x;
  res[1] = turn * z + outer * x * y;
  res[2] = -turn * y + outer * x * z;
  res[3] = -turn * z + outer * y * x;
  res[4] = same + outer * y * y;
  res[5] = turn * x + outer * y * z;
  res[6] = turn * y + outer * z * x;
  res[7] = -turn * x + outer * z * y;
  res[8] = same + outer * z * z;
}

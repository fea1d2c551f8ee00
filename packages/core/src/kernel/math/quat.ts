/**
 * Quaternions (w, x, y, z) at `array[offset .. offset + 3]`. A unit quaternion rotates vectors from the local to the
 * parent frame; angular velocities are in the local frame. Every `res` may alias an input.
 */
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { atan2, sinCos } from './elementary/trig.ts';
import { unit9 } from './mat3.ts';
import { MINVAL, PI } from './scalar.ts';
import { copy3, normalize3, scl3, set3 } from './vec3.ts';

/** Steps below this angle (radians) end the iteration of `mat2Rot`. */
const ROT_EPS: f64 = 1e-9;

const axis = scratchF64(3); // rotation axis
const halfTurn = scratchF64(2); // sin and cos of half an angle
const turn = scratchF64(4); // rotation as a quaternion
const rotation = scratchF64(9); // rotation as a matrix

/** res = (w, x, y, z) */
function set4(res: F64, r: i32, w: f64, x: f64, y: f64, z: f64): void {
  res[r] = w;
  set3(res, r + 1, x, y, z);
}

/** res = identity */
export function unit4(res: F64, r: i32): void {
  set4(res, r, 1, 0, 0, 0);
}

/** res = a */
export function copy4(res: F64, r: i32, a: F64, i: i32): void {
  set4(res, r, a[i], a[i + 1], a[i + 2], a[i + 3]);
}

/**
 * Scales `q` to unit length and returns the length it had. Below MINVAL it becomes the identity; within MINVAL of unit
 * length it is left alone, so that a normalised quaternion keeps its bits.
 */
export function normalize4(q: F64, i: i32): f64 {
  const w = q[i],
    x = q[i + 1],
    y = q[i + 2],
    z = q[i + 3];
  const norm = Math.sqrt(w * w + x * x + y * y + z * z);
  if (norm < MINVAL) {
    unit4(q, i);
  } else if (Math.abs(norm - 1) > MINVAL) {
    const inv = 1 / norm;
    set4(q, i, w * inv, x * inv, y * inv, z * inv);
  }
  return norm;
}

/** res = a·b: first b, then a. */
export function mulQuat(res: F64, r: i32, a: F64, i: i32, b: F64, j: i32): void {
  const aw = a[i],
    ax = a[i + 1],
    ay = a[i + 2],
    az = a[i + 3];
  const bw = b[j],
    bx = b[j + 1],
    by = b[j + 2],
    bz = b[j + 3];
  res[r] = aw * bw - ax * bx - ay * by - az * bz;
  res[r + 1] = aw * bx + ax * bw + ay * bz - az * by;
  res[r + 2] = aw * by - ax * bz + ay * bw + az * bx;
  res[r + 3] = aw * bz + ax * by - ay * bx + az * bw;
}

/** res = conjugate of a, the inverse of a unit quaternion. */
export function negQuat(res: F64, r: i32, a: F64, i: i32): void {
  set4(res, r, a[i], -a[i + 1], -a[i + 2], -a[i + 3]);
}

/** res = quat·(0, axis) */
export function mulQuatAxis(res: F64, r: i32, quat: F64, q: i32, vec: F64, v: i32): void {
  const w = quat[q],
    x = quat[q + 1],
    y = quat[q + 2],
    z = quat[q + 3];
  const vx = vec[v],
    vy = vec[v + 1],
    vz = vec[v + 2];
  res[r] = -x * vx - y * vy - z * vz;
  res[r + 1] = w * vx + y * vz - z * vy;
  res[r + 2] = w * vy + z * vx - x * vz;
  res[r + 3] = w * vz + x * vy - y * vx;
}

/** Whether a quaternion is exactly the identity; frames that are not turned keep their bits. */
function isUnit4(w: f64, x: f64, y: f64, z: f64): boolean {
  return w === 1 && x === 0 && y === 0 && z === 0;
}

/** res = vec rotated by quat */
export function rotVecQuat(res: F64, r: i32, vec: F64, v: i32, quat: F64, q: i32): void {
  const w = quat[q],
    x = quat[q + 1],
    y = quat[q + 2],
    z = quat[q + 3];
  const vx = vec[v],
    vy = vec[v + 1],
    vz = vec[v + 2];
  if (isUnit4(w, x, y, z)) {
    set3(res, r, vx, vy, vz);
    return;
  }
  // t = w·v + u × v, then v + 2 u × t, with u the vector part
  const tx = w * vx + y * vz - z * vy;
  const ty = w * vy + z * vx - x * vz;
  const tz = w * vz + x * vy - y * vx;
  set3(res, r, vx + 2 * (y * tz - z * ty), vy + 2 * (z * tx - x * tz), vz + 2 * (x * ty - y * tx));
}

/** res = rotation by `angle` (radians) around the unit vector `vec`. */
export function axisAngle2Quat(res: F64, r: i32, vec: F64, v: i32, angle: f64): void {
  if (angle === 0) {
    unit4(res, r);
    return;
  }
  sinCos(halfTurn, 0, angle * 0.5);
  scl3(res, r + 1, vec, v, halfTurn[0]);
  res[r] = halfTurn[1];
}

/** res = the angular velocity that turns by `quat` within time `dt`, the short way round. */
export function quat2Vel(res: F64, r: i32, quat: F64, q: i32, dt: f64): void {
  copy3(axis, 0, quat, q + 1);
  const half = normalize3(axis, 0);
  let speed: f64 = 2 * atan2(half, quat[q]);
  if (speed > PI) speed -= 2 * PI;
  speed /= dt;
  scl3(res, r, axis, 0, speed);
}

/** res = the rotation vector from qb to qa in the frame of qb: qb · quat(res) = qa. */
export function subQuat(res: F64, r: i32, qa: F64, a: i32, qb: F64, b: i32): void {
  negQuat(turn, 0, qb, b);
  mulQuat(turn, 0, turn, 0, qa, a);
  quat2Vel(res, r, turn, 0, 1);
}

/** res = rotation matrix (row major) of quat. */
export function quat2Mat(res: F64, r: i32, quat: F64, q: i32): void {
  const w = quat[q],
    x = quat[q + 1],
    y = quat[q + 2],
    z = quat[q + 3];
  if (isUnit4(w, x, y, z)) {
    unit9(res, r);
    return;
  }
  const ww = w * w,
    wx = w * x,
    wy = w * y,
    wz = w * z;
  const xx = x * x,
    xy = x * y,
    xz = x * z,
    yy = y * y,
    yz = y * z,
    zz = z * z;
  res[r] = ww + xx - yy - zz;
  res[r + 1] = 2 * (xy - wz);
  res[r + 2] = 2 * (xz + wy);
  res[r + 3] = 2 * (xy + wz);
  res[r + 4] = ww - xx + yy - zz;
  res[r + 5] = 2 * (yz - wx);
  res[r + 6] = 2 * (xz - wy);
  res[r + 7] = 2 * (yz + wx);
  res[r + 8] = ww - xx - yy + zz;
}

/** res = unit quaternion of the rotation matrix, solved from the component that is largest. */
export function mat2Quat(res: F64, r: i32, mat: F64, m: i32): void {
  const xx = mat[m],
    xy = mat[m + 1],
    xz = mat[m + 2];
  const yx = mat[m + 3],
    yy = mat[m + 4],
    yz = mat[m + 5];
  const zx = mat[m + 6],
    zy = mat[m + 7],
    zz = mat[m + 8];
  let w: f64 = 0;
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  if (xx + yy + zz > 0) {
    w = 0.5 * Math.sqrt(1 + xx + yy + zz);
    x = (0.25 * (zy - yz)) / w;
    y = (0.25 * (xz - zx)) / w;
    z = (0.25 * (yx - xy)) / w;
  } else if (xx > yy && xx > zz) {
    x = 0.5 * Math.sqrt(1 + xx - yy - zz);
    w = (0.25 * (zy - yz)) / x;
    y = (0.25 * (xy + yx)) / x;
    z = (0.25 * (xz + zx)) / x;
  } else if (yy > zz) {
    y = 0.5 * Math.sqrt(1 - xx + yy - zz);
    w = (0.25 * (xz - zx)) / y;
    x = (0.25 * (xy + yx)) / y;
    z = (0.25 * (yz + zy)) / y;
  } else {
    z = 0.5 * Math.sqrt(1 - xx - yy + zz);
    w = (0.25 * (yx - xy)) / z;
    x = (0.25 * (xz + zx)) / z;
    y = (0.25 * (yz + zy)) / z;
  }
  set4(res, r, w, x, y, z);
  normalize4(res, r);
}

/** res = time derivative of quat that turns with the (parent-frame) angular velocity `vel`. */
export function derivQuat(res: F64, r: i32, quat: F64, q: i32, vel: F64, v: i32): void {
  const w = quat[q],
    x = quat[q + 1],
    y = quat[q + 2],
    z = quat[q + 3];
  const vx = vel[v],
    vy = vel[v + 1],
    vz = vel[v + 2];
  res[r] = 0.5 * (-vx * x - vy * y - vz * z);
  res[r + 1] = 0.5 * (vx * w + vy * z - vz * y);
  res[r + 2] = 0.5 * (-vx * z + vy * w + vz * x);
  res[r + 3] = 0.5 * (vx * y - vy * x + vz * w);
}

/** Turns quat, in place, by the local angular velocity `vel` over time `scale`; quat is normalised first. */
export function quatIntegrate(quat: F64, q: i32, vel: F64, v: i32, scale: f64): void {
  copy3(axis, 0, vel, v);
  const angle = scale * normalize3(axis, 0);
  axisAngle2Quat(turn, 0, axis, 0, angle);
  normalize4(quat, q);
  mulQuat(quat, q, quat, q, turn, 0);
}

/** res = the shortest rotation of the z axis to the direction of vec; identity for a null vector. */
export function quatZ2Vec(res: F64, r: i32, vec: F64, v: i32): void {
  copy3(axis, 0, vec, v);
  unit4(res, r);
  if (normalize3(axis, 0) < MINVAL) return;

  // z × direction; its length is the sine of the angle
  const height = axis[2];
  set3(axis, 0, -axis[1], axis[0], 0);
  const sine = normalize3(axis, 0);
  if (sine < MINVAL) {
    // along z, or opposite: half a turn around x
    if (height < 0) {
      res[r] = 0;
      res[r + 1] = 1;
    }
    return;
  }
  axisAngle2Quat(res, r, axis, 0, atan2(sine, height));
}

/**
 * Turns quat towards the rotational part of an arbitrary 3×3 matrix; returns the number of iterations (at most 500).
 * The value of quat on entry is the start.
 *
 * @see Müller, Bender, Chentanez, Macklin, A robust method to extract the rotational part of deformations (2016)
 */
export function mat2Rot(quat: F64, q: i32, mat: F64, m: i32): i32 {
  for (let iter = 0; iter < 500; iter++) {
    quat2Mat(rotation, 0, quat, q);

    // sum over columns: rotation × matrix, and their dot products
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
    let along: f64 = 0;
    for (let c = 0; c < 3; c++) {
      const rx = rotation[c],
        ry = rotation[c + 3],
        rz = rotation[c + 6];
      const mx = mat[m + c],
        my = mat[m + c + 3],
        mz = mat[m + c + 6];
      x += ry * mz - rz * my;
      y += rz * mx - rx * mz;
      z += rx * my - ry * mx;
      along += rx * mx + ry * my + rz * mz;
    }
    const scale = 1 / (Math.abs(along) + MINVAL);
    set3(axis, 0, x * scale, y * scale, z * scale);
    const angle = normalize3(axis, 0);
    if (angle < ROT_EPS) return iter;
    axisAngle2Quat(turn, 0, axis, 0, angle);
    mulQuat(quat, q, turn, 0, quat, q);
    normalize4(quat, q);
  }
  return 500;
}

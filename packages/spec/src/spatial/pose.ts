import { COMPILER_EPS, mulQuat, normalize, quatToMat, rotate, rotateByQuat } from './rotation.ts';
import { atan2, cos, sin } from './trig.ts';

export { COMPILER_EPS, mulQuat, normalize, rotateByQuat };

/** Position and orientation of one frame in another. */
export interface Pose {
  pos: Float64Array;
  quat: Float64Array;
}

/** An orientation in one of MJCF's five forms, as attributes. */
export interface Orientation {
  quat?: number[] | undefined;
  axisangle?: number[] | undefined;
  xyaxes?: number[] | undefined;
  zaxis?: number[] | undefined;
  euler?: number[] | undefined;
}

export interface AngleSettings {
  degree: boolean;
  eulerseq: string;
}

const mat = new Float64Array(9);
const vec = new Float64Array(3);

export const vec3 = (v: ArrayLike<number> | undefined): Float64Array => {
  const r = new Float64Array(3);
  if (v !== undefined) for (let k = 0; k < 3 && k < v.length; k++) r[k] = v[k];
  return r;
};

export const quat4 = (q: ArrayLike<number> | undefined): Float64Array => {
  const r = new Float64Array(4);
  if (q === undefined) r[0] = 1;
  else for (let k = 0; k < 4 && k < q.length; k++) r[k] = q[k];
  return r;
};

/** frame := frame ∘ child. */
export function appendPose(frame: Pose, childPos: ArrayLike<number>, childQuat: ArrayLike<number>): void {
  quatToMat(mat, frame.quat);
  rotate(vec, 0, mat, childPos, 0);
  for (let k = 0; k < 3; k++) frame.pos[k] += vec[k];
  mulQuat(frame.quat, frame.quat, childQuat);
}

/** child := frame ∘ child. */
export function prependPose(frame: Pose, child: Pose): void {
  prependPosition(frame, child.pos);
  mulQuat(child.quat, frame.quat, child.quat);
}

/** pos := frame ∘ pos. */
export function prependPosition(frame: Pose, pos: Float64Array): void {
  quatToMat(mat, frame.quat);
  rotate(vec, 0, mat, pos, 0);
  for (let k = 0; k < 3; k++) pos[k] = frame.pos[k] + vec[k];
}

/** The frame that undoes `frame`. */
export function invertPose({ pos, quat }: Pose): Pose {
  const inverse = { pos: new Float64Array(3), quat: Float64Array.of(quat[0], -quat[1], -quat[2], -quat[3]) };
  quatToMat(mat, inverse.quat);
  rotate(inverse.pos, 0, mat, pos, 0);
  for (let k = 0; k < 3; k++) inverse.pos[k] = -inverse.pos[k];
  return inverse;
}

/** The shortest rotation of the z axis to the unit vector `v`. */
export function quatOfZ(quat: Float64Array, v: ArrayLike<number>): void {
  // z × v, written out: the signs of zeros are those of MuJoCo
  quat[1] = 0 * v[2] - v[1];
  quat[2] = v[0] - 0 * v[2];
  quat[3] = 0 * v[1] - 0 * v[0];
  const s = normalize(quat, 1, 3);
  if (s < 1e-10) {
    quat[1] = 1;
    quat[2] = 0;
    quat[3] = 0;
  }
  const half = atan2(s, v[2]) / 2;
  const sine = sin(half);
  quat[0] = cos(half);
  for (let k = 1; k < 4; k++) quat[k] *= sine;
}

/** The rotation with the orthonormal axes x, y, z. */
export function quatOfAxes(quat: Float64Array, x: ArrayLike<number>, y: ArrayLike<number>, z: ArrayLike<number>): void {
  if (x[0] + y[1] + z[2] > 0) {
    const w = 0.5 * Math.sqrt(1 + x[0] + y[1] + z[2]);
    quat[0] = w;
    quat[1] = (0.25 * (y[2] - z[1])) / w;
    quat[2] = (0.25 * (z[0] - x[2])) / w;
    quat[3] = (0.25 * (x[1] - y[0])) / w;
  } else if (x[0] > y[1] && x[0] > z[2]) {
    const a = 0.5 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    quat[1] = a;
    quat[0] = (0.25 * (y[2] - z[1])) / a;
    quat[2] = (0.25 * (y[0] + x[1])) / a;
    quat[3] = (0.25 * (z[0] + x[2])) / a;
  } else if (y[1] > z[2]) {
    const b = 0.5 * Math.sqrt(1 - x[0] + y[1] - z[2]);
    quat[2] = b;
    quat[0] = (0.25 * (z[0] - x[2])) / b;
    quat[1] = (0.25 * (y[0] + x[1])) / b;
    quat[3] = (0.25 * (z[1] + y[2])) / b;
  } else {
    const c = 0.5 * Math.sqrt(1 - x[0] - y[1] + z[2]);
    quat[3] = c;
    quat[0] = (0.25 * (x[1] - y[0])) / c;
    quat[1] = (0.25 * (z[0] + x[2])) / c;
    quat[2] = (0.25 * (z[1] + y[2])) / c;
  }
  normalize(quat, 0, 4);
}

/**
 * Overwrites `quat` by the alternative form that `o` gives, if any. Returns what is wrong with it, or undefined.
 * `quat` itself is the caller's: some elements normalise it first, some last.
 */
export function applyOrientation(quat: Float64Array, o: Orientation, angles: AngleSettings): string | undefined {
  if (o.axisangle) return fromAxisAngle(quat, o.axisangle, angles.degree);
  if (o.xyaxes) return fromXYAxes(quat, o.xyaxes);
  if (o.zaxis) {
    const z = Float64Array.from(o.zaxis);
    if (normalize(z, 0, 3) < COMPILER_EPS) return 'zaxis too small';
    quatOfZ(quat, z);
    return undefined;
  }
  if (o.euler) return fromEuler(quat, o.euler, angles);
  return undefined;
}

function fromAxisAngle(quat: Float64Array, axisangle: number[], degree: boolean): string | undefined {
  const axis = Float64Array.from(axisangle);
  const angle = degree ? (axis[3] / 180) * Math.PI : axis[3];
  if (normalize(axis, 0, 3) < COMPILER_EPS) return 'axisangle too small';
  const sine = sin(angle / 2);
  quat[0] = cos(angle / 2);
  for (let k = 0; k < 3; k++) quat[k + 1] = sine * axis[k];
  return undefined;
}

function fromXYAxes(quat: Float64Array, xyaxes: number[]): string | undefined {
  const x = Float64Array.from(xyaxes.slice(0, 3));
  const y = Float64Array.from(xyaxes.slice(3, 6));
  if (normalize(x, 0, 3) < COMPILER_EPS) return 'xaxis too small';
  const d = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  for (let k = 0; k < 3; k++) y[k] -= x[k] * d;
  if (normalize(y, 0, 3) < COMPILER_EPS) return 'yaxis too small';
  const z = Float64Array.of(x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]);
  if (normalize(z, 0, 3) < COMPILER_EPS) return 'cross(xaxis, yaxis) too small';
  quatOfAxes(quat, x, y, z);
  return undefined;
}

function fromEuler(quat: Float64Array, euler: number[], { degree, eulerseq }: AngleSettings): string | undefined {
  quat.set([1, 0, 0, 0]);
  const turn = new Float64Array(4);
  for (let k = 0; k < 3; k++) {
    const half = (degree ? (euler[k] / 180) * Math.PI : euler[k]) / 2;
    const axis = 'xyz'.indexOf(eulerseq[k].toLowerCase());
    if (axis < 0) return 'euler sequence can only contain x, y, z, X, Y, Z';
    turn.fill(0);
    turn[0] = cos(half);
    turn[axis + 1] = sin(half);
    // lower case: about the moving axes
    if (eulerseq[k] === eulerseq[k].toLowerCase()) mulQuat(quat, quat, turn);
    else mulQuat(quat, turn, quat);
  }
  normalize(quat, 0, 4);
  return undefined;
}

const SAME_FRAME = 1e-6;

export function isNullVec(v: ArrayLike<number>): boolean {
  return Math.abs(v[0]) < SAME_FRAME && Math.abs(v[1]) < SAME_FRAME && Math.abs(v[2]) < SAME_FRAME;
}

export function isSameQuat(p: ArrayLike<number>, q: ArrayLike<number>): boolean {
  let plus = true;
  let minus = true;
  for (let k = 0; k < 4; k++) {
    plus &&= Math.abs(p[k] - q[k]) < SAME_FRAME;
    minus &&= Math.abs(p[k] + q[k]) < SAME_FRAME;
  }
  return plus || minus;
}

const UNIT = [1, 0, 0, 0];
export const isNullQuat = (q: ArrayLike<number>): boolean => isSameQuat(q, UNIT);

export function isSameVec(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return Math.abs(a[0] - b[0]) < SAME_FRAME && Math.abs(a[1] - b[1]) < SAME_FRAME && Math.abs(a[2] - b[2]) < SAME_FRAME;
}

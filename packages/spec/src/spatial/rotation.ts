import { mulQuat as product, quat2Mat as quatToMat } from '@qpos/core/math';

export { quatToMat };

/** Threshold below which MuJoCo's compiler treats a squared norm, a length or a difference as zero. */
export const COMPILER_EPS = 1e-14;
/** Smallest denominator (mjMINVAL). */
export const MIN_VALUE = 1e-15;

const JACOBI_ITERATIONS = 500;

/** Which elements off the diagonal, and which differences of eigenvalues, count as zero; relative to the largest element. */
export interface AxesTolerance {
  off: number;
  sort: number;
}

/** Mesh inertia: its axes are only meaningful to float32 precision of the vertices. */
export const MESH_AXES: AxesTolerance = { off: 1e-7, sort: 1e-7 };
/** `fullinertia` and inertia composed from geoms. */
export const BODY_AXES: AxesTolerance = { off: 4e-15, sort: 1e-12 };

/**
 * Divides v[i..i+n) by its norm and returns the norm. A squared norm below 1e-14 returns 0 and leaves v alone; a norm
 * within 1e-14 of one leaves it alone too.
 */
export function normalize(v: Float64Array, i: number, n: number): number {
  let square = 0;
  for (let k = 0; k < n; k++) square += v[i + k] * v[i + k];
  if (square < COMPILER_EPS) return 0;
  const norm = Math.sqrt(square);
  if (Math.abs(norm - 1) > COMPILER_EPS) for (let k = 0; k < n; k++) v[i + k] /= norm;
  return norm;
}

/** res = mat·vec, res may be vec. */
export function rotate(res: Float64Array, r: number, mat: Float64Array, vec: ArrayLike<number>, v: number): void {
  multiply(res, r, mat, 3, 1, vec, v);
}

/** res = matᵀ·vec, res may be vec. */
export function rotateBack(res: Float64Array, r: number, mat: Float64Array, vec: ArrayLike<number>, v: number): void {
  multiply(res, r, mat, 1, 3, vec, v);
}

/** res = the matrix whose rows and columns are so far apart in `mat`, times vec. */
function multiply(
  res: Float64Array,
  r: number,
  mat: Float64Array,
  row: number,
  column: number,
  vec: ArrayLike<number>,
  v: number,
): void {
  const x = vec[v];
  const y = vec[v + 1];
  const z = vec[v + 2];
  for (let k = 0; k < 3; k++) res[r + k] = mat[k * row] * x + mat[k * row + column] * y + mat[k * row + 2 * column] * z;
}

/** Vector turned by a quaternion: v + 2 u × (w v + u × v), with u the vector part. res may be vec. */
export function rotateByQuat(
  res: Float64Array,
  r: number,
  vec: ArrayLike<number>,
  v: number,
  quat: ArrayLike<number>,
  q: number,
): void {
  const x = vec[v];
  const y = vec[v + 1];
  const z = vec[v + 2];
  const w = quat[q];
  const a = quat[q + 1];
  const b = quat[q + 2];
  const c = quat[q + 3];
  if ((x === 0 && y === 0 && z === 0) || (w === 1 && a === 0 && b === 0 && c === 0)) {
    res[r] = x;
    res[r + 1] = y;
    res[r + 2] = z;
    return;
  }
  const tx = w * x + b * z - c * y;
  const ty = w * y + c * x - a * z;
  const tz = w * z + a * y - b * x;
  res[r] = x + 2 * (b * tz - c * ty);
  res[r + 1] = y + 2 * (c * tx - a * tz);
  res[r + 2] = z + 2 * (a * ty - b * tx);
}

/** res = p·q, renormalised; res may be p or q. */
export function mulQuat(res: Float64Array, p: ArrayLike<number>, q: ArrayLike<number>): void {
  product(res, p, q);
  normalize(res, 0, 4);
}

function mulMat(res: Float64Array, a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < 9; i += 3) {
    for (let j = 0; j < 3; j++) res[i + j] = a[i] * b[j] + a[i + 1] * b[j + 3] + a[i + 2] * b[j + 6];
  }
}

/**
 * Eigenvalues (decreasing) of a symmetric 3x3 matrix and the quaternion of its principal axes, by Jacobi rotations
 * accumulated in quaternion form.
 */
export function principalAxes(
  eigval: Float64Array,
  quat: Float64Array,
  mat: Float64Array,
  tolerance: AxesTolerance,
): void {
  let scale = 0;
  for (let k = 0; k < 9; k++) scale = Math.max(scale, Math.abs(mat[k]));
  const axes = new Float64Array(9);
  const transposed = new Float64Array(9);
  const rotated = new Float64Array(9);
  const d = new Float64Array(9);
  const turn = new Float64Array(4);
  quat.set([1, 0, 0, 0]);
  for (let iter = 0; iter < JACOBI_ITERATIONS; iter++) {
    quatToMat(axes, quat);
    for (let k = 0; k < 9; k++) transposed[k] = axes[3 * (k % 3) + Math.floor(k / 3)];
    mulMat(rotated, transposed, mat);
    mulMat(d, rotated, axes);
    eigval.set([d[0], d[4], d[8]]);

    // largest element off the diagonal
    const xy = Math.abs(d[1]);
    const xz = Math.abs(d[2]);
    const yz = Math.abs(d[5]);
    const [row, col, axis] = xy > xz && xy > yz ? [0, 1, 2] : xz > yz ? [0, 2, 1] : [1, 2, 0];
    const off = d[3 * row + col];
    if (Math.abs(off) <= tolerance.off * scale) break;

    // rotation that zeroes it: tan of its angle, then of half the angle
    const tau = (d[4 * col] - d[4 * row]) / (2 * off);
    const t = tau >= 0 ? 1 / (tau + Math.sqrt(1 + tau * tau)) : -1 / (-tau + Math.sqrt(1 + tau * tau));
    const half = Math.abs(t) / (1 + Math.sqrt(1 + t * t));
    turn.fill(0);
    turn[0] = 1 / Math.sqrt(1 + half * half);
    turn[axis + 1] = tau >= 0 === (axis === 1) ? half * turn[0] : -(half * turn[0]);
    normalize(turn, 0, 4);
    mulQuat(quat, quat, turn);
    normalize(quat, 0, 4);
  }

  // sort: compare neighbours 0-1, 1-2, 0-1; a swap is a quarter turn about the third axis
  for (let j = 0; j < 3; j++) {
    const k = j % 2;
    if (!(eigval[k] + tolerance.sort * scale < eigval[k + 1])) continue;
    const smaller = eigval[k];
    eigval[k] = eigval[k + 1];
    eigval[k + 1] = smaller;
    turn.fill(0);
    turn[0] = 0.707106781186548;
    turn[((k + 2) % 3) + 1] = turn[0];
    mulQuat(quat, quat, turn);
    normalize(quat, 0, 4);
  }
}

/**
 * Spatial (6D) algebra, rotation first: a motion is (angular, linear), a force (torque, force).
 * An inertia has 10 numbers: Ixx Iyy Izz Ixy Ixz Iyz, mass·com (3), mass.
 * `res` may alias an input unless a function says otherwise.
 */
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { mulMatTVec3 } from './mat3.ts';
import { add3, addTo3, copy3, cross3, scl3, set3, sub3, zero3 } from './vec3.ts';

const moved = scratchF64(6); // vector at the new origin
const offset = scratchF64(3);
const turned = scratchF64(3); // product of the angular part

/** res = a */
export function copy6(res: F64, r: i32, a: F64, i: i32): void {
  copy3(res, r, a, i);
  copy3(res, r + 3, a, i + 3);
}

/** res = 0 */
export function zero6(res: F64, r: i32): void {
  zero3(res, r);
  zero3(res, r + 3);
}

/** res += a */
export function addTo6(res: F64, r: i32, a: F64, i: i32): void {
  addTo3(res, r, a, i);
  addTo3(res, r + 3, a, i + 3);
}

/** a · b, summed in the order of `dot`. */
export function dot6(a: F64, i: i32, b: F64, j: i32): f64 {
  return (
    a[i] * b[j] +
    a[i + 2] * b[j + 2] +
    (a[i + 1] * b[j + 1] + a[i + 3] * b[j + 3]) +
    (a[i + 4] * b[j + 4] + a[i + 5] * b[j + 5])
  );
}

/** res = vel × v: the rate of the motion vector `v` fixed in a frame that moves with `vel`. */
export function crossMotion(res: F64, r: i32, vel: F64, i: i32, v: F64, j: i32): void {
  const w0 = vel[i],
    w1 = vel[i + 1],
    w2 = vel[i + 2];
  const l0 = vel[i + 3],
    l1 = vel[i + 4],
    l2 = vel[i + 5];
  const a0 = v[j],
    a1 = v[j + 1],
    a2 = v[j + 2];
  const b0 = v[j + 3],
    b1 = v[j + 4],
    b2 = v[j + 5];
  set3(res, r, w1 * a2 - w2 * a1, w2 * a0 - w0 * a2, w0 * a1 - w1 * a0);
  const x = w1 * b2 - w2 * b1 + (l1 * a2 - l2 * a1);
  const y = w2 * b0 - w0 * b2 + (l2 * a0 - l0 * a2);
  const z = w0 * b1 - w1 * b0 + (l0 * a1 - l1 * a0);
  set3(res, r + 3, x, y, z);
}

/** res = vel ×* f: the rate of the force vector `f` fixed in a frame that moves with `vel`. */
export function crossForce(res: F64, r: i32, vel: F64, i: i32, f: F64, j: i32): void {
  cross3(turned, 0, vel, i, f, j);
  cross3(moved, 0, vel, i + 3, f, j + 3);
  cross3(res, r + 3, vel, i, f, j + 3);
  add3(res, r, turned, 0, moved, 0);
}

/** Element of mat·diag(inert)·matᵀ, from the rows of `mat` that start at `row` and `column`. */
function turnedInertia(mat: F64, row: i32, column: i32, inert: F64, i: i32): f64 {
  return (
    mat[row] * (mat[column] * inert[i]) +
    mat[row + 1] * (mat[column + 1] * inert[i + 1]) +
    mat[row + 2] * (mat[column + 2] * inert[i + 2])
  );
}

/**
 * res = inertia (10) about a point, of a body with principal inertia `inert` (3), frame `mat` (3×3, body to world) and
 * mass `mass`, whose com is at `dif` from that point. `res` must not alias an input.
 */
export function inertCom(res: F64, r: i32, inert: F64, i: i32, mat: F64, m: i32, dif: F64, d: i32, mass: f64): void {
  const x = dif[d],
    y = dif[d + 1],
    z = dif[d + 2];

  // rotated principal inertia, moved by the parallel-axis theorem
  res[r] = turnedInertia(mat, m, m, inert, i) + mass * (y * y + z * z);
  res[r + 1] = turnedInertia(mat, m + 3, m + 3, inert, i) + mass * (x * x + z * z);
  res[r + 2] = turnedInertia(mat, m + 6, m + 6, inert, i) + mass * (x * x + y * y);
  res[r + 3] = turnedInertia(mat, m, m + 3, inert, i) - mass * x * y;
  res[r + 4] = turnedInertia(mat, m, m + 6, inert, i) - mass * x * z;
  res[r + 5] = turnedInertia(mat, m + 3, m + 6, inert, i) - mass * y * z;

  // first moment and mass
  scl3(res, r + 6, dif, d, mass);
  res[r + 9] = mass;
}

/** res = inertia (10) · motion (6), a momentum or force. */
export function mulInertVec(res: F64, r: i32, inert: F64, i: i32, v: F64, j: i32): void {
  const i0 = inert[i],
    i1 = inert[i + 1],
    i2 = inert[i + 2],
    i3 = inert[i + 3],
    i4 = inert[i + 4];
  const i5 = inert[i + 5],
    i6 = inert[i + 6],
    i7 = inert[i + 7],
    i8 = inert[i + 8],
    i9 = inert[i + 9];
  const v0 = v[j],
    v1 = v[j + 1],
    v2 = v[j + 2],
    v3 = v[j + 3],
    v4 = v[j + 4],
    v5 = v[j + 5];
  res[r] = i0 * v0 + i3 * v1 + i4 * v2 - i8 * v4 + i7 * v5;
  res[r + 1] = i3 * v0 + i1 * v1 + i5 * v2 + i8 * v3 - i6 * v5;
  res[r + 2] = i4 * v0 + i5 * v1 + i2 * v2 - i7 * v3 + i6 * v4;
  res[r + 3] = i8 * v1 - i7 * v2 + i9 * v3;
  res[r + 4] = i6 * v2 - i8 * v0 + i9 * v4;
  res[r + 5] = i7 * v0 - i6 * v1 + i9 * v5;
}

/** res = motion of a unit rotation around `axis`, whose anchor is at -offset from the point of reference. */
export function dofCom(res: F64, r: i32, axis: F64, a: i32, offset: F64, o: i32): void {
  cross3(moved, 0, axis, a, offset, o);
  copy3(res, r, axis, a);
  copy3(res, r + 3, moved, 0);
}

/** res = motion of a unit translation along `axis`. */
export function dofComSlide(res: F64, r: i32, axis: F64, a: i32): void {
  copy3(res, r + 3, axis, a);
  zero3(res, r);
}

/** res (6) = dofᵀ·vec for `n` dofs of 6 numbers each; `res` must not alias an input. */
export function mulDofVec(res: F64, r: i32, dof: F64, d: i32, vec: F64, v: i32, n: i32): void {
  mulHalfDofVec(res, r, dof, d, vec, v, n);
  mulHalfDofVec(res, r + 3, dof, d + 3, vec, v, n);
}

/** One half of it: three numbers of every dof, from `d` on. */
function mulHalfDofVec(res: F64, r: i32, dof: F64, d: i32, vec: F64, v: i32, n: i32): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let k = 0; k < n; k++) {
    const s = vec[v + k];
    const a = d + 6 * k;
    if (s === 0) continue;
    x += dof[a] * s;
    y += dof[a + 1] * s;
    z += dof[a + 2] * s;
  }
  set3(res, r, x, y, z);
}

/**
 * res = motion (or force, when `force`) vector moved from the point `oldpos` to `newpos` and turned into the frame whose
 * axes are the columns of `rot`. Both points and `rot` are in the old frame.
 */
export function transformSpatial(
  res: F64,
  r: i32,
  vec: F64,
  v: i32,
  force: boolean,
  newpos: F64,
  n: i32,
  oldpos: F64,
  o: i32,
  rot: F64,
  m: i32,
): void {
  translateSpatial(moved, 0, vec, v, force, newpos, n, oldpos, o);
  mulMatTVec3(res, r, rot, m, moved, 0);
  mulMatTVec3(res, r + 3, rot, m, moved, 3);
}

/** res = motion (or force, when `force`) vector moved from the point `oldpos` to `newpos`, in the same frame. */
export function translateSpatial(
  res: F64,
  r: i32,
  vec: F64,
  v: i32,
  force: boolean,
  newpos: F64,
  n: i32,
  oldpos: F64,
  o: i32,
): void {
  const fixed: i32 = force ? 3 : 0; // the half that does not depend on the point
  sub3(offset, 0, newpos, n, oldpos, o);
  cross3(turned, 0, offset, 0, vec, v + fixed);
  sub3(turned, 0, vec, v + 3 - fixed, turned, 0);
  copy3(res, r + fixed, vec, v + fixed);
  copy3(res, r + 3 - fixed, turned, 0);
}

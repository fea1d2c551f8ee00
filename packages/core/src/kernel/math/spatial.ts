/**
 * Spatial (6D) algebra, rotation first: a motion is (angular, linear), a force (torque, force).
 * An inertia has 10 numbers: Ixx Iyy Izz Ixy Ixz Iyz, mass·com (3), mass.
 * `res` may alias an input unless a function says otherwise.
 */
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { mulMatTVec3 } from './mat3.ts';
import { addTo3, copy3, cross3, set3, zero3 } from './vec3.ts';

const moved = scratchF64(6); // vector at the new origin

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
    w2 = vel[i + 2],
    l0 = vel[i + 3],
    l1 = vel[i + 4],
    l2 = vel[i + 5];
  const v0 = v[j],
    v1 = v[j + 1],
    v2 = v[j + 2],
    v3 = v[j + 3],
    v4 = v[j + 4],
    v5 = v[j + 5];
  res[r] = -w2 * v1 + w1 * v2;
  res[r + 1] = w2 * v0 - w0 * v2;
  res[r + 2] = -w1 * v0 + w0 * v1;
  res[r + 3] = -w2 * v4 + w1 * v5 + (-l2 * v1 + l1 * v2);
  res[r + 4] = w2 * v3 - w0 * v5 + (l2 * v0 - l0 * v2);
  res[r + 5] = -w1 * v3 + w0 * v4 + (-l1 * v0 + l0 * v1);
}

/** res = vel ×* f: the rate of the force vector `f` fixed in a frame that moves with `vel`. */
export function crossForce(res: F64, r: i32, vel: F64, i: i32, f: F64, j: i32): void {
  const w0 = vel[i],
    w1 = vel[i + 1],
    w2 = vel[i + 2],
    l0 = vel[i + 3],
    l1 = vel[i + 4],
    l2 = vel[i + 5];
  const f0 = f[j],
    f1 = f[j + 1],
    f2 = f[j + 2],
    f3 = f[j + 3],
    f4 = f[j + 4],
    f5 = f[j + 5];
  res[r] = -w2 * f1 + w1 * f2 + (-l2 * f4 + l1 * f5);
  res[r + 1] = w2 * f0 - w0 * f2 + (l2 * f3 - l0 * f5);
  res[r + 2] = -w1 * f0 + w0 * f1 + (-l1 * f3 + l0 * f4);
  res[r + 3] = -w2 * f4 + w1 * f5;
  res[r + 4] = w2 * f3 - w0 * f5;
  res[r + 5] = -w1 * f3 + w0 * f4;
}

/**
 * res = inertia (10) about a point, of a body with principal inertia `inert` (3), frame `mat` (3×3, body to world) and
 * mass `mass`, whose com is at `dif` from that point. `res` must not alias an input.
 */
export function inertCom(res: F64, r: i32, inert: F64, i: i32, mat: F64, m: i32, dif: F64, d: i32, mass: f64): void {
  const i0 = inert[i],
    i1 = inert[i + 1],
    i2 = inert[i + 2];
  const m0 = mat[m],
    m1 = mat[m + 1],
    m2 = mat[m + 2];
  const m3 = mat[m + 3],
    m4 = mat[m + 4],
    m5 = mat[m + 5];
  const m6 = mat[m + 6],
    m7 = mat[m + 7],
    m8 = mat[m + 8];
  const x = dif[d],
    y = dif[d + 1],
    z = dif[d + 2];

  // columns of diag(inert)·matᵀ that the upper triangle of mat·diag(inert)·matᵀ needs
  const x0 = m0 * i0,
    x1 = m1 * i1,
    x2 = m2 * i2;
  const y0 = m3 * i0,
    y1 = m4 * i1,
    y2 = m5 * i2;
  const z0 = m6 * i0,
    z1 = m7 * i1,
    z2 = m8 * i2;

  // rotated principal inertia, moved by the parallel-axis theorem
  res[r] = m0 * x0 + m1 * x1 + m2 * x2 + mass * (y * y + z * z);
  res[r + 1] = m3 * y0 + m4 * y1 + m5 * y2 + mass * (x * x + z * z);
  res[r + 2] = m6 * z0 + m7 * z1 + m8 * z2 + mass * (x * x + y * y);
  res[r + 3] = m0 * y0 + m1 * y1 + m2 * y2 - mass * x * y;
  res[r + 4] = m0 * z0 + m1 * z1 + m2 * z2 - mass * x * z;
  res[r + 5] = m3 * z0 + m4 * z1 + m5 * z2 - mass * y * z;

  // first moment and mass
  res[r + 6] = mass * x;
  res[r + 7] = mass * y;
  res[r + 8] = mass * z;
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
  const x = newpos[n] - oldpos[o],
    y = newpos[n + 1] - oldpos[o + 1],
    z = newpos[n + 2] - oldpos[o + 2];
  const a0 = vec[v],
    a1 = vec[v + 1],
    a2 = vec[v + 2],
    b0 = vec[v + 3],
    b1 = vec[v + 4],
    b2 = vec[v + 5];
  if (force) {
    res[r] = a0 - (y * b2 - z * b1);
    res[r + 1] = a1 - (z * b0 - x * b2);
    res[r + 2] = a2 - (x * b1 - y * b0);
    res[r + 3] = b0;
    res[r + 4] = b1;
    res[r + 5] = b2;
  } else {
    res[r] = a0;
    res[r + 1] = a1;
    res[r + 2] = a2;
    res[r + 3] = b0 - (y * a2 - z * a1);
    res[r + 4] = b1 - (z * a0 - x * a2);
    res[r + 5] = b2 - (x * a1 - y * a0);
  }
}

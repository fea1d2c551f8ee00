import { appendPose, COMPILER_EPS, type Pose } from '../../spatial/pose.ts';
import { BODY_AXES, principalAxes, quatToMat } from '../../spatial/rotation.ts';
import type { Compilation } from '../context.ts';
import type { BodyDraft } from '../draft.ts';

const mat = new Float64Array(9);

/** An inertia in some frame. */
interface Part {
  mass: number;
  inertia: ArrayLike<number>;
  pos: ArrayLike<number>;
  quat: ArrayLike<number>;
}

/** res := R·diag(local)·Rᵀ as xx yy zz xy xz yz. */
function rotateInertia(res: Float64Array, local: ArrayLike<number>, quat: ArrayLike<number>): void {
  quatToMat(mat, quat);
  const t = [
    [mat[0] * local[0], mat[3] * local[0], mat[6] * local[0]],
    [mat[1] * local[1], mat[4] * local[1], mat[7] * local[1]],
    [mat[2] * local[2], mat[5] * local[2], mat[8] * local[2]],
  ];
  const entry = (r: number, k: number): number =>
    mat[3 * r] * t[0][k] + mat[3 * r + 1] * t[1][k] + mat[3 * r + 2] * t[2][k];
  res[0] = entry(0, 0);
  res[1] = entry(1, 1);
  res[2] = entry(2, 2);
  res[3] = entry(0, 1);
  res[4] = entry(0, 2);
  res[5] = entry(1, 2);
}

/** res := inertia of a point mass at v, about the origin. */
function pointInertia(res: Float64Array, mass: number, [x, y, z]: readonly number[]): void {
  res[0] = mass * (y * y + z * z);
  res[1] = mass * (x * x + z * z);
  res[2] = mass * (x * x + y * y);
  res[3] = -mass * x * y;
  res[4] = -mass * x * z;
  res[5] = -mass * y * z;
}

/** Principal inertia and axes of a full inertia matrix (xx yy zz xy xz yz); false if it is not positive. */
export function diagonalise(inertia: Float64Array, quat: Float64Array, full: ArrayLike<number>): boolean {
  const eigval = new Float64Array(3);
  const axes = new Float64Array(4);
  const [xx, yy, zz, xy, xz, yz] = Array.from(full);
  principalAxes(eigval, axes, Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz), BODY_AXES);
  if (eigval[2] < COMPILER_EPS) return false;
  inertia.set(eigval);
  quat.set(axes);
  return true;
}

const own = new Float64Array(6);
const shifted = new Float64Array(6);

/** Sum of the parts' inertias about `com`. `grouped` adds both terms of a part first, as fusing bodies does. */
function sumInertia(parts: readonly Part[], com: ArrayLike<number>, grouped: boolean): Float64Array {
  const total = new Float64Array(6);
  for (const p of parts) {
    rotateInertia(own, p.inertia, p.quat);
    pointInertia(shifted, p.mass, [p.pos[0] - com[0], p.pos[1] - com[1], p.pos[2] - com[2]]);
    for (let k = 0; k < 6; k++) total[k] = grouped ? total[k] + (own[k] + shifted[k]) : total[k] + own[k] + shifted[k];
  }
  return total;
}

/** Mass, inertia and inertial frame of a body from its geoms; without massive geoms nothing changes. */
export function inertiaFromGeoms(c: Compilation, body: BodyDraft): void {
  const [low, high] = body.settings.inertiagrouprange;
  const parts = body.geoms.filter((g) => g.values.group >= low && g.values.group <= high && g.mass > COMPILER_EPS);
  if (parts.length === 0) return;
  if (parts.length === 1) {
    const [g] = parts;
    body.inertial = { pos: g.pos.slice(), quat: g.quat.slice() };
    body.mass = g.mass;
    body.inertia.set(g.inertia);
    return;
  }
  const com = new Float64Array(3);
  body.mass = 0;
  for (const g of parts) {
    body.mass += g.mass;
    for (let k = 0; k < 3; k++) com[k] += g.mass * g.pos[k];
  }
  for (let k = 0; k < 3; k++) com[k] /= body.mass;
  const quat = new Float64Array(4);
  if (!diagonalise(body.inertia, quat, sumInertia(parts, com, false)))
    c.error('inertia', 'inertia must have positive eigenvalues', body.node);
  body.inertial = { pos: com, quat };
}

/** Adds the inertia of a body that is welded to `into`. */
export function fuseInertia(c: Compilation, into: BodyDraft, body: BodyDraft): void {
  const frame: Pose = { pos: body.pos.slice(), quat: body.quat.slice() };
  const local = body.inertial ?? { pos: [0, 0, 0], quat: [1, 0, 0, 0] };
  appendPose(frame, local.pos, local.quat);
  const mine = into.inertial ?? { pos: new Float64Array(3), quat: Float64Array.of(1, 0, 0, 0) };
  const parts: Part[] = [
    { mass: into.mass, inertia: into.inertia.slice(), ...mine },
    { mass: body.mass, inertia: body.inertia, ...frame },
  ];
  const com = new Float64Array(3);
  let mass = 0;
  for (const p of parts) {
    mass += p.mass;
    for (let k = 0; k < 3; k++) com[k] += p.mass * p.pos[k];
  }
  into.mass = mass;
  for (let k = 0; k < 3; k++) com[k] /= mass;
  const quat = new Float64Array(4);
  if (!diagonalise(into.inertia, quat, sumInertia(parts, com, true)))
    c.error('inertia', 'inertia of fused bodies must have positive eigenvalues', body.node);
  into.inertial = { pos: com, quat };
}

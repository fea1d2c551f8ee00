import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy3, dot3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';

const offset = scratchF64(3); // of the point from the com of its tree

/** A force and a torque, in world axes, at a point of the world. */
export class Wrench {
  readonly force: F64 = scratchF64(3);
  readonly torque: F64 = scratchF64(3);
  readonly point: F64 = scratchF64(3);
}

const wrench = new Wrench();

/**
 * qfrc (nv) += Jᵀ·(force, torque), for a force and a torque (world axes) at the world point `point` of `body`.
 *
 * @see mj_applyFT
 */
export function applyFT(m: Model, d: Data, force: F64, torque: F64, point: F64, body: i32, qfrc: F64): void {
  copy3(wrench.force, 0, force, 0);
  copy3(wrench.torque, 0, torque, 0);
  copy3(wrench.point, 0, point, 0);
  applyWrench(m, d, wrench, body, qfrc, 0);
}

/**
 * qfrc += Jᵀ·(force, torque) of a wrench on `body`
 *
 * @reads cdof subtree_com
 */
export function applyWrench(m: Model, d: Data, w: Wrench, body: i32, qfrc: F64, r: i32): void {
  const dof_parentid = m.dof_parentid;
  const cdof = d.cdof;
  const fx = w.force[0];
  const fy = w.force[1];
  const fz = w.force[2];
  sub3(offset, 0, w.point, 0, d.subtree_com, 3 * m.body_rootid[body]);
  const x = offset[0];
  const y = offset[1];
  const z = offset[2];

  // every dof that moves the body: work of the force on the point, and of the torque on the rotation
  for (let i = lastDof(m, body); i >= 0; i = dof_parentid[i]) {
    const c = 6 * i;
    const ax = cdof[c];
    const ay = cdof[c + 1];
    const az = cdof[c + 2];
    const jx = cdof[c + 3] + (ay * z - az * y);
    const jy = cdof[c + 4] + (az * x - ax * z);
    const jz = cdof[c + 5] + (ax * y - ay * x);
    const byForce: f64 = jx * fx + jy * fy + jz * fz;
    qfrc[r + i] = qfrc[r + i] + byForce + dot3(cdof, c, w.torque, 0);
  }
}

/** The last dof that moves `body`, from which `dof_parentid` leads to all others; -1 if there is none. */
export function lastDof(m: Model, body: i32): i32 {
  const moved = m.body_weldid[body];
  const count = m.body_dofnum[moved];
  return count === 0 ? -1 : m.body_dofadr[moved] + count - 1;
}

/**
 * qfrc += the user's Cartesian forces, which act at the coms of the bodies.
 *
 * @reads xfrc_applied xipos
 * @see mj_xfrcAccumulate
 */
export function xfrcAccumulate(m: Model, d: Data, qfrc: F64, r: i32): void {
  const nbody = m.nbody;
  const xfrc_applied = d.xfrc_applied;
  for (let b = 1; b < nbody; b++) {
    if (isZero6(xfrc_applied, 6 * b)) continue;
    copy3(wrench.force, 0, xfrc_applied, 6 * b);
    copy3(wrench.torque, 0, xfrc_applied, 6 * b + 3);
    copy3(wrench.point, 0, d.xipos, 3 * b);
    applyWrench(m, d, wrench, b, qfrc, r);
  }
}

/** Whether all six numbers are zero. */
export function isZero6(a: F64, i: i32): boolean {
  return a[i] === 0 && a[i + 1] === 0 && a[i + 2] === 0 && a[i + 3] === 0 && a[i + 4] === 0 && a[i + 5] === 0;
}

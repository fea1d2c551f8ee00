import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { addTo6, copy6, dot6, mulDofVec, zero6 } from '../math/spatial.ts';
import { scl3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_GRAVITY } from '../model/constants.ts';
import { someAsleep } from '../sleep/state.ts';

const motion = scratchF64(6); // acceleration that the joints of a body add

/** acc = acceleration of the world that is equivalent to gravity. */
export function worldAcceleration(acc: F64, m: Model): void {
  zero6(acc, 0);
  if ((m.opt_disableflags & DSBL_GRAVITY) === 0) scl3(acc, 3, m.opt_gravity, 0, -1);
}

/**
 * acc[b] = acc[parent] + cdof_dot·qvel, plus cdof·qacc when `withAcc`.
 *
 * @reads cdof cdof_dot qvel qacc
 */
export function bodyAcceleration(m: Model, d: Data, acc: F64, b: i32, withAcc: boolean): void {
  const adr = m.body_dofadr[b];
  const count = m.body_dofnum[b];
  const from = 6 * m.body_parentid[b];
  if (count === 0) {
    copy6(acc, 6 * b, acc, from);
    return;
  }
  mulDofVec(motion, 0, d.cdof_dot, 6 * adr, d.qvel, adr, count);
  for (let k = 0; k < 6; k++) acc[6 * b + k] = acc[from + k] + motion[k];
  if (!withAcc) return;
  mulDofVec(motion, 0, d.cdof, 6 * adr, d.qacc, adr, count);
  addTo6(acc, 6 * b, motion, 0);
}

/**
 * force = cinert·acc + cvel ×* (cinert·cvel): what body `b` needs to move as it does.
 *
 * @reads cinert cvel
 */
export function bodyForce(d: Data, force: F64, f: i32, acc: F64, b: i32): void {
  const { cinert: I, cvel: vel } = d;
  const o = 10 * b;
  const i0 = I[o];
  const i1 = I[o + 1];
  const i2 = I[o + 2];
  const i3 = I[o + 3];
  const i4 = I[o + 4];
  const i5 = I[o + 5];
  const i6 = I[o + 6];
  const i7 = I[o + 7];
  const i8 = I[o + 8];
  const i9 = I[o + 9];
  const w0 = vel[6 * b];
  const w1 = vel[6 * b + 1];
  const w2 = vel[6 * b + 2];
  const v0 = vel[6 * b + 3];
  const v1 = vel[6 * b + 4];
  const v2 = vel[6 * b + 5];
  const a0 = acc[6 * b];
  const a1 = acc[6 * b + 1];
  const a2 = acc[6 * b + 2];
  const a3 = acc[6 * b + 3];
  const a4 = acc[6 * b + 4];
  const a5 = acc[6 * b + 5];

  // momentum: angular l, linear p
  const l0 = i0 * w0 + i3 * w1 + i4 * w2 - i8 * v1 + i7 * v2;
  const l1 = i3 * w0 + i1 * w1 + i5 * w2 + i8 * v0 - i6 * v2;
  const l2 = i4 * w0 + i5 * w1 + i2 * w2 - i7 * v0 + i6 * v1;
  const p0 = i8 * w1 - i7 * w2 + i9 * v0;
  const p1 = i6 * w2 - i8 * w0 + i9 * v1;
  const p2 = i7 * w0 - i6 * w1 + i9 * v2;

  // its rate by the acceleration, and by the motion of the frame
  force[f] = i0 * a0 + i3 * a1 + i4 * a2 - i8 * a4 + i7 * a5 + (-w2 * l1 + w1 * l2 + (-v2 * p1 + v1 * p2));
  force[f + 1] = i3 * a0 + i1 * a1 + i5 * a2 + i8 * a3 - i6 * a5 + (w2 * l0 - w0 * l2 + (v2 * p0 - v0 * p2));
  force[f + 2] = i4 * a0 + i5 * a1 + i2 * a2 - i7 * a3 + i6 * a4 + (-w1 * l0 + w0 * l1 + (-v1 * p0 + v0 * p1));
  force[f + 3] = i8 * a1 - i7 * a2 + i9 * a3 + (-w2 * p1 + w1 * p2);
  force[f + 4] = i6 * a2 - i8 * a0 + i9 * a4 + (w2 * p0 - w0 * p2);
  force[f + 5] = i7 * a0 - i6 * a1 + i9 * a5 + (-w1 * p0 + w0 * p1);
}

/**
 * Recursive Newton-Euler: result (nv) = C(q, v), the bias force, plus M·qacc when `withAcc`.
 *
 *     acc[b] = acc[parent] + cdof_dot·qvel (+ cdof·qacc)     root to leaves, gravity as an acceleration of the world
 *     force[b] = cinert·acc + cvel ×* cinert·cvel            plus the forces of the children, leaves to root
 *     result = cdofᵀ·force
 *
 * @reads cdof cdof_dot cinert cvel qvel qacc rneAcc rneForce
 * @reads nbody_awake nparent_awake nv_awake body_awake_ind parent_awake_ind dof_awake_ind
 * @writes rneAcc rneForce
 * @see Featherstone, Rigid Body Dynamics Algorithms (2008), §5.3
 * @see mj_rne
 */
export function rne(m: Model, d: Data, withAcc: boolean, result: F64, r: i32): void {
  const filter = someAsleep(m, d);
  const nbody: i32 = filter ? d.nbody_awake : m.nbody;
  const nchild: i32 = filter ? d.nparent_awake : m.nbody - 1;
  const nv: i32 = filter ? d.nv_awake : m.nv;
  const { body_awake_ind, parent_awake_ind, dof_awake_ind, cdof, rneAcc: acc, rneForce: force } = d;
  const { body_parentid, dof_bodyid } = m;
  worldAcceleration(acc, m);
  for (let k = 1; k < nbody; k++) {
    const b = filter ? body_awake_ind[k] : k;
    bodyAcceleration(m, d, acc, b, withAcc);
    bodyForce(d, force, 6 * b, acc, b);
  }
  zero6(force, 0);
  for (let k = nchild - 1; k >= 0; k--) {
    const b = filter ? parent_awake_ind[k] : k + 1;
    const parent = body_parentid[b];
    if (parent > 0) addTo6(force, 6 * parent, force, 6 * b);
  }
  for (let k = 0; k < nv; k++) {
    const i = filter ? dof_awake_ind[k] : k;
    result[r + i] = dot6(cdof, 6 * i, force, 6 * dof_bodyid[i]);
  }
}

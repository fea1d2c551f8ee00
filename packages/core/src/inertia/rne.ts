import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { addTo6, crossForce, dot6, mulDofVec, mulInertVec, zero6 } from '../math/spatial.ts';
import { scl3 } from '../math/vec3.ts';
import { DSBL_GRAVITY } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';

const motion = scratchF64(6); // acceleration that the joints of a body add, or its momentum
const gyroscopic = scratchF64(6); // cvel ×* momentum

/** acc = acceleration of the world that stands in for gravity. */
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
  const to = 6 * b;
  for (let k = 0; k < 6; k++) acc[to + k] = acc[from + k];
  if (count === 0) return;
  mulDofVec(motion, 0, d.cdof_dot, 6 * adr, d.qvel, adr, count);
  addTo6(acc, to, motion, 0);
  if (!withAcc) return;
  mulDofVec(motion, 0, d.cdof, 6 * adr, d.qacc, adr, count);
  addTo6(acc, to, motion, 0);
}

/**
 * force = cinert·acc + cvel ×* (cinert·cvel): what body `b` needs to move as it does.
 *
 * @reads cinert cvel
 */
export function bodyForce(d: Data, force: F64, f: i32, acc: F64, b: i32): void {
  const cinert = d.cinert;
  const cvel = d.cvel;
  mulInertVec(force, f, cinert, 10 * b, acc, 6 * b);
  mulInertVec(motion, 0, cinert, 10 * b, cvel, 6 * b);
  crossForce(gyroscopic, 0, cvel, 6 * b, motion, 0);
  addTo6(force, f, gyroscopic, 0);
}

/**
 * Recursive Newton-Euler: result (nv) = C(q, v), the bias force, plus M·qacc when `withAcc`.
 *
 *     acc[b] = acc[parent] + cdof_dot·qvel (+ cdof·qacc)     root to leaves, gravity as acceleration of the world
 *     force[b] = cinert·acc + cvel ×* cinert·cvel            plus the forces of the children, leaves to root
 *     result = cdofᵀ·force
 *
 * @reads cdof cdof_dot cinert cvel qvel qacc rneAcc rneForce
 * @writes rneAcc rneForce
 * @see Featherstone, Rigid Body Dynamics Algorithms (2008), §5.3
 * @see mj_rne
 */
export function rne(m: Model, d: Data, withAcc: boolean, result: F64, r: i32): void {
  const nbody = m.nbody;
  const nv = m.nv;
  const body_parentid = m.body_parentid;
  const dof_bodyid = m.dof_bodyid;
  const cdof = d.cdof;
  const acc = d.rneAcc;
  const force = d.rneForce;
  worldAcceleration(acc, m);
  for (let b = 1; b < nbody; b++) {
    bodyAcceleration(m, d, acc, b, withAcc);
    bodyForce(d, force, 6 * b, acc, b);
  }
  zero6(force, 0);
  for (let b = nbody - 1; b > 0; b--) {
    const parent = body_parentid[b];
    if (parent > 0) addTo6(force, 6 * parent, force, 6 * b);
  }
  for (let i = 0; i < nv; i++) result[r + i] = dot6(cdof, 6 * i, force, 6 * dof_bodyid[i]);
}

/**
 * Bias force of the smooth dynamics: Coriolis, centrifugal and gravity terms.
 *
 * @writes qfrc_bias
 */
export function bias(m: Model, d: Data): void {
  rne(m, d, false, d.qfrc_bias, 0);
}

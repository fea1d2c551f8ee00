import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { copy } from '../math/dense.ts';
import { mulInertVec } from '../math/spatial.ts';
import type { Data, Model } from '../model/kernel.ts';

const force = scratchF64(6); // crb·cdof of the current dof

function dot6(a: F64, i: i32, b: F64, j: i32): f64 {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2] + a[i + 3] * b[j + 3] + a[i + 4] * b[j + 4] + a[i + 5] * b[j + 5];
}

/**
 * Composite-rigid-body algorithm: the joint-space inertia matrix `M`.
 *
 *     crb[b] = Σ cinert[c]                        c in the subtree of b
 *     M[i,j] = cdof[j]ᵀ · crb[body(i)] · cdof[i]   j = i and the ancestors of i
 *
 * Every quantity is in the com frame of its kinematic tree, so nothing is transformed on the way.
 * O(nbody + nC), no allocation.
 *
 * @reads cinert cdof
 * @writes crb M
 * @see Featherstone, Rigid Body Dynamics Algorithms (2008), §6.2
 * @see mj_crb
 */
export function crb(m: Model, d: Data): void {
  const nbody = m.nbody;
  const body_parentid = m.body_parentid;
  const nv = m.nv;
  const dof_bodyid = m.dof_bodyid;
  const dof_parentid = m.dof_parentid;
  const dof_armature = m.dof_armature;
  const M_rowadr = m.M_rowadr;
  const M_rownnz = m.M_rownnz;
  const cinert = d.cinert;
  const cdof = d.cdof;
  const composite = d.crb;
  const M = d.M;

  // leaves to root: add each body's composite inertia to its parent's
  copy(composite, 0, cinert, 0, 10 * nbody);
  for (let b = nbody - 1; b > 0; b--) {
    const parent = body_parentid[b];
    if (parent === 0) continue; // the world does not move
    for (let k = 0; k < 10; k++) composite[10 * parent + k] += composite[10 * b + k];
  }

  // each dof: the force of a unit acceleration, projected on the dof and its ancestors
  for (let i = 0; i < nv; i++) {
    mulInertVec(force, 0, composite, 10 * dof_bodyid[i], cdof, 6 * i);
    const diagonal = M_rowadr[i] + M_rownnz[i] - 1;
    let adr = diagonal;
    for (let j = i; j >= 0; j = dof_parentid[j]) M[adr--] = dot6(cdof, 6 * j, force, 0);
    M[diagonal] += dof_armature[i];
  }
}

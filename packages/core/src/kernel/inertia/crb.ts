import { type i32, scratchF64 } from '../dialect.ts';
import { addTo, copy } from '../math/linear/dense.ts';
import { mulInertVec } from '../math/spatial.ts';
import type { Data, Model } from '../model/classes.ts';
import { someAsleep } from '../sleep/state.ts';
import { chainProduct } from './chain-product.ts';
import { actuatorArmature } from './reflected.ts';

const force = scratchF64(6); // crb·cdof of the current dof

/**
 * Composite-rigid-body algorithm: the joint-space inertia matrix `M`.
 *
 *     crb[b] = Σ cinert[c]                        c in the subtree of b
 *     M[i,j] = cdof[j]ᵀ · crb[body(i)] · cdof[i]   j = i and the ancestors of i
 *
 * Every quantity is in the com frame of its kinematic tree, so nothing is transformed on the way. The inertia of a
 * simple dof does not depend on the position; the model has it. O(nbody + nC), no allocation.
 *
 * @reads cinert cdof crb M nbody_awake nparent_awake nv_awake body_awake_ind parent_awake_ind dof_awake_ind
 * @writes crb M
 * @see Featherstone, Rigid Body Dynamics Algorithms (2008), §6.2
 * @see mj_crb
 */
export function crb(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  const nchild: i32 = filter ? d.nparent_awake : m.nbody - 1;
  const { body_awake_ind, parent_awake_ind, dof_awake_ind } = d;
  const body_parentid = m.body_parentid;
  const nv: i32 = filter ? d.nv_awake : m.nv;
  const { dof_bodyid, dof_jntid, dof_parentid, dof_armature, dof_simplenum, dof_M0, jnt_actuatorid, M_rowadr } = m;
  const { M_rownnz } = m;
  const { cdof, crb: composite, M } = d;

  // leaves to root: add each body's composite inertia to its parent's
  if (filter)
    for (let k = 0; k < d.nbody_awake; k++)
      copy(composite, 10 * body_awake_ind[k], d.cinert, 10 * body_awake_ind[k], 10);
  else copy(composite, 0, d.cinert, 0, 10 * m.nbody);
  for (let k = nchild - 1; k >= 0; k--) {
    const b = filter ? parent_awake_ind[k] : k + 1;
    const parent = body_parentid[b];
    if (parent > 0) addTo(composite, 10 * parent, composite, 10 * b, 10); // the world does not move
  }

  // each dof: the force of a unit acceleration, projected on the dof and its ancestors
  for (let k = 0; k < nv; k++) {
    const i = filter ? dof_awake_ind[k] : k;
    const diagonal = M_rowadr[i] + M_rownnz[i] - 1;
    if (dof_simplenum[i] !== 0) {
      M[diagonal] = dof_M0[i];
      continue;
    }
    const joint = dof_jntid[i];
    mulInertVec(force, 0, composite, 10 * dof_bodyid[i], cdof, 6 * i);
    chainProduct(M, diagonal, cdof, dof_parentid, i, force);
    M[diagonal] += dof_armature[i] + actuatorArmature(m, false, joint, jnt_actuatorid[joint]);
  }
}
